"""Scoring: every answer is read back from the journal in the order of the data set, graded, and written as a review.

In the same pass the journal is put into its final form (one line per answer, in the order of the data set), so that
a run that was killed ten times leaves the same files as one that was not. Answers that belong to other settings or
to records that are not asked now are kept, before the others: going back to them costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from evalwright.data import dumps, write_atomic

from .ask import NOT_ASKED, Answers
from .judging import Judge, Judged
from .protocol import Task
from .sources import Source


@dataclass(slots=True)
class Scored:
    """One model on one subset: where the reviews lie, and what could not be reviewed."""

    model: str
    dataset: str
    subset: str
    task: Task
    reviews: Path
    graded: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)
    """Items without an answer: id, kind, message."""
    invalid: list[dict[str, Any]] = field(default_factory=list)


def score(
    source: Source,
    answers: Answers,
    model: str,
    reviews: Path,
    judge: Judge | None = None,
    judgements: Answers | None = None,
) -> Scored:
    """Grade all answers of a source; with a judge, its word is part of the review."""
    scored = Scored(model, source.dataset, source.subset, source.task, reviews, invalid=list(source.invalid))
    with ExitStack() as stack:
        review_out = stack.enter_context(write_atomic(reviews))
        final = stack.enter_context(_final_form(answers))
        final_judgements = stack.enter_context(_final_form(judgements)) if judgements is not None else None
        for position, _, question in source.questions():
            for copy in range(source.copies):
                slot = position * source.copies + copy
                record = _answer(answers, slot, question.id, final)
                if record is None or "error" in record:
                    scored.failures.append({"id": question.id, **_failure(record)})
                    continue
                review = source.task.review(question, record["sample"])
                if judge is not None and judgements is not None and final_judgements is not None:
                    judged = _answer(judgements, slot, question.id, final_judgements)
                    review = _judged(source.task, question, record["sample"], review, judge, judged)
                if source.copies > 1:
                    review |= {"conversation_id": question.id, "repeat": copy}
                review_out.write(dumps(review) + b"\n")
                scored.graded += 1
                scored.verdicts[review["verdict"]] += 1
    return scored


def _failure(record: dict[str, Any] | None) -> dict[str, Any]:
    if record is None:
        return {"kind": "not_asked", "message": "the run stopped before it"}
    error: dict[str, Any] = record["error"]
    return error


def _judged(
    task: Task, question: Any, sample: Any, review: dict[str, Any], judge: Judge, record: dict[str, Any] | None
) -> dict[str, Any]:
    """The review with what the judge said, or did not."""
    assert isinstance(task, Judged)
    view = task.to_judge(question, sample, review)
    if view is None:
        return task.without_judge(review)
    if record is None or "error" in record:
        return task.with_verdict(review, None, f"the judge gave no verdict: {_failure(record)['message']}")
    verdict = judge.verdict(record["sample"], view.fence())
    return task.with_verdict(review, verdict.score, f"judged: {verdict.reason}")


def _answer(answers: Answers, slot: int, identifier: str, final: BinaryIO) -> dict[str, Any] | None:
    """The record of a slot, copied to the final journal on the way."""
    line = answers.line(slot)
    if line is None:
        return None
    record: dict[str, Any] = orjson.loads(line)
    if record["id"] != identifier:  # a record without an id of its own may have moved
        record["id"] = identifier
        line = dumps(record)
    final.write(line + b"\n")
    return record


@contextmanager
def _final_form(answers: Answers) -> Iterator[BinaryIO]:
    """The journal's final file, beginning with the good answers that no item of this run uses."""
    with write_atomic(answers.journal.path) as out:
        for line in _unused(answers):
            out.write(line + b"\n")
        yield out


def _unused(answers: Answers) -> Iterator[bytes]:
    if sum(offset != NOT_ASKED for offset in answers.offsets) == answers.lines:
        return
    used = set(answers.offsets)
    for entry in answers.journal.entries():
        if entry.good and entry.offset not in used:
            yield answers.journal.read(entry.offset)
