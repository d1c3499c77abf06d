"""Items that come in conversations: sizes and sums, and how far the pooled score of another such sample may lie.

Per kind of conversation its number of items, the sum of their values, its weight and how many there are flow in; the
spread of the pooled mean flows out, as a design effect and the degrees of freedom it is known with. Conversations that
are alike are kept once with how often they came, so that a million of them cost what their few kinds do. Sums are exact
(`math.fsum`): the order of the input cannot change a digit.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from .compact_column import Numbers
from .intraclass import Kind, likely_icc, prior_icc

_MOST_KINDS = 500
"""Beyond so many different conversations they are kept in columns, which cost less memory than a dictionary."""
_MOST_TRIALS = 4.0
"""Yes-or-no trials that an item may tell as much as: values that hardly spread are left to the jackknife."""
_SEEN_TWICE = 3
"""Conversations with a failure from which on the spread between them says how well it is itself known."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What is known of the spread of a pooled mean."""

    design_effect: float
    """How many times the variance is that of items drawn one by one; at least 1."""
    freedom: float
    """The degrees of freedom with which it is known; at most conversations - 1."""


class Clusters:
    """Counts, sums and weights of conversations.

    The weight of a conversation is what its sum is divided by: its number of items, or for a ratio its denominators.
    """

    def __init__(self, clusters: Iterable[Kind]) -> None:
        self._counts, self._weights, self._totals = Numbers(), Numbers(), array("d")
        """Those of every conversation, where there are more kinds than are kept."""
        self._kinds: dict[tuple[int, float, float], int] | None = {}
        for count, total, weight, times in clusters:
            if count < 0 or not -1e-9 <= total <= weight + 1e-9:
                raise ValueError(f"{count} values from 0 to 1 with the weight {weight} cannot have the sum {total}")
            if weight:
                self._take_conversations((count, total, weight), times)
        self.n: int = sum(count * times for count, _, _, times in self)
        self.size = sum(times for _, _, _, times in self)
        self.weight = math.fsum(_repeated((weight, times) for _, _, weight, times in self))

    def _take_conversations(self, kind: tuple[int, float, float], times: int) -> None:
        if self._kinds is None:
            self._append_column(kind, times)
            return
        self._kinds[kind] = self._kinds.get(kind, 0) + times
        if len(self._kinds) > _MOST_KINDS:
            for each, number in self._kinds.items():
                self._append_column(each, number)
            self._kinds = None

    def _append_column(self, kind: tuple[int, float, float], times: int) -> None:
        count, total, weight = kind
        for _ in range(times):
            self._counts.append(count)
            self._weights.append(weight)
            self._totals.append(total)

    def __iter__(self) -> Iterator[Kind]:
        """Count, sum and weight of conversations, and how many there are of that kind."""
        if self._kinds is not None:
            return ((*kind, times) for kind, times in self._kinds.items())
        return zip(self._counts.column, self._totals, self._weights.column, repeat(1), strict=False)

    def mean(self) -> float:
        """The pooled mean: the sum of all values over all weights."""
        whole = math.fsum(_repeated((total, times) for _, total, _, times in self))
        return min(1.0, max(0.0, whole / self.weight))

    def plain_variance(self, spread: float) -> float:
        """Of the mean of items drawn one by one, from the sum of their squared distances to the mean."""
        return self.n / max(1, self.n - 1) * max(0.0, spread) / self.weight**2

    def mixed(self) -> int:
        """Conversations with a failure, or with a success where those are fewer."""
        failing = sum(times for _, total, weight, times in self if total < weight - 1e-9)
        passing = sum(times for _, total, _, times in self if total > 1e-9)
        return min(failing, passing)

    def icc(self, mean: float, squares: float) -> float | None:
        """The intraclass correlation by one-way analysis of variance; it can come out below 0."""
        if self.size < 2 or self.n == self.size:
            return None
        between = math.fsum(k * count * (total / count - mean) ** 2 for count, total, _, k in self) / (self.size - 1)
        inside = math.fsum(chain([squares], (-k * total * total / count for count, total, _, k in self)))
        within = max(0.0, inside) / (self.n - self.size)
        usual = (self.n - self._squared_counts() / self.n) / (self.size - 1)
        spread = between + (usual - 1) * within
        return (between - within) / spread if spread > 1e-15 else None

    def unseen_spread(self) -> Spread:
        """Where no two values differ: items of a conversation are taken to be as alike as they usually are."""
        effect = 1 + (self._squared_counts() / self.n - 1) * prior_icc()
        return Spread(effect, max(1, self.size - 1))

    def spread(self, mean: float, plain: float) -> Spread:
        """How much wider the pooled mean spreads than the mean of items drawn one by one, whose variance is `plain`.

        The larger of two: the jackknife over conversations, which asks for no model but is badly known where few
        conversations fail, and what items as alike as these seem to be give in conversations of these sizes. Values
        between 0 and 1 spread less than those do; an item then tells as much as several yes-or-no trials.
        """
        if self.n == self.size:
            return Spread(max(1.0, self._jackknife(mean) / plain), self.size - 1)
        trials = min(_MOST_TRIALS, max(1.0, mean * (1 - mean) / (plain * (self.n - 1))))
        icc = likely_icc(self, trials)
        model = 1 + (trials * self._size_of_a_rare_item(mean) - 1) * icc
        effect = max(1.0, model, self._jackknife(mean) / plain)
        return Spread(effect, self._freedom(icc, effect))

    def _jackknife(self, mean: float) -> float:
        """The variance of the mean by leaving out one conversation at a time."""
        parts = (k * ((total - mean * weight) / (self.weight - weight)) ** 2 for _, total, weight, k in self)
        return (self.size - 1) / self.size * math.fsum(parts)

    def _squared_counts(self) -> float:
        return math.fsum(times * count * count for count, _, _, times in self)

    def _size_of_a_rare_item(self, mean: float) -> float:
        """How long the conversation of an item is on average, or, if longer, that of an item of the rarer outcome.

        Where long conversations are the harder ones, failures lie in longer conversations than items do. One more
        item, in a usual conversation, keeps a single failure from deciding it.
        """
        usual = self._squared_counts() / self.n
        rare = math.fsum(part for part, _ in self._rare_items(mean))
        lengths = math.fsum(part * count for part, count in self._rare_items(mean))
        return max(usual, (lengths + usual) / (rare + 1))

    def _rare_items(self, mean: float) -> Iterator[tuple[float, int]]:
        """Per kind of conversation its items of the rarer outcome, and how long such a conversation is."""
        for count, total, weight, times in self:
            yield times * count * ((weight - total) if mean > 0.5 else total) / weight, count

    def _freedom(self, icc: float, effect: float) -> float:
        """Degrees of freedom: only what goes beyond independent items is estimated, the rest is known.

        Few conversations with a failure, and few long ones, leave the excess badly known.
        """
        mixed = self.mixed()
        if mixed < _SEEN_TWICE:
            return self.size - 1
        excess = (1 - 1 / effect) ** 2
        lost = excess * (1 / self._satterthwaite(icc) + 1 / (3 * mixed)) + (1 - excess) / (self.size - 1)
        return max(1.0, min(self.size - 1, 1 / lost))

    def _satterthwaite(self, icc: float) -> float:
        """Degrees of freedom of the jackknife for items that are alike by `icc` in conversations of these sizes.

        With cluster sums of variances v and weights m the residuals have the covariance
        diag(v) - (m v' + v m') / W + m m' V / W²; what comes out is the squared mean of the jackknife's sum of
        squares over half its variance.
        """
        whole = self.weight
        total = math.fsum(k * v for _, v, _, k in self._working_model(icc))

        def rest(m: float, v: float) -> float:
            return -2 * m * v / whole + m * m * total / whole**2

        expected = math.fsum(k * a * (v + rest(m, v)) for m, v, a, k in self._working_model(icc))
        own = math.fsum(k * a * a * v * (v + 2 * rest(m, v)) for m, v, a, k in self._working_model(icc))
        mm = math.fsum(k * a * m * m for m, _, a, k in self._working_model(icc))
        vv = math.fsum(k * a * v * v for _, v, a, k in self._working_model(icc))
        mv = math.fsum(k * a * m * v for m, v, a, k in self._working_model(icc))
        between = (2 * mm * vv + 2 * mv**2) / whole**2 - 4 * total * mm * mv / whole**3 + (total * mm / whole**2) ** 2
        return expected**2 / (own + between)

    def _working_model(self, icc: float) -> Iterator[tuple[float, float, float, int]]:
        """Per kind of conversation: weight, variance of its sum, its factor in the jackknife, how many there are."""
        for count, _, weight, times in self:
            yield weight, weight * (1 + (count - 1) * icc), (self.weight - weight) ** -2, times


def _repeated(values: Iterable[tuple[float, int]]) -> Iterator[float]:
    """Every value as often as it came, so that sums are those of all conversations one by one."""
    return chain.from_iterable(repeat(value, times) for value, times in values)
