"""How sure a score is: 95 % intervals for rates, means and ratios of items that come in conversations.

Per conversation its number of items and the sum of their values flow in (for a ratio the sums of numerators and
denominators), an `Interval` flows out. Items cut from one conversation resemble each other, so the conversation is
the unit that was drawn at random: the spread between conversations decides the width. Sums are exact
(`math.fsum`), so the order of the input cannot change a digit.

No interval has width zero. Where the data show no spread at all, the items of a conversation are taken to be as alike
as they usually are. Where fewer than five conversations have a failure, the interval is thin, and says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .clusters import Clusters, Spread
from .quantiles import t_quantile

LEVEL = 0.95
FEW = 10
"""With fewer conversations the spread between them is itself too uncertain; the interval gets a warning."""

THIN = 5
"""With fewer conversations that fail (or that pass) the interval holds the truth in 90 % rather than in 93 to 97 %."""

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
    thin: bool
    """Whether fewer than `THIN` conversations have a failure, or have a success."""


def rate_interval(clusters: Iterable[tuple[int, float]] | Clusters) -> Interval | None:
    """The interval of a rate from (items, right items) per conversation; None where there is no item.

    Wilson's interval on the effective sample size, with t in place of the normal quantile; `Clusters.spread` says how
    many degrees of freedom there are. One conversation shows no spread between conversations: it counts as one item
    with one degree of freedom, which gives nearly everything from 0 to 1.
    """
    data = clusters if isinstance(clusters, Clusters) else Clusters((n, total, n, 1) for n, total in clusters)
    if not data.n:
        return None
    rate = data.mean()
    found = _spread(data, rate, data.n * rate * (1 - rate))
    return _interval(data, rate, found, data.n / found.design_effect, data.icc(rate, rate * data.n))


def mean_interval(clusters: Iterable[tuple[int, float]] | Clusters, squares: float) -> Interval | None:
    """The interval of a mean of values from 0 to 1 from (items, sum) per conversation; None without items.

    `squares` is the sum of the squared values of all items. The same interval as for a rate, on the number of
    yes-or-no items that would spread as little as this mean does: the cluster standard error (never taken to be
    smaller than that of independent items) says how little. A plain cluster t holds the truth too rarely near 0 and
    1, where its bounds would have to be cut off. Where no spread is seen the values are taken to be 0 or 1: among
    values from 0 to 1 none spread wider, so it errs to the wide side.
    """
    data = clusters if isinstance(clusters, Clusters) else Clusters((n, total, n, 1) for n, total in clusters)
    if not data.n:
        return None
    mean = data.mean()
    return _by_spread(data, mean, squares - data.n * mean * mean, data.icc(mean, squares))


def ratio_interval(
    clusters: Iterable[tuple[int, float, float]], moments: tuple[float, float, float]
) -> Interval | None:
    """The interval of a sum of numerators over a sum of denominators; None where the denominators are all 0.

    Per conversation flow in (items with a denominator, sum of numerators, sum of denominators), and the sums over
    items of numerator², numerator · denominator and denominator². The interval of a mean, of which the distance of an
    item is linearised: numerator - ratio · denominator. Conversations without a denominator tell nothing and do not
    count. At 0 no item is seen that would raise the ratio, and such an item may weigh more than those seen (in F1 a
    hit weighs twice a miss): there an item counts half.
    """
    data = Clusters((*cluster, 1) for cluster in clusters)
    if not data.n:
        return None
    ratio = data.mean()
    tops, both, bottoms = moments
    spread = math.fsum((tops, -2 * ratio * both, ratio * ratio * bottoms))
    return _by_spread(data, ratio, spread, None, unseen=1.0 if ratio else 0.5)


def wilson(rate: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's score interval for a rate over n independent items, with the critical value z."""
    square = z * z / n
    middle = (rate + square / 2) / (1 + square)
    reach = math.sqrt(square * (rate * (1 - rate) + square / 4)) / (1 + square)
    return max(0.0, min(rate, middle - reach)), min(1.0, max(rate, middle + reach))


def _by_spread(data: Clusters, mean: float, spread: float, icc: float | None, unseen: float = 1.0) -> Interval:
    """Wilson's interval on the number of yes-or-no items that would spread as little as this mean does.

    Where no spread is seen an item counts `unseen`.
    """
    found = _spread(data, mean, spread)
    if data.size > 1 and 0 < mean < 1 and _spreads(data, spread):
        alike = mean * (1 - mean) / (data.plain_variance(spread) * found.design_effect)
    else:
        alike = data.n / found.design_effect * (unseen if data.size > 1 else 1.0)
    return _interval(data, mean, found, alike, icc)


def _spread(data: Clusters, mean: float, spread: float) -> Spread:
    """The spread of the mean, from the sum of the squared distances of all items; one conversation is one item."""
    if data.size == 1:
        return Spread(data.n, 1)
    if not _spreads(data, spread):
        return data.unseen_spread()
    return data.spread(mean, data.plain_variance(spread))


def _spreads(data: Clusters, spread: float) -> bool:
    return data.plain_variance(spread) * data.n > _NO_SPREAD**2


def _interval(data: Clusters, score: float, spread: Spread, alike: float, icc: float | None) -> Interval:
    low, high = wilson(score, alike, t_quantile((1 + LEVEL) / 2, spread.freedom))
    return Interval(
        score=score,
        low=low,
        high=high,
        n=data.n,
        weight=data.weight,
        clusters=data.size,
        n_eff=data.n / spread.design_effect,
        design_effect=spread.design_effect,
        icc=icc,
        too_few=data.size < FEW,
        thin=data.mixed() < THIN,
    )
