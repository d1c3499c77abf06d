"""Asking: records become requests, and only what has no good answer yet is sent.

An answer is known by its digest, the hash of all that decides it: the record, the request as sent, the model and
its address. So an edited record, prompt, model or setting is asked again, and nothing else is. A judge is asked in
the same way; there the record is the answer it judges.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from evalwright.data import BESIDE_THE_QUESTION, dumps_canonical
from evalwright.engine import Batch, Breaker, Budget, Job, Journal, Outcome, Pace, Progress, RetryPolicy, run_batch
from evalwright.models import Model, Request
from evalwright.secrecy import redacted
from evalwright.tasks import requested
from evalwright.text import escaped

from .config import EvalConfig
from .score_so_far import ScoreSoFar, score_so_far
from .sources import Source

NOT_ASKED = -1
_NO_LIMIT = 1e9
_SENT = ("messages", "tools")
_NOT_DECIDING = frozenset({*_SENT, *BESIDE_THE_QUESTION})


@dataclass(slots=True)
class Answers:
    """Where in the journal the answer to every question lies."""

    journal: Journal
    offsets: array[int]
    """By slot (position times copies, plus the copy): the offset of the answer's line, or NOT_ASKED."""
    lines: int
    """How many lines the journal holds, older ones included."""
    outcome: Outcome = field(default_factory=Outcome)
    good: int = 0
    """How many of the slots hold an answer and not an error."""
    unprotected: int = 0
    """Lines that were written without a checksum, by an older version."""

    def resize(self, slots: int) -> None:
        """Make room for so many, and no more."""
        more = max(0, slots - len(self.offsets))
        self.offsets.extend(array("q", [NOT_ASKED]) * more)
        del self.offsets[slots:]

    def put(self, slot: int, offset: int, *, good: bool) -> None:
        """Note where an answer lies; there may be more slots than were thought."""
        if slot >= len(self.offsets):
            self.resize(slot + 1 + (slot >> 3))
        self.offsets[slot] = offset
        self.good += good

    def line(self, slot: int) -> bytes | None:
        """The journal's line for a slot."""
        offset = self.offsets[slot]
        return None if offset == NOT_ASKED else self.journal.read(offset)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a model, and what besides the request decides its answer."""

    slot: int
    request: Request
    deciding: bytes = b""
    former: bytes | None = None
    """The same as earlier versions reckoned it, where that differs: their answers are still good."""

    def digests(self, identity: bytes, prepared: bytes) -> Iterator[hashlib.blake2b]:
        """The marks under which an answer to this question may be known, today's first."""
        for deciding in (self.deciding, self.former):
            if deciding is not None:
                yield request_digest(identity, prepared, deciding)


@dataclass(frozen=True, slots=True)
class Asking:
    """How a model is asked a batch of questions."""

    label: str
    model: Model
    slots: int
    due: int
    policy: RetryPolicy
    concurrency: int | None = None
    show: bool = False
    only_known: bool = False
    """Use what the journal holds and send nothing."""
    watch: ScoreSoFar | None = None
    """Who tells what the answers are worth so far."""
    budget: Budget = field(default_factory=Budget)
    """What all that is asked may cost, also by others."""
    counts_errors: bool = False
    """What failed before is not asked again."""
    at_most: int | None = None
    """What an adaptive limit may grow to."""
    pace: Pace = field(default_factory=Pace)
    elsewhere: frozenset[bytes] = frozenset()
    """The digests of what another journal answers: it is passed over."""
    counted: Callable[[], int] | None = None
    """How many answers are due, now that all questions were seen."""


def ask(
    source: Source, model: Model, journal: Journal, config: EvalConfig, budget: Budget, *, only_known: bool = False
) -> Answers:
    """Ask the model all of a source that the journal does not answer yet; `only_known`: nobody is asked."""
    watch = score_so_far(source.task, journal) if config.show_progress else None
    asking = Asking(
        escaped(redacted(f"{model.name} {source.subset}")),
        model,
        source.rows * source.copies,
        source.askable,
        config.policy,
        config.concurrency,
        config.show_progress,
        only_known or config.only_known,
        watch,
        budget,
        config.counts_errors,
        config.at_most,
        config.pace,
        answered_elsewhere(config, journal),
        lambda: source.askable,
    )
    ongoing = source.ongoing
    answers = collect(asking, journal, questions_of(source, config, watch))
    if ongoing is not None and not answers.outcome.interrupted:
        ongoing.finish()
        answers.resize(source.rows * source.copies)
    return answers


def answered_elsewhere(config: EvalConfig, journal: Journal) -> frozenset[bytes]:
    """The digests of what the run itself answers already, for a worker that does one part of it."""
    part = config.slice
    if part is None or part.workers is None:
        return frozenset()
    return answered_digests(config.run.parents[1] / journal.path.relative_to(config.run))


@lru_cache(8)
def answered_digests(path: Path) -> frozenset[bytes]:
    """What a journal answers that nobody writes to for now."""
    if not path.is_file():
        return frozenset()
    with closing(Journal(path)) as journal:
        return frozenset(bytes.fromhex(entry.digest) for entry in journal.entries() if entry.good)


def count_owed(source: Source, model: Model, journal: Journal, config: EvalConfig) -> int:
    """How many items of a source the journal does not answer yet; nobody is asked."""
    jobs = _owed(model, questions_of(source, config), _Known(journal), lambda slot, offset, good: None)
    return sum(1 for _ in jobs)


def collect(asking: Asking, journal: Journal, questions: Iterator[Asked]) -> Answers:
    """Answers to all questions, from the journal where it has them, else from the model."""
    known = _Known(journal, asking.elsewhere, counts_errors=asking.counts_errors)
    answers = Answers(journal, array("q", [NOT_ASKED]) * asking.slots, known.lines, unprotected=known.unprotected)
    progress, watch = Progress(asking.label, asking.due, show=asking.show), asking.watch
    progress.score = watch

    def note(slot: int, offset: int, good: bool) -> None:
        answers.put(slot, offset, good=good)
        answers.lines += 1
        if watch is not None:
            watch.answered(slot, offset, good=good)

    def found(slot: int, offset: int, good: bool) -> None:
        answers.put(slot, offset, good=good)
        progress.done += 1
        progress.errors += not good
        if watch is not None:
            watch.answered(slot, offset, good=good)

    jobs = _owed(asking.model, _recounted(questions, asking, progress), known, found)
    if asking.only_known:
        for _ in jobs:
            pass
        return answers
    concurrency, policy = _pace(asking)
    breaker = Breaker(proven=known.any)
    batch = Batch(
        asking.model, journal, policy, concurrency, progress, note, asking.budget, breaker, asking.at_most, asking.pace
    )
    answers.outcome = run_batch(batch, jobs)
    if answers.outcome.stopped and known.any:  # what was answered before counts, though the run stopped before it
        for _ in jobs:
            pass
    return answers


def _recounted(questions: Iterator[Asked], asking: Asking, progress: Progress) -> Iterator[Asked]:
    """The questions; at their end it is known how many there were."""
    yield from questions
    if asking.counted is not None:
        progress.total = asking.counted()


def _pace(asking: Asking) -> tuple[int | None, RetryPolicy]:
    """How many requests are in flight, and how patiently.

    A model that says itself how many it wants (`in_flight`) works in this process: what waits there waits for its turn
    and not for a network, so no time limit applies to it.
    """
    own: int | None = getattr(asking.model, "in_flight", None)
    if own is None:
        return asking.concurrency, asking.policy
    return asking.concurrency or own, replace(asking.policy, timeout=_NO_LIMIT, deadline=_NO_LIMIT)


class _Known:
    """The good answers of a journal, by digest. Equal records have equal digests: each answer is used once."""

    def __init__(
        self, journal: Journal, elsewhere: frozenset[bytes] = frozenset(), *, counts_errors: bool = False
    ) -> None:
        """`elsewhere`: digests that another journal answers; `counts_errors`: what failed counts as asked."""
        self.lines = 0
        self.unprotected = 0
        self.elsewhere = elsewhere
        self.errors: dict[bytes, int] = {}
        self._offsets: dict[bytes, int | list[int]] = {}
        for entry in journal.entries():
            self.lines += 1
            self.unprotected += not entry.is_sealed
            if entry.good:
                self._add_offset(bytes.fromhex(entry.digest), entry.offset)
            elif counts_errors:
                self.errors[bytes.fromhex(entry.digest)] = entry.offset

    @property
    def any(self) -> bool:
        """Whether there is an answer that was not taken yet."""
        return bool(self._offsets)

    def _add_offset(self, digest: bytes, offset: int) -> None:
        there = self._offsets.setdefault(digest, offset)
        if isinstance(there, list):
            there.append(offset)
        elif there != offset:
            self._offsets[digest] = [there, offset]

    def take(self, digest: bytes) -> int | None:
        """The offset of an answer with this digest that was not taken yet."""
        there = self._offsets.pop(digest, None)
        if not isinstance(there, list):
            return there
        first, *rest = there
        self._offsets[digest] = rest[0] if len(rest) == 1 else rest
        return first


def questions_of(source: Source, config: EvalConfig, watch: ScoreSoFar | None = None) -> Iterator[Asked]:
    """All that is asked of a source, every copy of an item on its own; `watch` sees the questions go by."""
    settings = config.generation
    ongoing = source.ongoing
    for position, record, question in source.questions() if ongoing is None else ongoing.questions():
        request = requested(source.task, question, settings)
        deciding, former = _deciding(record)
        for copy in range(source.copies):
            tag = b"#%d" % copy if copy else b""
            mark, earlier = deciding + tag, None if former is None else former + tag
            # The copy's number seeds a local model; servers are not sent the tag.
            asked, slot = replace(request, tag=f"#{copy}") if copy else request, position * source.copies + copy
            if watch is not None:
                watch.asked(slot, question)
            yield Asked(slot, asked, mark, earlier)


def _deciding(record: Any) -> tuple[bytes, bytes | None]:
    """What of a record decides its answer besides the request, today and formerly."""
    if isinstance(record, dict) and _NOT_DECIDING.isdisjoint(record):  # mostly
        return dumps_canonical(record), None
    return dumps_canonical(_besides(record)), _formerly(record)


def _formerly(record: Any) -> bytes | None:
    """What decided an answer before the fields beside the question were left out; None where there are none."""
    if not isinstance(record, dict) or not any(name in record for name in BESIDE_THE_QUESTION):
        return None
    return dumps_canonical({name: value for name, value in record.items() if name not in _SENT})


def _besides(record: Any) -> Any:
    """The record without what stands in the request anyway, which is most of it, and what no answer depends on."""
    if not isinstance(record, dict):
        return record
    return {name: value for name, value in record.items() if name not in _SENT and name not in BESIDE_THE_QUESTION}


def request_digest(identity: bytes, prepared: bytes, deciding: bytes) -> hashlib.blake2b:
    """The mark of all that decides an answer: who is asked, the request as sent, and the rest of the record."""
    mark = hashlib.blake2b(identity, digest_size=16)
    mark.update(prepared)
    mark.update(deciding)
    return mark


def _owed(
    model: Model, questions: Iterator[Asked], known: _Known, found: Callable[[int, int, bool], None]
) -> Iterator[Job]:
    """The jobs that are still owed; answers that are there already are noted on the way."""
    identity = dumps_canonical(model.identity())
    for asked in questions:
        prepared = model.prepare(asked.request)
        marks = list(asked.digests(identity, prepared))
        offset = next((at for mark in marks if (at := known.take(mark.digest())) is not None), None)
        if offset is not None:
            found(asked.slot, offset, True)
        elif known.elsewhere and any(mark.digest() in known.elsewhere for mark in marks):
            continue
        elif (failed := known.errors.pop(marks[0].digest(), None)) is not None:
            found(asked.slot, failed, False)
        else:
            yield Job(asked.slot, asked.request, prepared, marks[0].hexdigest())
