"""Grading captured answers, row by row: by one process, or by several workers that each take splits of the items.

Rows of items flow in; reviews, and what could not be reviewed, flow out. A worker gives the lines of its split as they
are written, and a tally in place of reviews, so that whoever puts them together has little to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from evalwright.criteria import Criterion, PythonGrader, leaves_of
from evalwright.data import BadRow, Row, SamplesFile, SplitFile, dumps
from evalwright.executor import Held, Split
from evalwright.models import Sample, one_line
from evalwright.report import ReviewTally
from evalwright.scoring import Metric
from evalwright.tasks import FailedItem, ReviewLine, answer_kind, reviewed
from evalwright.text import phrase, said_by

from .criteria_pass import PartCriteria, open_criteria
from .grader_process import GraderError
from .sources import Source
from .survey_pieces import rows_of_split

Reviewer = Callable[[Any, Any, Any], ReviewLine]
"""From a record, the question in it and a sample to a review."""


@dataclass(slots=True)
class Graded:
    """One item: its answer and the review of it, or why there is none."""

    question: Any
    record: Any = None
    sample: Sample | None = None
    line: ReviewLine | None = None
    failure: FailedItem | None = None


def graded_rows(
    source: Source,
    samples: SamplesFile,
    review: Reviewer | None = None,
    rows: Iterable[tuple[int, Row | BadRow]] | None = None,
) -> Iterator[Graded]:
    """Every item in its order with the review of its sample: the task's, or that of a user's grader."""
    for _, record, question in source.questions(rows):
        sample = samples.get(question.id, getattr(question, "tools", ()))
        if sample is None:
            yield Graded(question, failure=_unanswered(samples, question.id))
            continue
        try:
            made = (
                reviewed(source.task, question, sample, question.id)
                if review is None
                else review(record, question, sample)
            )
            line = source.grouped({**made}, record)
            line["answer"] = answer_kind(sample)
        except GraderError as error:
            failure: FailedItem = {"id": question.id, "kind": "grader_error", "message": said_by(error)}
            yield Graded(question, record, sample, failure=failure)
            continue
        yield Graded(question, record, sample, line)


def _unanswered(samples: SamplesFile, identifier: str) -> FailedItem:
    """The kind and the words of what the file holds in place of a sample: an error, or nothing."""
    error = samples.error_of(identifier)
    if error is None:
        return {"id": identifier, "kind": "missing_sample", "message": phrase("grade.missing_sample")}
    told = phrase("grade.recorded_error", kind=error.kind, message=one_line(error.message))
    return {"id": identifier, "kind": "recorded_error", "message": told}


def is_for_workers(criteria: Sequence[Criterion]) -> bool:
    """Whether every worker can grade by these criteria itself: none of them runs a program of the user's."""
    return not any(isinstance(grader, PythonGrader) for _, grader in leaves_of(criteria))


@dataclass(slots=True)
class GradedPiece:
    """What came of a split."""

    tally: ReviewTally
    lines: Held = field(default_factory=lambda: Held(b""))
    failures: list[FailedItem] = field(default_factory=list)
    used: int = 0
    """Items that had a sample."""


class GradePieces:
    """Grades the items of a split."""

    def __init__(
        self, source: Source, file: SplitFile, samples: SamplesFile, metrics: Sequence[Metric], *, writes: bool
    ) -> None:
        self._source, self._file, self._samples = source, file, samples
        self._metrics, self._writes = metrics, writes

    def __call__(self, split: Split) -> GradedPiece:
        made, lines = GradedPiece(ReviewTally(self._metrics, [self._source.subset])), list[bytes]()
        with ExitStack() as stack:
            whole = stack.enter_context(open_criteria(self._source.criteria))
            criteria = None if whole is None else whole.part({})
            for each in graded_rows(self._source, self._samples, rows=rows_of_split(self._file, split)):
                made.used += each.sample is not None
                if each.failure is not None:
                    made.failures.append(each.failure)
                elif each.line is not None:
                    line = with_criteria(self._source, each, criteria)
                    made.tally.add(line)
                    if self._writes:
                        lines.append(dumps(line))
        made.lines = Held(b"\n".join([*lines, b""]))
        return made


def with_criteria(source: Source, graded: Graded, criteria: PartCriteria | None) -> ReviewLine:
    """The review of an item with what testing criteria say of its answer."""
    assert graded.line is not None and graded.sample is not None
    if criteria is None:
        return graded.line
    return criteria.add(graded.line, source.item_of(graded.record), graded.sample, source.task, 0)
