"""A compact index over the lines of one file: where each begins, and the few facts lists are made from.

A path flows in, columns flow out; the lines themselves stay on disk and are read by their offset. The index grows:
a call to `extend` takes in what it can in the time it is given, so that a first page never waits for the whole file,
and a journal that is still being written is followed in the same way. A last line that is only half there is left
for the next time.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from evalwright.chat import JsonObject

from .item_keys import item_key
from .line_facts import LineFacts, ReadFacts, item_of_line, plain_keys, read_object, sound_object
from .safe_paths import open_plain, open_regular
from .text_scan import TextScan

MAX_LINE = 64 * 1024 * 1024
_CLOCK_LINES = 256
_BLOCK = 1 << 22
_SCANS = 8


class Names:
    """Words that stand many times, kept once and counted."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.counts: list[int] = []
        self._numbers: dict[str, int] = {}

    def number(self, word: str) -> int:
        """The number of a word, counting it."""
        number = self._numbers.get(word)
        if number is None:
            number = self._numbers[word] = len(self.words)
            self.words.append(word)
            self.counts.append(0)
        self.counts[number] += 1
        return number

    def count(self, word: str) -> int:
        """How often a word stands there."""
        number = self._numbers.get(word)
        return 0 if number is None else self.counts[number]

    def known(self, word: str) -> int | None:
        """The number of a word that stands there."""
        return self._numbers.get(word)


class LineIndex:
    """The lines of one file. Safe to use from several threads: columns only ever grow.

    Without `read` it keeps nothing but which item stands where, which takes a fifth of the time: enough for a page that
    shows one of them.
    """

    def __init__(self, path: Path, root: Path | None, read: ReadFacts | None) -> None:
        self.path = path
        self._root = root
        self._read = read
        self.lock = threading.Lock()
        self.offsets = array("q")
        self.verdicts = array("L")
        self.tools = array("L")
        self.effects = array("L")
        self.scores = array("d")
        self.mains = array("d")
        self.answers = array("q")
        self.ids: list[str] = []
        self.verdict_names = Names()
        self.tool_names = Names()
        self.effect_names = Names()
        self.unreadable = 0
        self.unreadable_at: int | None = None
        """The number of the first line that cannot be read, from 1."""
        self._taken = 0
        self.end = 0
        self.complete = False
        self._rows: dict[str, int] = {}
        self._file: tuple[int, int] | None = None
        self._seen: tuple[int, int] | None = None
        self._last_line = b""
        self._last = b""
        self._scans: dict[str, TextScan] = {}

    def __len__(self) -> int:
        return len(self.offsets)

    def open(self) -> BinaryIO | None:
        """The file itself, where it is still the one that was indexed."""
        stream = open_plain(self.path) if self._root is None else open_regular(self.path, self._root)
        if stream is not None and self._file not in (None, _identity(stream)):
            stream.close()
            return None
        return stream

    def is_current(self) -> bool:
        """Whether the file is the one indexed, or has grown since; not, where it was replaced or cut.

        While somebody takes the file in, the last line is not marked yet: who comes then waits for that one, and does
        not begin anew.
        """
        if self.lock.locked():
            return True
        stream = self.open()
        if stream is None:
            return False
        with stream:
            state = os.fstat(stream.fileno())
            if (state.st_size, state.st_mtime_ns) == self._seen:
                return True
            if state.st_size < self.end or not self._ends_as_before(stream):
                return False
            self.complete = False
            return True

    def _ends_as_before(self, stream: BinaryIO) -> bool:
        """Whether the last line taken in stands where it stood."""
        if not self.offsets:
            return self.end == 0
        stream.seek(self.offsets[-1])
        return _mark(stream.readline(MAX_LINE)) == self._last

    def extend(self, seconds: float) -> None:
        """Take in more lines, for about this long; where another request does so already, wait for it no longer."""
        deadline = time.monotonic() + seconds
        if not self.lock.acquire(timeout=seconds):
            return  # what is in by now can be shown, and the page asks again
        try:
            self._extend_until(deadline)
        finally:
            self.lock.release()

    def _extend_until(self, deadline: float) -> None:
        stream = None if self.complete else self.open()
        if stream is None:
            return
        with stream:
            state = os.fstat(stream.fileno())
            self._file = _identity(stream)
            stream.seek(self.end)
            self.complete = self._index_lines(stream, deadline)
            if self._last_line:
                self._last, self._last_line = _mark(self._last_line), b""
            self._seen = (state.st_size, state.st_mtime_ns) if self.complete else None

    def _index_lines(self, stream: BinaryIO, deadline: float) -> bool:
        """Whether the end was reached."""
        if self._read is None and not self._place_blocks(stream, deadline):
            return False
        number = 0
        while line := stream.readline(MAX_LINE):
            if not line.endswith(b"\n") and (len(line) == MAX_LINE or read_object(line) is None):
                return self._pass_over(stream, line)
            if self._read is None:
                self._place_line(line)
            else:
                self._index_line(line, self._read)
            number += 1
            if number % _CLOCK_LINES == 0 and time.monotonic() > deadline:
                return False
        return True

    def _pass_over(self, stream: BinaryIO, line: bytes) -> bool:
        """A torn last line waits for its end; one that is too long is left out."""
        if len(line) < MAX_LINE:
            return True
        self._note_unreadable()
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE)
        self.end = stream.tell()
        return False

    def _index_line(self, line: bytes, read: ReadFacts) -> None:
        start, self.end = self.end, self.end + len(line)
        facts = read(line)
        if facts is None:
            self._pass_by(line)
            return
        self._taken += 1
        self._keep(start, facts)
        self._last_line = line

    def _place_line(self, line: bytes) -> None:
        start, self.end = self.end, self.end + len(line)
        item = item_of_line(line)
        if item is None:
            self._pass_by(line)
            return
        self._taken += 1
        self._rows.setdefault(item[1], len(self.ids))
        self.ids.append(item[0])
        self.offsets.append(start)
        self._last_line = line

    def _place_blocks(self, stream: BinaryIO, deadline: float) -> bool:
        """Take in whole blocks of plain lines, as far as there are such; whether there is time for the rest."""
        while block := stream.read(_BLOCK):
            lines = block[: block.rfind(b"\n") + 1].split(b"\n")[:-1]
            keys = plain_keys(lines)
            if not lines or keys is None:
                break
            self._place_block(lines, keys)
            stream.seek(self.end)
            if time.monotonic() > deadline:
                return False
        stream.seek(self.end)
        return True

    def _place_block(self, lines: list[bytes], keys: list[str]) -> None:
        row = len(self.ids)
        for key in keys:
            self._rows.setdefault(key, row)
            row += 1
        self.ids += keys
        ends = accumulate((len(line) + 1 for line in lines), initial=self.end)
        places = array("q", ends)
        self.end = places.pop()
        self._taken += len(lines)
        self._last_line = lines[-1] + b"\n"
        self.offsets += places

    def _pass_by(self, line: bytes) -> None:
        """A line that is nothing that can be listed."""
        if line.strip():
            self._note_unreadable()
        else:
            self._taken += 1

    def _note_unreadable(self) -> None:
        self._taken += 1
        self.unreadable += 1
        self.unreadable_at = self.unreadable_at or self._taken

    def _keep(self, start: int, facts: LineFacts) -> None:
        self._rows.setdefault(item_key(facts.id), len(self.ids))
        self.ids.append(facts.id)
        self.verdicts.append(self.verdict_names.number(facts.verdict))
        self.tools.append(self.tool_names.number(facts.tool))
        self.effects.append(self.effect_names.number(facts.effect))
        self.scores.append(facts.score)
        self.mains.append(facts.main)
        self.answers.append(facts.answer)
        self.offsets.append(start)  # last, because its length is the length of the index

    def row(self, key: str, copy: int = 0) -> int | None:
        """The row of an item by its key; `copy`: which of its answers, where it was asked repeatedly."""
        first = self._rows.get(key)
        if first is None:
            return None
        if copy == 0:
            return first
        rows = (row for row in range(first, len(self)) if self.ids[row] == self.ids[first])
        return next((row for number, row in enumerate(rows) if number == copy), None)

    def lines(self, rows: Iterable[int]) -> Iterator[bytes]:
        """The lines of these rows; none where the file was replaced in the meantime."""
        stream = self.open()
        if stream is None:
            return
        with stream:
            for row in rows:
                stream.seek(self.offsets[row])
                yield stream.readline(MAX_LINE)

    def scan(self, text: str, seconds: float) -> TextScan:
        """The search for a text, taken further for about this long; a later call goes on where this one stopped."""
        with self.lock:
            scan = self._scans.pop(text, None) or TextScan(text)
            self._scans[text] = scan
            while len(self._scans) > _SCANS:
                self._scans.pop(next(iter(self._scans)))
            stream = self.open()
            if stream is not None:
                with stream:
                    scan.go_on(stream, self.offsets, self.end, time.monotonic() + seconds)
            return scan


def _identity(stream: BinaryIO) -> tuple[int, int]:
    state = os.fstat(stream.fileno())
    return state.st_dev, state.st_ino


def _mark(line: bytes) -> bytes:
    return hashlib.blake2b(line, digest_size=8).digest()


def object_at(index: LineIndex | None, key: str, copy: int) -> JsonObject | None:
    """What a file says of one answer to an item; None where it says nothing."""
    row = index.row(key, copy) if index is not None else None
    if index is None or row is None:
        return None
    return next((sound_object(line) for line in index.lines([row])), None)
