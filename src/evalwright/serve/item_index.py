"""Where the output items of a run lie on disk: three places and a verdict a row, in a file that is read by seeking.

The process of a run writes it once, when all is graded; the server reads a page of it at a time, so that neither the
length of a run nor the number of runs is in memory. First a head, then the places of each row (its item, its review,
its answer; -1 where there is none), then one byte a row that says whether it passed, for pages of one status.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from evalwright.data import write_atomic

_HEAD = struct.Struct("<8sq")
_MAGIC = b"EWITEMS1"
_PLACES = struct.Struct("<qqq")
_CHUNK = 1 << 16
PASS, FAIL = b"p", b"f"
Status = Literal["pass", "fail"]


class Places(NamedTuple):
    """Where the parts of one output item begin."""

    item: int
    review: int
    answer: int


@dataclass(slots=True)
class ItemPlaces:
    """The columns, as they are collected."""

    items: array[int]
    reviews: array[int]
    answers: array[int]
    statuses: bytearray

    @classmethod
    def of(cls, items: array[int]) -> ItemPlaces:
        """For the rows that begin here; nothing is known of them yet."""
        nowhere = array("q", [-1]) * len(items)
        return cls(items, nowhere, nowhere[:], bytearray(FAIL * len(items)))

    def write(self, path: Path) -> None:
        """Keep them for the server."""
        with write_atomic(path) as out:
            out.write(_HEAD.pack(_MAGIC, len(self.items)))
            for places in zip(self.items, self.reviews, self.answers, strict=True):
                out.write(_PLACES.pack(*places))
            out.write(self.statuses)


class ItemIndex:
    """The index of a run that is over, open for one request."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        magic, self._count = _HEAD.unpack(stream.read(_HEAD.size))
        if magic != _MAGIC:
            raise ValueError("not an index of output items")

    def __len__(self) -> int:
        return int(self._count)

    def places(self, row: int) -> Places:
        """Where the parts of a row are."""
        self._stream.seek(_HEAD.size + row * _PLACES.size)
        return Places(*_PLACES.unpack(self._stream.read(_PLACES.size)))

    def rows(self, start: int, *, backwards: bool, status: Status | None) -> Iterator[int]:
        """Rows from this one on, one way or the other, those of one status where that is asked."""
        step = -1 if backwards else 1
        if status is None:
            yield from range(start, -1 if backwards else len(self), step)
            return
        wanted = (PASS if status == "pass" else FAIL)[0]
        for first, chunk in self._statuses(start, backwards):
            numbers = range(len(chunk))[::step]
            yield from (first + number for number in numbers if chunk[number] == wanted)

    def _statuses(self, start: int, backwards: bool) -> Iterator[tuple[int, bytes]]:
        base = _HEAD.size + len(self) * _PLACES.size
        low, high = (0, start + 1) if backwards else (start, len(self))
        while low < high:
            first = max(low, high - _CHUNK) if backwards else low
            size = min(_CHUNK, high - first)
            self._stream.seek(base + first)
            yield first, self._stream.read(size)
            if backwards:
                high = first
            else:
                low = first + size
