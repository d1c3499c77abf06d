"""Grading captured answers: a file of items and a file of samples in, reviews out. No model is asked.

The grade is our own, or that of a user's Python file with `grade(sample, item)` as hosted services take it; that one
runs in a process of its own (see `user_grader`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.criteria import Criterion, EmbeddingSimilarity, ModelGrader, leaves_of, read_criteria
from evalwright.data import SamplesFile, as_file, check_outputs, dumps, one_file_behind, write_atomic
from evalwright.effects import EffectPass, effect_notes, open_effects, unknown_effect
from evalwright.errors import UsageError
from evalwright.models import one_line
from evalwright.scoring import EFFECT_METRICS, Metric
from evalwright.tasks import (
    FailedItem,
    ReviewLine,
    answer_kind,
    detect_task,
    known_metrics,
    make_task,
    reviewed,
    task_of_items,
)
from evalwright.text import escaped, phrase, said_by

from .criteria_pass import PartCriteria, open_criteria
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
    effects: EffectPass | None = None
    """Who executes the answers, where that is wanted."""
    effects_out: BinaryIO | None = None
    criteria: PartCriteria | None = None
    """Testing criteria that grade the answers besides."""
    notes: list[str] = field(default_factory=list)
    """What must be said with the scores; known when all reviews are there."""

    @property
    def unused_samples(self) -> int:
        """Samples that belong to no item."""
        return len(self.samples) - self.used

    def reviews(self) -> Iterator[ReviewLine]:
        """One review per item that has a sample, in the order of the items; written out on the way."""
        unknown: Counter[str] = Counter()
        for _, record, question in self.source.questions():
            sample = self.samples.get(question.id, getattr(question, "tools", ()))
            if sample is None:
                self._fail(question.id, *self._why_unanswered(question.id))
                continue
            self.used += 1
            try:
                line = self.source.grouped({**self.review(record, question, sample)}, record)
                line["answer"] = answer_kind(sample)
            except GraderError as error:
                self._fail(question.id, "grader_error", said_by(error))
                continue
            if self.effects is not None:
                self.effects.add(line, question, sample, self.effects_out)
                unknown.update(unknown_effect(line))
            if self.criteria is not None:
                line = self.criteria.add(line, self.source.item_of(record), sample, self.source.task, 0)
            if self.out is not None:
                self.out.write(dumps(line) + b"\n")
            yield line
        self.notes += effect_notes(unknown, self.used)
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
    unsafe: bool = False,
    criteria: Any = None,
    environment: str | None = None,
    effects_out: str | Path | None = None,
    group_by: str | None = None,
) -> Iterator[Grading]:
    """Get ready to grade the samples of a file; the reviews file appears when the block ends well.

    `criteria`: testing criteria that the answers are graded by besides, which ask no model. `environment`: where the
    answers are executed, for grading by effect; what was executed goes to `effects_out`.
    """
    outputs = [each for each in (out, effects_out) if each is not None]
    if outputs:
        check_outputs([items, samples, *([] if grader is None else [grader])], outputs)
    with ExitStack() as stack:
        path = stack.enter_context(as_file(items))
        path = path if str(items) == "-" else one_file_behind(path)
        name = "stdin" if str(items) == "-" else path.stem
        graded_by = criteria_alone(criteria)
        name_of = detect_task(path, criteria=True) if graded_by else task_of_items()
        task = make_task(name_of, (options or {}) if name_of == task_of_items() else {})
        file = DataFile(task.name, name, path, task)
        source = survey(file, limit=None, copies=1, skip_bad_rows=False, criteria=graded_by, group_by=group_by)
        captured = SamplesFile(samples)
        stack.callback(captured.close)
        review, metrics = _task_reviewer(source), tuple(source.metrics)
        own = None
        if grader is not None:
            own = stack.enter_context(UserGrader(grader, limits, unsafe=unsafe))
            review, metrics = own.review, (USER_METRIC, *source.metrics[len(source.task.metrics) :])
        effects = stack.enter_context(open_effects(environment))
        if effects is not None:
            metrics = (*metrics, *EFFECT_METRICS)
        stream, evidence = (
            stack.enter_context(write_atomic(each)) if each is not None else None for each in (out, effects_out)
        )
        made = Grading(source, captured, review, metrics, stream, grader=own, effects=effects, effects_out=evidence)
        whole = stack.enter_context(open_criteria(graded_by, unsafe=unsafe))
        made.criteria = None if whole is None else whole.part({})
        made.notes += source.notes
        yield made


def criteria_alone(given: Any) -> list[Criterion]:
    """Criteria that can be graded without a model; UsageError for one that asks a judge."""
    if given is None:
        return []
    found = read_criteria(given, taken={metric.name for metric in known_metrics({}, ())})
    for name, grader in leaves_of(found):
        if isinstance(grader, ModelGrader | EmbeddingSimilarity):
            raise UsageError.named("grade.criteria_model", name=escaped(name))
    return found


def _task_reviewer(source: Source) -> Reviewer:
    return lambda record, question, sample: reviewed(source.task, question, sample, question.id)
