"""Grading captured answers: a file of items and a file of samples in, reviews out. No model is asked.

The grade is our own, or that of a user's Python file with `grade(sample, item)` as hosted services take it; that one
runs in a process of its own (see `user_grader`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.data import SamplesFile, as_file, check_outputs, dumps, write_atomic
from evalwright.models import one_line
from evalwright.scoring import Metric
from evalwright.tasks import FailedItem, ReviewLine, answer_kind, make_task, reviewed, task_of_items
from evalwright.text import phrase, said_by

from .datasets import DataFile
from .grader_process import GraderError, Limits
from .sources import Source, survey
from .user_grader import GraderFacts, UserGrader

USER_METRIC = Metric("grader_score", "mean")

Reviewer = Callable[[Any, Any, Any], ReviewLine]
"""From a record, the question in it and a sample to a review."""


@dataclass(slots=True)
class Grading:
    """A grading under way: iterate over `reviews`, then look at what could not be graded."""

    source: Source
    samples: SamplesFile
    review: Reviewer
    metrics: tuple[Metric, ...]
    out: BinaryIO | None
    failures: list[FailedItem] = field(default_factory=list)
    """Items that have no sample, or whose grader failed: id, kind, message."""
    used: int = 0
    grader: UserGrader | None = None
    """The user's own grader, where there is one."""
    facts: GraderFacts | None = None
    """How that one was run; known when all reviews are there."""

    @property
    def unused_samples(self) -> int:
        """Samples that belong to no item."""
        return len(self.samples) - self.used

    def reviews(self) -> Iterator[ReviewLine]:
        """One review per item that has a sample, in the order of the items; written out on the way."""
        for _, record, question in self.source.questions():
            sample = self.samples.get(question.id, getattr(question, "tools", ()))
            if sample is None:
                self._fail(question.id, *self._why_unanswered(question.id))
                continue
            self.used += 1
            try:
                line: ReviewLine = {**self.review(record, question, sample), "answer": answer_kind(sample)}
            except GraderError as error:
                self._fail(question.id, "grader_error", said_by(error))
                continue
            if self.out is not None:
                self.out.write(dumps(line) + b"\n")
            yield line
        if self.grader is not None:
            self.facts = self.grader.repeat()

    def _why_unanswered(self, identifier: str) -> tuple[str, str]:
        """The kind and the words of what the file holds in place of a sample: an error, or nothing."""
        error = self.samples.error_of(identifier)
        if error is None:
            return "missing_sample", phrase("grade.missing_sample")
        return "recorded_error", phrase("grade.recorded_error", kind=error.kind, message=one_line(error.message))

    def _fail(self, identifier: str, kind: str, message: str) -> None:
        self.failures.append({"id": identifier, "kind": kind, "message": message})


@contextmanager
def open_grading(
    items: str | Path,
    samples: str | Path,
    out: str | Path | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    grader: Path | None = None,
    limits: Limits | None = None,
) -> Iterator[Grading]:
    """Get ready to grade the samples of a file; the reviews file appears when the block ends well."""
    if out is not None:
        check_outputs([items, samples, *([] if grader is None else [grader])], [out])
    with ExitStack() as stack:
        path = stack.enter_context(as_file(items))
        name = "stdin" if str(items) == "-" else path.stem
        task = make_task(task_of_items(), options or {})
        file = DataFile(task.name, name, path, task)
        source = survey(file, limit=None, copies=1, skip_bad_rows=False)
        captured = SamplesFile(samples)
        stack.callback(captured.close)
        review, metrics = _task_reviewer(source), tuple(source.task.metrics)
        own = None
        if grader is not None:
            own = stack.enter_context(UserGrader(grader, limits))
            review, metrics = own.review, (USER_METRIC,)
        stream = stack.enter_context(write_atomic(out)) if out is not None else None
        yield Grading(source, captured, review, metrics, stream, grader=own)


def _task_reviewer(source: Source) -> Reviewer:
    return lambda record, question, sample: reviewed(source.task, question, sample, question.id)
