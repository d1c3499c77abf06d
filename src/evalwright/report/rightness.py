"""When an answer counts as right, and which metric a task is judged by.

Scores are numbers, but "fixed" and "broken", a failed test case and a list of failures need a yes or no. The rule
per task stands here, once, and is said wherever it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalwright.scoring import Metric

_MAIN = {
    "next_call": ("next_call_exact",),
    "general_mcq": ("AverageAccuracy",),
    "general_fc": ("pass_rate",),
    "general_qa": ("AverageAccuracy", "Rouge-L-F"),
}
"""The metric of each of our tasks, the first one that a run has."""

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


def main_metric(task: str, metrics: Sequence[Metric]) -> Metric | None:
    """The metric that a task is judged by: its own, else the first rate, else the first mean."""
    names = {metric.name: metric for metric in metrics}
    for name in _MAIN.get(task, ()):
        if name in names:
            return names[name]
    for kind in ("rate", "mean"):
        for metric in metrics:
            if metric.kind == kind:
                return metric
    return None
