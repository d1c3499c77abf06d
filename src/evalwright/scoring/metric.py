"""What a metric is: a name, what kind of number it is, and how one review adds to it.

The kind decides how reviews are put together and which interval fits. A review carries facts by name (its `score`);
a metric reads a numerator and a denominator from them. So several metrics can share one set of facts (precision,
recall and F1 of the same decision), and pooling subsets means summing, never averaging.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

Facts = Mapping[str, float]
Part = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Metric:
    """One number that a task reports."""

    name: str
    kind: Literal["rate", "mean", "number", "count", "ratio"]
    """`rate`: every value is 0 or 1. `mean`: any values from 0 to 1. `number`: any values, of which the mean is
    reported. `count`: whole numbers, of which the sum is reported. `ratio`: the sum of the numerators over the sum of
    the denominators."""
    part: Callable[[Facts], Part | None] | None = None
    """From the facts of a review to its numerator and denominator, 0 <= numerator <= denominator (1 but for a
    ratio); None where it takes no part, as when it lacks a fact. Without it: the fact of the metric's own name."""
    lower_is_better: bool = False
    """Whether a smaller value is the better one."""

    def __post_init__(self) -> None:
        if self.kind == "ratio" and self.part is None:
            raise ValueError(f"the ratio {self.name} needs a part: its numerator and denominator")

    def of(self, facts: Facts) -> Part | None:
        """What a review with these facts adds: numerator and denominator, or None where it takes no part."""
        try:
            return (facts[self.name], 1) if self.part is None else self.part(facts)
        except KeyError:
            return None


EFFECT_METRICS: tuple[Metric, ...] = (
    Metric("right_by_effect", "rate"),
    Metric("harm", "rate", lower_is_better=True),
)
"""What executing the answers adds, where they were executed: see `effects`."""
