"""Asking: the records of a source become requests, and only what has no good answer yet is sent.

An answer is known by its digest, the hash of all that decides it: the record, the request as sent, the model and
its address. So an edited record, prompt, model or setting is asked again, and nothing else is.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evalwright.data import dumps_canonical
from evalwright.engine import Batch, Job, Journal, Outcome, Progress, run_batch
from evalwright.models import Model

from .config import EvalConfig
from .sources import Source

NOT_ASKED = -1


@dataclass(slots=True)
class Answers:
    """Where in the journal the answer to every item lies."""

    journal: Journal
    offsets: array[int]
    """By position: the offset of the item's line, or NOT_ASKED."""
    lines: int
    """How many lines the journal holds, older ones included."""
    outcome: Outcome


def ask(source: Source, model: Model, journal: Journal, config: EvalConfig) -> Answers:
    """Ask the model all that the journal does not answer yet."""
    known = _Known(journal)
    answers = Answers(journal, array("q", [NOT_ASKED]) * source.rows, known.lines, Outcome())
    progress = Progress(f"{model.name} {source.subset}", source.rows - _unusable(source), show=config.show_progress)

    def note(position: int, offset: int, good: bool) -> None:
        answers.offsets[position] = offset
        answers.lines += 1

    jobs = _owed(source, model, config, known, answers, progress)
    batch = Batch(model, journal, config.policy, config.concurrency, progress, note)
    answers.outcome = run_batch(batch, jobs)
    return answers


def _unusable(source: Source) -> int:
    return len(source.bad_rows) + len(source.invalid)


class _Known:
    """The good answers of a journal, by digest. Equal records have equal digests: each answer is used once."""

    def __init__(self, journal: Journal) -> None:
        self.lines = 0
        self._offsets: dict[bytes, int | list[int]] = {}
        for entry in journal.entries():
            self.lines += 1
            if entry.good:
                self._add(bytes.fromhex(entry.digest), entry.offset)

    def _add(self, digest: bytes, offset: int) -> None:
        there = self._offsets.setdefault(digest, offset)
        if isinstance(there, list):
            there.append(offset)
        elif there != offset:
            self._offsets[digest] = [there, offset]

    def take(self, digest: bytes) -> int | None:
        """The offset of an answer with this digest that was not taken yet."""
        there = self._offsets.get(digest)
        if isinstance(there, list):
            return there.pop(0) if there else None
        return self._offsets.pop(digest, None)  # type: ignore[return-value]


def _owed(
    source: Source, model: Model, config: EvalConfig, known: _Known, answers: Answers, progress: Progress
) -> Iterator[Job]:
    """The jobs that are still owed; answers that are there already are noted on the way."""
    identity = dumps_canonical([source.task.name, model.identity()])
    settings = config.generation
    for position, record, question in source.questions():
        request = source.task.request(question, settings)
        prepared = model.prepare(request)
        digest = _digest(identity, prepared, record)
        offset = known.take(digest)
        if offset is None:
            yield Job(position, request, prepared, digest.hex())
        else:
            answers.offsets[position] = offset
            progress.done += 1


def _digest(identity: bytes, prepared: bytes, record: Any) -> bytes:
    mark = hashlib.blake2b(identity, digest_size=16)
    mark.update(prepared)
    mark.update(dumps_canonical(record))
    return mark.digest()
