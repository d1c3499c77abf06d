"""The journal: one line per result, appended as it comes, on disk before it counts.

A line is written at once and synced together with the others of the last 50 ms (group commit), so durability costs
nothing that is felt. What a killed process leaves is at most one torn line at the end, which is cut off when the
journal is opened again. A short write or a full disk stops the run; what was there before stays whole. Every line is
sealed with a checksum: one that was damaged since is refused, never used.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

import orjson

from evalwright.data import Seal, seal_of, sealed, sync_directory
from evalwright.errors import InputError, StorageError
from evalwright.models import Sample
from evalwright.text import SaidAgain

COMMIT_SECONDS = 0.05


class FailedAnswer(SaidAgain):
    """Why an item has no answer."""

    kind: str
    message: str
    tries: int


class JournalRecord(TypedDict):
    """The result of one item: a sample or an error."""

    id: str
    digest: str
    sample: NotRequired[Sample]
    error: NotRequired[FailedAnswer]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    offset: int
    id: str
    digest: str
    good: bool
    is_sealed: bool = True
    """Whether the line carries a checksum; those of older versions do not."""


class Journal:
    """An append-only file of results. Opened by one process at a time (see `sole_writer`)."""

    def __init__(self, path: Path, run: Path | None = None) -> None:
        """`run`: the run directory that it belongs to, which `evalwright repair` mends."""
        self.path = path
        self._run = run
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StorageError.named("journal.not_opened", path=path, strerror=error.strerror) from None
        try:
            if is_new:
                sync_directory(path.parent)
            self._end = self._mend_tail()
        except OSError as error:
            self.close()
            raise StorageError.named("journal.not_ready", path=path, strerror=error.strerror) from None
        self._uncommitted = 0
        self._on_commit: Callable[[int], None] = lambda count: None
        self._syncing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()
        self.failure: StorageError | None = None

    def entries(self) -> Iterator[Entry]:
        """What the file holds, in the order it was written."""
        with self.path.open("rb") as stream:
            offset = 0
            for number, line in enumerate(stream, 1):
                yield self._entry_or_damaged(line, offset, number)
                offset += len(line)

    def read(self, offset: int) -> bytes:
        """The line that starts at this offset."""
        size = 4096
        while True:
            chunk = os.pread(self._handle, size, offset)
            end = chunk.find(b"\n")
            if end >= 0:
                return chunk[:end]
            if len(chunk) < size:
                raise StorageError.named("journal.no_end", path=self.path, offset=offset)
            size *= 8

    def append(self, record: JournalRecord) -> int:
        """Write one result; returns its offset. It counts as done once `on_commit` has told of it."""
        if self.failure:
            raise self.failure
        offset = self._end
        line = sealed(record) + b"\n"
        try:
            written = os.pwrite(self._handle, line, offset)
        except OSError as error:
            failure = StorageError.named("journal.not_written", path=self.path, strerror=error.strerror)
            raise self._mark_broken(failure, offset) from None
        if written != len(line):
            raise self._mark_broken(StorageError.named("journal.torn", path=self.path), offset)
        self._end += written
        self._uncommitted += 1
        return offset

    def start(self, on_commit: Callable[[int], None]) -> None:
        """Begin to sync regularly; `on_commit` hears how many results have become safe."""
        self._on_commit = on_commit
        self._syncing = asyncio.create_task(self._sync_regularly())

    async def stop(self) -> None:
        """Sync what is left and end."""
        if self._syncing is not None:
            self._ending.set()
            await self._syncing
            self._syncing = None

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)

    async def _sync_regularly(self) -> None:
        while not self._ending.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), COMMIT_SECONDS)
            await self._commit()
        await self._commit()  # what came while the last sync was under way

    async def _commit(self) -> None:
        count, self._uncommitted = self._uncommitted, 0
        if not count or self.failure:
            return
        try:
            await asyncio.to_thread(os.fdatasync, self._handle)
        except OSError as error:
            self.failure = StorageError.named("journal.not_safe", path=self.path, strerror=error.strerror)
            return
        self._on_commit(count)

    def _mark_broken(self, failure: StorageError, whole: int) -> StorageError:
        """Cut back to the last whole line and remember that nothing more can be written."""
        with suppress(OSError):  # else the torn line is cut off when the journal is next opened
            os.ftruncate(self._handle, whole)
        self.failure = failure
        return failure

    def _mend_tail(self) -> int:
        """Cut off a torn last line, or end one that is whole but for its newline. Returns where to write next."""
        size = os.fstat(self._handle).st_size
        if not size or os.pread(self._handle, 1, size - 1) == b"\n":
            return size
        start = self._last_newline(size) + 1
        tail = os.pread(self._handle, size - start, start)
        if read_entry(tail) is not None:
            os.pwrite(self._handle, b"\n", size)
            return size + 1
        os.ftruncate(self._handle, start)
        return start

    def _last_newline(self, size: int) -> int:
        step = 1 << 16
        position = size
        while position > 0:
            begin = max(0, position - step)
            found = os.pread(self._handle, position - begin, begin).rfind(b"\n")
            if found >= 0:
                return begin + found
            position = begin
        return -1

    def _entry_or_damaged(self, line: bytes, offset: int, number: int) -> Entry:
        found = read_entry(line, offset)
        if found is None:
            raise damaged_line(self.path, number, self._run)
        return found


def read_entry(line: bytes, offset: int = 0) -> Entry | None:
    """What a line of a journal holds; None where it is damaged, or was never one."""
    seal = seal_of(line)
    if seal is Seal.DAMAGED:
        return None
    try:
        record = orjson.loads(line)
        bytes.fromhex(record["digest"])
        good = isinstance(record.get("sample"), dict)
        return Entry(offset, str(record["id"]), record["digest"], good, seal is Seal.SOUND)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def damaged_line(path: Path, number: int, run: Path | None = None) -> InputError:
    """The error for a line that is not as it was written, with the cure where it belongs to a run."""
    if run is None:
        return InputError.named("run_dir.damaged_line", path=path, line=number)
    return InputError.named("run_dir.damaged_run", path=path, line=number, run=run)
