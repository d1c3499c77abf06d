"""Scoring: every answer is read back from the journal in the order of the data set, graded, and written as a review.

In the same pass the journal is put into its final form (one line per item, in the order of the data set), so that a
run that was killed ten times leaves the same files as one that was not. Answers that belong to other settings or to
records that are not asked now are kept, before the others: going back to them costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from evalwright.data import dumps, write_atomic

from .ask import NOT_ASKED, Answers
from .protocol import Task
from .sources import Source


@dataclass(slots=True)
class Scored:
    """One model on one subset: where the reviews lie, and what could not be reviewed."""

    model: str
    task: Task
    subset: str
    reviews: Path
    graded: int = 0
    failures: list[dict[str, Any]] = field(default_factory=list)
    """Items without an answer: id, kind, message."""
    invalid: list[dict[str, Any]] = field(default_factory=list)


def score(source: Source, answers: Answers, model: str, reviews: Path) -> Scored:
    """Grade all answers of a source."""
    scored = Scored(model, source.task, source.subset, reviews, invalid=list(source.invalid))
    with write_atomic(reviews) as review_out, write_atomic(answers.journal.path) as final:
        _keep_others(answers, final)
        for position, _, question in source.questions():
            line = _line(answers, position)
            if line is None:
                scored.failures.append({"id": question.id, "kind": "not_asked", "message": "the run stopped before it"})
                continue
            record = orjson.loads(line)
            final.write(_under_id(record, line, question.id) + b"\n")
            if "sample" in record:
                review_out.write(dumps(source.task.review(question, record["sample"])) + b"\n")
                scored.graded += 1
            else:
                scored.failures.append({"id": question.id, **record["error"]})
    return scored


def _line(answers: Answers, position: int) -> bytes | None:
    offset = answers.offsets[position]
    return None if offset == NOT_ASKED else answers.journal.read(offset)


def _under_id(record: dict[str, Any], line: bytes, identifier: str) -> bytes:
    """The line with the item's present id: a record without an id of its own may have moved."""
    return line if record["id"] == identifier else dumps({**record, "id": identifier})


def _keep_others(answers: Answers, out: BinaryIO) -> None:
    """Copy good answers that no item of this run uses."""
    if sum(offset != NOT_ASKED for offset in answers.offsets) == answers.lines:
        return
    for line in _unused(answers, set(answers.offsets)):
        out.write(line + b"\n")


def _unused(answers: Answers, used: set[int]) -> Iterator[bytes]:
    for entry in answers.journal.entries():
        if entry.good and entry.offset not in used:
            yield answers.journal.read(entry.offset)
