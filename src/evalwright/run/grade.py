"""Grading captured answers: a file of items and a file of samples in, reviews out. No model is asked.

The grade is our own, or that of a user's Python file with `grade(sample, item)` as hosted services take it; that one
runs in a process of its own (see `user_grader`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.criteria import Criterion, EmbeddingSimilarity, ModelGrader, leaves_of, read_criteria
from evalwright.data import (
    SamplesFile,
    SplitFile,
    as_file,
    check_outputs,
    dumps,
    one_file_behind,
    record_splits,
    write_atomic,
)
from evalwright.effects import EffectPass, effect_notes, open_effects, unknown_effect
from evalwright.errors import UsageError
from evalwright.executor import Executor, LocalExecutor, Workers, open_executor
from evalwright.report import ReviewTally
from evalwright.scoring import EFFECT_METRICS, Metric
from evalwright.tasks import (
    FailedItem,
    ReviewLine,
    Task,
    detect_task,
    is_our_own,
    known_metrics,
    make_task,
    task_of_items,
)
from evalwright.text import escaped

from .criteria_pass import PartCriteria, open_criteria
from .datasets import DataFile
from .grade_pieces import GradePieces, Reviewer, graded_rows, is_for_workers, with_criteria
from .grader_process import Limits
from .sources import Source, begin_survey, survey
from .survey_pieces import survey_by_workers
from .user_grader import GraderFacts, UserGrader

USER_METRIC = Metric("grader_score", "mean")


@dataclass(slots=True)
class Grading:
    """A grading under way: iterate over `reviews`, then look at what could not be graded."""

    source: Source
    samples: SamplesFile
    review: Reviewer | None
    """A user's own, where there is one."""
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
    executor: Executor = field(default_factory=LocalExecutor)
    pieces: SplitFile | None = None
    """The items in splits, where several workers grade them."""

    @property
    def unused_samples(self) -> int:
        """Samples that belong to no item."""
        return len(self.samples) - self.used

    def reviews(self) -> Iterator[ReviewLine]:
        """One review per item that has a sample, in the order of the items; written out on the way."""
        unknown: Counter[str] = Counter()
        for each in graded_rows(self.source, self.samples, self.review):
            self.used += each.sample is not None
            if each.failure is not None:
                self.failures.append(each.failure)
            if each.line is None or each.sample is None:
                continue
            if self.effects is not None:
                self.effects.add(each.line, each.question, each.sample, self.effects_out)
                unknown.update(unknown_effect(each.line))
            line = with_criteria(self.source, each, self.criteria)
            if self.out is not None:
                self.out.write(dumps(line) + b"\n")
            yield line
        self.notes += effect_notes(unknown, self.used)
        if self.grader is not None:
            self.facts = self.grader.repeat()

    def tally(self) -> ReviewTally:
        """All reviews as a report needs them, by however many workers; written out on the way."""
        made = ReviewTally(self.metrics, [self.source.subset])
        if self.pieces is None:
            for review in self.reviews():
                made.add(review)
            return made
        grade = GradePieces(self.source, self.pieces, self.samples, self.metrics, writes=self.out is not None)
        for piece in self.executor.map_in_order(grade, self.pieces.splits):
            made.merge(piece.tally)
            self.failures += piece.failures
            self.used += piece.used
            if self.out is not None:
                piece.lines.put(self.out)
        return made


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
    workers: Workers = 1,
) -> Iterator[Grading]:
    """Get ready to grade the samples of a file; the reviews file appears when the block ends well.

    `criteria`: testing criteria that the answers are graded by besides, which ask no model. `environment`: where the
    answers are executed, for grading by effect; what was executed goes to `effects_out`. `workers`: processes that
    share the work of `Grading.tally`, or `all`; a grader of the user's and an environment are one process's work.
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
        executor = stack.enter_context(open_executor(workers))
        alone = grader is not None or environment is not None or not is_for_workers(graded_by)
        pieces = None if alone else _splits_for(executor, task, path)
        source = _surveyed(file, graded_by, group_by, pieces, executor)
        captured = SamplesFile(samples, executor)
        stack.callback(captured.close)
        review, metrics = None, tuple(source.metrics)
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
        made.executor, made.pieces = executor, pieces
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


def _splits_for(executor: Executor, task: Task, path: Path) -> SplitFile | None:
    """The items in splits; None where one process grades them."""
    return None if isinstance(executor, LocalExecutor) or not is_our_own(task) else record_splits(path)


def _surveyed(
    file: DataFile, criteria: Sequence[Criterion], group_by: str | None, pieces: SplitFile | None, executor: Executor
) -> Source:
    """The items, looked through; InputError at the first bad row."""
    if pieces is None:
        return survey(file, limit=None, copies=1, skip_bad_rows=False, criteria=criteria, group_by=group_by)
    source = begin_survey(file, criteria=criteria, group_by=group_by)
    survey_by_workers(source, pieces, executor)
    return source
