"""A journal put into its final form while its answers are read back: one line per answer, in the order of the data set.

Answers that belong to other settings or to records that are not asked now are kept, before the others: going back to
them costs nothing. So a run that was killed ten times leaves the same files as one that was not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NotRequired, TypedDict

import orjson

from evalwright.data import Seal, seal_of, sealed, write_atomic
from evalwright.models import Sample
from evalwright.tasks import Failure
from evalwright.text import phrase

from .ask import NOT_ASKED, Answers


class Answered(TypedDict):
    """A line of a journal: a sample, or an error."""

    id: str
    digest: str
    sample: NotRequired[Sample]
    error: NotRequired[Failure]


def failure_of(record: Answered | None) -> Failure:
    """Why there is no answer."""
    if record is None:
        return {"kind": "not_asked", "message": phrase("judge.not_asked")}
    return record["error"]


def copy_answer(answers: Answers, slot: int, identifier: str, final: BinaryIO) -> Answered | None:
    """The record of a slot, copied to the final journal on the way."""
    line = answers.line(slot)
    if line is None:
        return None
    record: Answered = orjson.loads(line)
    if record["id"] != identifier:  # a record without an id of its own may have moved
        record["id"] = identifier
        line = sealed(record)
    final.write(_protected(line) + b"\n")
    return record


@contextmanager
def final_form(answers: Answers) -> Iterator[BinaryIO]:
    """The journal's final file, beginning with the good answers that no item of this run uses."""
    with write_atomic(answers.journal.path) as out:
        for line in _unused(answers):
            out.write(_protected(line) + b"\n")
        yield out


def _protected(line: bytes) -> bytes:
    """The line with its checksum; one of an older version gets it now."""
    return sealed(orjson.loads(line)) if seal_of(line) is Seal.NONE else line


def _unused(answers: Answers) -> Iterator[bytes]:
    if sum(offset != NOT_ASKED for offset in answers.offsets) == answers.lines:
        return
    used = set(answers.offsets)
    for entry in answers.journal.entries():
        if entry.good and entry.offset not in used:
            yield answers.journal.read(entry.offset)
