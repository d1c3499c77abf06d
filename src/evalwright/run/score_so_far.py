"""What the answers of a run that goes on are worth so far: an estimate for the line of progress.

Questions flow in as they are sent, answers as they come; whenever the line is drawn, the latest of them are graded. A
draw grades a bounded number, so that the estimate costs the run nothing that is felt; the report grades them all.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import orjson

from evalwright.engine import Journal
from evalwright.scoring import Metric
from evalwright.tasks import Task, main_metric

_GRADED_AT_A_TIME = 32


class ScoreSoFar:
    """The mean of a task's main metric over the answers that were graded in passing."""

    def __init__(self, task: Task, metric: Metric, journal: Journal) -> None:
        self._task, self._metric, self._journal = task, metric, journal
        self._asked: dict[int, Any] = {}
        """The questions that are in flight."""
        self._answered: deque[tuple[Any, int]] = deque(maxlen=_GRADED_AT_A_TIME)
        self._top = self._bottom = 0.0
        self._broken = False

    def asked(self, slot: int, question: Any) -> None:
        """A question is about to be sent."""
        self._asked[slot] = question

    def answered(self, slot: int, offset: int, *, good: bool) -> None:
        """Its answer lies in the journal at this offset."""
        question = self._asked.pop(slot, None)
        if good and question is not None:
            self._answered.append((question, offset))

    def __call__(self) -> float | None:
        """The mean so far; None while nothing was graded."""
        try:
            while self._answered and not self._broken:
                self._grade(*self._answered.popleft())
        except Exception:  # a mistake in grading is said when all is graded, and must not end the line of progress
            self._broken = True
        return self._top / self._bottom if self._bottom and not self._broken else None

    def _grade(self, question: Any, offset: int) -> None:
        sample = orjson.loads(self._journal.read(offset))["sample"]
        part = self._metric.of(self._task.review(question, sample)["score"])
        if part is not None:
            self._top += part[0]
            self._bottom += part[1]


def score_so_far(task: Task, journal: Journal) -> ScoreSoFar | None:
    """The estimate for a task whose answers are quickly graded; None for others, such as those that a judge reads."""
    metric = main_metric(task.name, task.metrics)
    if metric is None or not getattr(task, "quick_to_review", False):
        return None
    return ScoreSoFar(task, metric, journal)
