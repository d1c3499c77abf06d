"""When an answer counts as right.

Scores are numbers, but "fixed" and "broken", a failed test case and a list of failures need a yes or no. The rule
per task stands here, once, and is said wherever it is used.
"""

from __future__ import annotations

from dataclasses import dataclass

from evalwright.scoring import Metric
from evalwright.tasks import main_metric

__all__ = ["HALF", "RightRule", "main_metric"]

HALF = 0.5


@dataclass(frozen=True, slots=True)
class RightRule:
    """A yes or no from the value of one metric."""

    metric: Metric

    def holds(self, value: float) -> bool:
        """Whether an item with this value, the mean of its answers, is right.

        A yes-or-no metric must be 1, in more than half of the answers where an item was asked repeatedly; any other
        must reach one half.
        """
        return value > HALF if self.metric.kind == "rate" else value >= HALF

    def text(self) -> str:
        """The rule in words."""
        return f"{self.metric.name} = 1" if self.metric.kind == "rate" else f"{self.metric.name} >= {HALF}"
