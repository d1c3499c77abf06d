"""The difference between two models that answered the same items: estimate, interval and p.

Per conversation the sums of both models flow in, a `Difference` flows out. Only what differs between the two counts,
so that hard conversations, hard for both, do not blur the comparison; and whole conversations are what was drawn at
random, as everywhere in this room. A mean is a ratio whose denominators are items, so one way serves all metrics.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .confidence_intervals import FEW, LEVEL
from .permutation import DRAWS, SEED, FlipTest, sign_flip
from .power import detectable
from .quantiles import t_quantile

ALPHA = 1 - LEVEL


@dataclass(frozen=True, slots=True)
class Sums:
    """One conversation: what both models' items add up to, in whole numbers of one common unit."""

    items: int
    top_a: int
    bottom_a: int
    top_b: int
    bottom_b: int


@dataclass(frozen=True, slots=True)
class Difference:
    """Model B less model A on one metric."""

    items: int
    conversations: int
    score_a: float
    score_b: float
    value: float
    low: float
    high: float
    error: float
    """The standard error behind the interval; never 0."""
    test: FlipTest
    detectable: float
    """The smallest difference that this data would have shown in four of five tries."""

    @property
    def too_few(self) -> bool:
        """Whether the interval rests on too few conversations to be relied on."""
        return self.conversations < FEW

    @property
    def outside_zero(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


def paired_difference(
    clusters: Iterable[Sums], *, bounded: bool = True, draws: int = DRAWS, seed: int = SEED
) -> Difference | None:
    """The paired cluster-t interval and the sign-flip p; None where a model has nothing to divide by.

    `bounded`: no value is below 0 or above 1, so no difference is larger than 1.
    """
    data = [each for each in clusters if each.bottom_a or each.bottom_b]
    totals = _Totals.of(data)
    if not totals.bottom_a or not totals.bottom_b:
        return None
    swaps = [totals.swap(each) for each in data]
    error = math.sqrt(_variance(totals, data) + _unseen(totals, swaps))
    most = 1.0 if bounded else math.inf
    value, count = totals.score_b - totals.score_a, len(data)
    reach = t_quantile((1 + LEVEL) / 2, max(1, count - 1)) * error
    return Difference(
        items=sum(each.items for each in data),
        conversations=count,
        score_a=totals.score_a,
        score_b=totals.score_b,
        value=value,
        low=max(-most, value - reach),
        high=min(most, value + reach),
        error=error,
        test=sign_flip(swaps, draws=draws, seed=seed),
        detectable=min(most, detectable(error, count)),
    )


@dataclass(frozen=True, slots=True)
class _Totals:
    top_a: int
    bottom_a: int
    top_b: int
    bottom_b: int

    @classmethod
    def of(cls, data: Sequence[Sums]) -> _Totals:
        return cls(
            sum(each.top_a for each in data),
            sum(each.bottom_a for each in data),
            sum(each.top_b for each in data),
            sum(each.bottom_b for each in data),
        )

    @property
    def score_a(self) -> float:
        return self.top_a / self.bottom_a

    @property
    def score_b(self) -> float:
        return self.top_b / self.bottom_b

    def distance(self, each: Sums) -> float:
        """What a conversation adds to the difference beyond its share (linearised)."""
        given_b = (each.top_b - self.score_b * each.bottom_b) / self.bottom_b
        return given_b - (each.top_a - self.score_a * each.bottom_a) / self.bottom_a

    def swap(self, each: Sums) -> int:
        """What changes its sign when the two models are swapped in a conversation, as a whole number.

        The numerators' difference, less what the pooled ratio gives for the denominators' (nothing, for a mean);
        swapping leaves the pooled ratio as it is, so that the sign-flip test is exact for ratios too.
        """
        both = self.bottom_a + self.bottom_b
        return (each.top_b - each.top_a) * both - (self.top_a + self.top_b) * (each.bottom_b - each.bottom_a)


def _variance(totals: _Totals, data: Sequence[Sums]) -> float:
    if len(data) < 2:
        return 0.0
    return len(data) / (len(data) - 1) * math.fsum(totals.distance(each) ** 2 for each in data)


def _unseen(totals: _Totals, swaps: Sequence[int]) -> float:
    """The variance that two more conversations would add, one in favour of each model.

    Each as large as those that differ usually are; where none does, one that differs in every item. Rare differences
    leave hardly a spread behind, and none at all where all conversations agree: without this the interval would be
    too narrow there, or have no width.
    """
    both = totals.bottom_a + totals.bottom_b
    shares = [2 * (each / both) / both for each in swaps if each]
    usual = math.fsum(share * share for share in shares) / len(shares) if shares else 1 / len(swaps) ** 2
    return 2 * usual


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Every p made fit to stand among the others (Holm): the chance that any of them is wrong stays at the level."""
    order = sorted((p, place) for place, p in enumerate(values) if p is not None)
    made: list[float | None] = [None] * len(values)
    highest = 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p))
        made[place] = highest
    return made
