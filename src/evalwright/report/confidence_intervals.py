"""How sure a score is: 95 % intervals for rates, means and ratios of items that come in conversations.

Per conversation its number of items and the sum of their values flow in (for a ratio the sums of numerators and
denominators), an `Interval` flows out. Items cut from one conversation resemble each other, so the conversation is
the unit that was drawn at random: the spread between conversations decides the width. Sums are exact
(`math.fsum`), so the order of the input cannot change a digit.

No interval has width zero. Where the data show no spread at all, the conversations are counted as if each
were one item: that is the most that can be known, and it is not nothing.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from .compact_column import Numbers
from .quantiles import t_quantile

LEVEL = 0.95
FEW = 10
"""With fewer conversations the spread between them is itself too uncertain; the interval gets a warning."""

_NO_SPREAD = 1e-6
"""Values whose standard deviation is below this agree: their sum of squares has no more digits to tell."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A score and how far the truth may lie from it."""

    score: float
    low: float
    high: float
    n: int
    """Items; for a ratio those with a denominator."""
    weight: float
    """What the sum of the values was divided by: the items, or the sum of the denominators."""
    clusters: int
    """Conversations, or records where each stands alone."""
    n_eff: float
    """Independent items that would tell as much as these do."""
    design_effect: float
    """n / n_eff: how many times more items are needed because they come in conversations."""
    icc: float | None
    """How alike the items of one conversation are (0 not at all, 1 wholly; analysis of variance); None where
    the data cannot show it."""
    too_few: bool


class _Clusters:
    """Counts, sums and weights, checked and kept in columns: a few Python objects each would cost more.

    The weight of a conversation is what its sum is divided by: its number of items, or for a ratio its denominators.
    """

    def __init__(self, clusters: Iterable[tuple[int, float, float]]) -> None:
        counts, weights, self.totals = Numbers(), Numbers(), array("d")
        for count, total, weight in clusters:
            if count < 0 or not -1e-9 <= total <= weight + 1e-9:
                raise ValueError(f"{count} values from 0 to 1 with the weight {weight} cannot have the sum {total}")
            if weight:
                counts.append(count)
                weights.append(weight)
                self.totals.append(total)
        self.counts, self.weights = counts.column, weights.column
        self.n: int = sum(self.counts)
        self.size = len(self.counts)
        self.weight = math.fsum(self.weights)

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return zip(self.weights, self.totals, strict=True)

    def mean(self) -> float:
        return min(1.0, max(0.0, math.fsum(self.totals) / self.weight))

    def variance_of_mean(self, mean: float) -> float:
        """The squared standard error of the mean over all items when whole conversations were drawn."""
        squares = math.fsum((total - mean * weight) ** 2 for weight, total in self)
        return self.size / (self.size - 1) * squares / self.weight**2

    def plain_variance(self, spread: float) -> float:
        """The same for items drawn one by one, from the sum of their squared distances to the mean."""
        return self.n / max(1, self.n - 1) * max(0.0, spread) / self.weight**2

    def icc(self, mean: float, squares: float) -> float | None:
        """The intraclass correlation by one-way analysis of variance; it can come out below 0."""
        if self.size < 2 or self.n == self.size:
            return None
        between = math.fsum(count * (total / count - mean) ** 2 for count, total in self) / (self.size - 1)
        inside = math.fsum(chain([squares], (-total * total / count for count, total in self)))
        within = max(0.0, inside) / (self.n - self.size)
        usual = (self.n - sum(count * count for count in self.counts) / self.n) / (self.size - 1)
        spread = between + (usual - 1) * within
        return (between - within) / spread if spread > 1e-15 else None


def rate_interval(clusters: Iterable[tuple[int, float]]) -> Interval | None:
    """The interval of a rate from (items, right items) per conversation; None where there is no item.

    Wilson's interval on the effective sample size, with t of C - 1 degrees of freedom in place of the normal
    quantile. One conversation shows no spread between conversations: it counts as one item with one degree of
    freedom, which gives nearly everything from 0 to 1.
    """
    data = _Clusters((count, total, count) for count, total in clusters)
    if not data.n:
        return None
    rate = data.mean()
    n_eff = _effective_size(data, rate, data.n * rate * (1 - rate))
    low, high = wilson(rate, n_eff, _critical(data.size))
    return _interval(data, rate, low, high, n_eff, data.icc(rate, rate * data.n))


def mean_interval(clusters: Iterable[tuple[int, float]], squares: float) -> Interval | None:
    """The interval of a mean of values from 0 to 1 from (items, sum) per conversation; None without items.

    `squares` is the sum of the squared values of all items. The same interval as for a rate, on the number of
    yes-or-no items that would spread as little as this mean does: the cluster standard error (never taken to be
    smaller than that of independent items) says how little. A plain cluster t holds the truth too rarely near 0 and
    1, where its bounds would have to be cut off. Where no spread is seen each conversation counts as one item: among
    values from 0 to 1 none spread wider than those that are 0 or 1, so it errs to the wide side.
    """
    data = _Clusters((count, total, count) for count, total in clusters)
    if not data.n:
        return None
    mean = data.mean()
    return _by_spread(data, mean, squares - data.n * mean * mean, float(data.size), data.icc(mean, squares))


def ratio_interval(
    clusters: Iterable[tuple[int, float, float]], moments: tuple[float, float, float]
) -> Interval | None:
    """The interval of a sum of numerators over a sum of denominators; None where the denominators are all 0.

    Per conversation flow in (items with a denominator, sum of numerators, sum of denominators), and the sums over
    items of numerator², numerator · denominator and denominator². The interval of a mean, of which the distance of an
    item is linearised: numerator - ratio · denominator. Conversations without a denominator tell nothing and do not
    count. At 0 no item is seen that would raise the ratio, and such an item may weigh more than those seen (in F1 a
    hit weighs twice a miss): there a conversation counts half.
    """
    data = _Clusters(clusters)
    if not data.n:
        return None
    ratio = data.mean()
    tops, both, bottoms = moments
    spread = math.fsum((tops, -2 * ratio * both, ratio * ratio * bottoms))
    return _by_spread(data, ratio, spread, data.size if ratio else data.size / 2, None)


def wilson(rate: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval for a rate over n independent items, with the critical value z."""
    square = z * z / n
    middle = (rate + square / 2) / (1 + square)
    reach = math.sqrt(square * (rate * (1 - rate) + square / 4)) / (1 + square)
    return max(0.0, min(rate, middle - reach)), min(1.0, max(rate, middle + reach))


def _by_spread(data: _Clusters, mean: float, spread: float, unspread: float, icc: float | None) -> Interval:
    """Wilson's interval on the binary size with this spread, or on `unspread` items where none is seen."""
    n_eff = _effective_size(data, mean, spread)
    error = data.plain_variance(spread) * data.n / n_eff
    spreads = _spreads(data, spread) and 0 < mean < 1 and data.size > 1
    alike = mean * (1 - mean) / error if spreads else unspread
    low, high = wilson(mean, alike, _critical(data.size))
    return _interval(data, mean, low, high, n_eff, icc)


def _effective_size(data: _Clusters, mean: float, spread: float) -> float:
    """n / max(1, (clustered error / plain error)²); the number of conversations where every item agrees."""
    if data.size == 1:
        return 1.0
    if not _spreads(data, spread):
        return float(data.size)
    return data.n / max(1.0, data.variance_of_mean(mean) / data.plain_variance(spread))


def _spreads(data: _Clusters, spread: float) -> bool:
    return data.plain_variance(spread) * data.n > _NO_SPREAD**2


def _critical(clusters: int) -> float:
    return t_quantile((1 + LEVEL) / 2, max(1, clusters - 1))


def _interval(data: _Clusters, score: float, low: float, high: float, n_eff: float, icc: float | None) -> Interval:
    return Interval(
        score=score,
        low=low,
        high=high,
        n=data.n,
        weight=data.weight,
        clusters=data.size,
        n_eff=n_eff,
        design_effect=data.n / n_eff,
        icc=icc,
        too_few=data.size < FEW,
    )
