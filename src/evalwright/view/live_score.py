"""The score of a run that goes on: answers are graded here as they come in, by the same task that grades them later.

The journal of a part flows in, a mean over what is answered so far flows out, marked as such. Each request grades for
a moment and goes on where the last one stopped; the run itself is not touched, and its own reviews replace this.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from evalwright.errors import EvalwrightError
from evalwright.report import Part
from evalwright.scoring import Metric
from evalwright.tasks import Task, make_task, reviewed

from .line_facts import read_object
from .line_index import LineIndex
from .records import Records
from .run_answers import LiveScore
from .shorten import cut
from .stored import RunView

_SECONDS = 0.1
_LONGEST_LINE = 1_000_000
"""Bytes of an answer beyond which it is not graded here: a page must not wait for one."""


@dataclass(slots=True)
class _Sum:
    """What was graded of one journal."""

    taken: int = 0
    num: int = 0
    top: float = 0.0
    bottom: float = 0.0


class LiveScores:
    """Grades what came in since the last time."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._lock = threading.Lock()
        self._sums: WeakKeyDictionary[LineIndex, _Sum] = WeakKeyDictionary()

    def document(self, view: RunView, part: Part) -> LiveScore | None:
        """Metric, score so far and how many it rests on; None where nothing can be said yet."""
        metric, index = view.metric(part), view.predictions(part)
        if metric is None or index is None or metric.kind == "count":
            return None
        with self._lock:
            found = self._sums.setdefault(index, _Sum())
            self._go_on(found, index, view, part, metric)
        if not found.num or not found.bottom:
            return None
        return {"metric": cut(metric.name, 80), "score": found.top / found.bottom, "num": found.num}

    def _go_on(self, found: _Sum, index: LineIndex, view: RunView, part: Part, metric: Metric) -> None:
        try:
            task = make_task(part.task, part.options)
        except EvalwrightError:
            return
        deadline = time.monotonic() + _SECONDS
        for line in index.lines(range(found.taken, len(index))):
            found.taken += 1
            value = self._graded(line, task, view, part, metric)
            if value is not None:
                found.num += 1
                found.top += value[0]
                found.bottom += value[1]
            if time.monotonic() > deadline:
                return

    def _graded(self, line: bytes, task: Task, view: RunView, part: Part, metric: Metric) -> tuple[float, float] | None:
        answer = read_object(line) if len(line) <= _LONGEST_LINE else None
        sample = answer.get("sample") if answer else None
        if answer is None or not isinstance(sample, dict):
            return None
        identifier = str(answer.get("id"))
        record = self._records.find(view.stored, part, identifier)
        if record.value is None:
            return None
        try:
            review = reviewed(task, task.read(record.value, identifier), sample, identifier)  # type: ignore[arg-type]
            value = metric.of(review["score"])
            return None if value is None else (float(value[0]), float(value[1]))
        except (EvalwrightError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
            return None  # whoever wrote this journal may have written anything into it
