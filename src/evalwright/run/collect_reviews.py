"""Scoring: every answer is read back from the journal in the order of the data set, graded, and written as a review.

In the same pass the journal is put into its final form (one line per answer, in the order of the data set), so that
a run that was killed ten times leaves the same files as one that was not. Answers that belong to other settings or
to records that are not asked now are kept, before the others: going back to them costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from evalwright.chat import NO_SAMPLE
from evalwright.data import sealed, write_atomic
from evalwright.effects import effect_notes, unknown_effect
from evalwright.errors import EvalwrightError
from evalwright.models import SECRET_REMOVED, Model, Sample
from evalwright.scoring import EFFECT_METRICS, Metric, Scorer, scored_by
from evalwright.tasks import (
    UNREADABLE_VERDICT,
    FailedItem,
    Failure,
    InvalidItem,
    Judged,
    JudgeView,
    ReviewLine,
    Task,
    answer_kind,
    reviewed,
    whole_review,
)
from evalwright.text import phrase, stored_sentence

from .ask import Answers
from .final_journal import Answered, copy_answer, failure_of, final_form
from .kept_reviews import KeptReview, KeptReviews
from .sources import Source

if TYPE_CHECKING:
    from evalwright.effects import EffectPass

    from .criteria_pass import PartCriteria
    from .judging import Judge


_LISTED = 5


@dataclass(slots=True)
class Scored:
    """One model on one subset: where the reviews lie, and what could not be reviewed."""

    model: str
    dataset: str
    subset: str
    task: Task
    reviews: Path
    metrics: tuple[Metric, ...] = ()
    graded: int = 0
    cleaned: int = 0
    """Answers that repeated a secret, which was taken out."""
    served: Counter[str] = field(default_factory=Counter)
    """Answers by the name that the server has for its model, where it was asked for by another."""
    notes: list[str] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    failures: list[FailedItem] = field(default_factory=list)
    """Items without an answer: id, kind, message."""
    invalid: list[InvalidItem] = field(default_factory=list)
    judge_failures: list[FailedItem] = field(default_factory=list)
    """Answers that a judge was to see and did not: id, kind, message. One that it saw and did not judge is in none."""
    criteria_failures: list[FailedItem] = field(default_factory=list)
    """The same of judges of criteria, one for each answer and criterion."""
    stopped: EvalwrightError | None = None
    """Why asking ended early, where it did."""
    judge_stopped: EvalwrightError | None = None
    """Why asking the judge ended early, where it did."""


class Judging(NamedTuple):
    """The judge of a task, and what it said."""

    judge: Judge | None = None
    judgements: Answers | None = None


class Executing(NamedTuple):
    """Grading by effect: who executes the answers, and the file for what that gives."""

    effects: EffectPass
    path: Path

    def opened(self, stack: ExitStack) -> tuple[EffectPass, BinaryIO]:
        """The same with the file open, which appears when the stack ends well."""
        return self.effects, stack.enter_context(write_atomic(self.path))


def score(
    source: Source,
    answers: Answers,
    model: Model,
    reviews: Path,
    judging: Judging | None = None,
    executing: Executing | None = None,
    criteria: PartCriteria | None = None,
    kept: KeptReviews | None = None,
) -> Scored:
    """Grade all answers of a source; with a judge, its word is part of the review, and so is what executing gives.

    `kept`: reviews of an earlier pass, which are as they would be made now.
    """
    judge, judgements = judging or Judging()
    scored = Scored(model.name, source.dataset, source.subset, source.task, reviews, invalid=list(source.invalid))
    seen: set[str] = set()
    unknown: Counter[str] = Counter()
    with ExitStack() as stack:
        review_out = stack.enter_context(write_atomic(reviews))
        final = stack.enter_context(final_form(answers))
        judged = stack.enter_context(final_form(judgements)) if judgements is not None else None
        effects = None if executing is None else executing.opened(stack)
        if criteria is not None:
            criteria.open(stack)
        beside = _Beside(effects, criteria)
        reviewer = _Reviewer(source, answers, final, judge, judgements, judged, scored.judge_failures, beside, kept)
        for position, record, question in source.questions():
            identifier = source.identifier(position, record)
            slots = range(position * source.copies, (position + 1) * source.copies)
            made = [reviewer.review(_Asked(record, question, identifier), slot) for slot in slots]
            if source.copies > 1:
                _tell_apart(source, identifier, [each for each in made if not isinstance(each, KeptReview)])
            for each in made:
                if isinstance(each, _Unanswered):
                    scored.failures.append({"id": identifier, **each.failure})
                    continue
                review = each.review if isinstance(each, KeptReview) else source.grouped(each, record)
                review_out.write(each.line if isinstance(each, KeptReview) else sealed(review) + b"\n")
                scored.graded += 1
                scored.cleaned += SECRET_REMOVED in (review.get("details") or ())
                for name in served_by(review):
                    scored.served[name] += 1
                scored.verdicts[review["verdict"]] += 1
                seen |= review["score"].keys()
                for why in unknown_effect(review):
                    unknown[why] += 1
    own = [metric for metric in source.metrics if _is_reported(source.task, metric, seen)]
    scored.metrics = (*own, *(EFFECT_METRICS if effects is not None else ()), *_pass_metrics(source))
    told = review_notes(scored.verdicts, scored.graded, scored.cleaned, scored.served, unknown)
    scored.notes = [*part_notes(source, model, judge), *told]
    scored.criteria_failures = criteria.unreached if criteria is not None else []
    scored.stopped = answers.outcome.stopped
    scored.judge_stopped = judgements.outcome.stopped if judgements is not None else None
    if criteria is not None and scored.judge_stopped is None:
        scored.judge_stopped = criteria.stopped
    return scored


def _is_reported(task: Task, metric: Metric, seen: set[str]) -> bool:
    """A metric that only some data can have is reported where it was seen."""
    return metric.name not in getattr(task, "optional_metrics", ()) or metric.name in seen


def part_notes(source: Source, model: Model, judge: Judge | None) -> list[str]:
    """What a reader of the table must know before anything is asked: of the data, and of who judges whom."""
    own = judge is not None and isinstance(source.task, Judged) and judge.model.identity() == model.identity()
    return [*_data_notes(source), *([phrase("notes.own_judge", model=model.name)] if own else [])]


def _data_notes(source: Source) -> list[str]:
    notes = [*source.notes, *(phrase("notes.left_out", row=row.words()) for row in source.bad_rows[:_LISTED])]
    if len(source.bad_rows) > _LISTED:
        notes.append(phrase("notes.left_out_more", num=len(source.bad_rows) - _LISTED, path=source.path))
    return notes


def review_notes(
    verdicts: Mapping[str, int], graded: int, cleaned: int, served: Mapping[str, int], unknown: Counter[str]
) -> list[str]:
    """What a reader of the table must know about the reviews.

    `cleaned` answers held a secret; `served` counts answers by the name of the model that the server says gave them,
    `unknown` by the reason why their effect is not known.
    """
    notes: list[str] = []
    if missing := verdicts.get("no_reference", 0):
        notes.append(phrase("notes.no_reference", num=missing, graded=graded))
    if cleaned:
        notes.append(phrase("secrets.removed", n=cleaned))
    notes += [phrase("notes.served_by", n=n, all=graded, model=name) for name, n in sorted(served.items())[:_LISTED]]
    return [*notes, *effect_notes(unknown, graded)]


def served_by(review: ReviewLine | Sample) -> list[str]:
    """The name that the server has for the model of a review, where it is another than was asked for."""
    name = review.get("served_model")
    return [name] if isinstance(name, str) else []


def _pass_metrics(source: Source) -> list[Metric]:
    """pass@k of every rate, where every item is asked k times."""
    if source.copies == 1:
        return []
    return [Metric(_pass_name(metric, source), "rate") for metric in source.metrics if metric.kind == "rate"]


def _pass_name(metric: Metric, source: Source) -> str:
    return f"{metric.name}_pass@{source.copies}"


def _tell_apart(source: Source, identifier: str, made: Sequence[ReviewLine | _Unanswered]) -> None:
    """Number the copies of an item; the last one says whether any was right, if all were answered."""
    reviews = [review for review in made if not isinstance(review, _Unanswered)]
    for copy, review in enumerate(made):
        if not isinstance(review, _Unanswered):
            review["conversation_id"] = review.get("conversation_id", identifier)
            review["repeat"] = copy
    if len(reviews) < len(made):
        return
    for metric in source.metrics:
        parts = [metric.of(review["score"]) for review in reviews] if metric.kind == "rate" else [None]
        if None not in parts:
            reviews[-1]["score"][_pass_name(metric, source)] = float(any(part and part[0] for part in parts))


class _Unanswered(NamedTuple):
    """What stands in place of the review of an item that has no answer."""

    failure: Failure


class _Asked(NamedTuple):
    """An item whose answer is reviewed."""

    record: Any
    question: Any
    id: str


class _Beside(NamedTuple):
    """Who adds to a review: the executor of answers with its file, and the criteria."""

    effects: tuple[EffectPass, BinaryIO] | None = None
    criteria: PartCriteria | None = None


@dataclass(frozen=True, slots=True)
class _Reviewer:
    """From the answers of a model, and the words of a judge where there is one, to reviews."""

    source: Source
    answers: Answers
    final: BinaryIO
    judge: Judge | None
    judgements: Answers | None
    judged: BinaryIO | None
    unreached: list[FailedItem]
    """Takes in the answers that the judge was to see and did not."""
    beside: _Beside
    """Who adds to what the task says."""
    kept: KeptReviews | None = None

    def review(self, asked: _Asked, slot: int) -> ReviewLine | KeptReview | _Unanswered:
        """The review of one answer, or why there is none."""
        answer = copy_answer(self.answers, slot, asked.id, self.final)
        if answer is None or "error" in answer:
            return _Unanswered(failure_of(answer))
        before = None if self.kept is None else self.kept.take(asked.id, self.answers.offsets[slot])
        if before is not None:
            return before
        sample = answer["sample"]
        review = reviewed(self.source.task, asked.question, sample, asked.id)
        if NO_SAMPLE not in (sample.get("notes") or ()):
            review["answer"] = answer_kind(sample)
        if served := served_by(sample):
            review["served_model"] = served[0]
        if SECRET_REMOVED in (sample.get("notes") or ()):
            review["details"] = {**(review.get("details") or {}), SECRET_REMOVED: True}
        if self.judge is not None and self.judgements is not None and self.judged is not None:
            word = copy_answer(self.judgements, slot, asked.id, self.judged)
            review = self._judged(asked, sample, review, word)
        if self.beside.effects is not None:
            executor, out = self.beside.effects
            executor.add(review, asked.question, sample, out)
        item = self.source.item_of(asked.record)
        review = with_scorers(review, self.source.scorers, item, sample)
        if self.beside.criteria is not None:
            review = self.beside.criteria.add(review, item, sample, self.source.task, slot)
        return review

    def _judged(self, asked: _Asked, sample: Any, review: ReviewLine, word: Answered | None) -> ReviewLine:
        """The review with what the judge said, or did not."""
        task, judge, given = self.source.task, self.judge, dict(review)
        assert isinstance(task, Judged) and judge is not None
        view = task.to_judge(asked.question, sample, given)
        if view is None:
            return whole_review(task, task.without_judge(given), asked.id)
        made = task.with_verdict(given, *self._judge_verdict(judge, asked, view, word))
        return whole_review(task, made, asked.id)

    def _judge_verdict(
        self, judge: Judge, asked: _Asked, view: JudgeView, word: Answered | None
    ) -> tuple[float | None, str]:
        """The judge's number, None where it gave none, and why."""
        if word is None or "error" in word:
            failure = failure_of(word)
            why = stored_sentence(failure, "message") or failure["message"]
            if failure["kind"] == UNREADABLE_VERDICT:
                return None, phrase("judge.no_verdict", reason=why)
            self.unreached.append({"id": asked.id, **failure})
            return None, phrase("judge.not_reached", message=why)
        verdict = judge.verdict(word["sample"], view.fence())
        return verdict.score, phrase("judge.judged", reason=verdict.reason)


def with_scorers(review: ReviewLine, scorers: Sequence[Scorer], record: Any, sample: Sample) -> ReviewLine:
    """The review with the numbers of scorers beside the task's, and their explanations among its details."""
    for scorer in scorers:
        found = scored_by(scorer, record, sample)
        review["score"] = {**review["score"], **found.values}
        if found.explanation:
            details = dict(review.get("details") or {})
            details["scorers"] = {**details.get("scorers", {}), scorer.name: found.explanation}
            review["details"] = details
    return review
