"""Which metric a task is judged by: one number for a sentence, a line of progress or a threshold."""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.scoring import Metric

_MAIN = {
    "next_call": ("next_call_exact",),
    "general_mcq": ("AverageAccuracy",),
    "general_fc": ("pass_rate",),
    "general_qa": ("AverageAccuracy", "Rouge-L-F"),
}
"""The metric of each of our tasks, the first one that a run has."""


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
