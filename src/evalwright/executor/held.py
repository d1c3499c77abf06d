"""Lines that stay with the worker who made them, who puts them into the output itself once the driver knows where.

`Held(lines)` stands in a result. Whoever goes over the results says `held.put(stream)` before the next result is
taken. In this process that writes the lines; where another one made them, it reserves their place in the stream's file,
and they go from that worker into the file without passing through the driver. The file is the driver's own: its
descriptor is sent along, never a name. A piece is not done before its lines are there; where its worker dies, it is
done again and written to the same place. On other machines there is no such file: from there the lines are sent.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, NamedTuple, Protocol, runtime_checkable

from .frames import SentApart

FEW_BYTES = 1 << 15
"""Fewer are sent with the result."""
BLOCK_BYTES = 1 << 16
"""Files that are hashed are hashed in blocks, so that several can do it."""
Part = slice | bytes
"""Some of the lines, from one place to another, or something between them."""
_Kept = list[bytes]
_keeping: ContextVar[_Kept | None] = ContextVar("evalwright_keeping", default=None)
"""In a worker that packs a result: what stays here of it."""
_placing: ContextVar[Placing | None] = ContextVar("evalwright_placing", default=None)
"""In a driver that unpacks a result: who takes notice of what is put where."""


@runtime_checkable
class FilledElsewhere(Protocol):
    """A file that knows what others write into it."""

    def reserve(self, start: int, end: int) -> None:
        """These bytes will come."""
        ...

    def fill(self, start: int, end: int, digests: bytes) -> None:
        """They have come; what `block_digests` said of them."""
        ...


class Write(NamedTuple):
    """What a worker has to put where."""

    file: int
    """Which of the descriptors that are sent along."""
    offset: int
    held: int
    """Which of the lines that stayed there."""
    parts: Sequence[Part] | None
    """None: all of them."""
    hashed: bool
    """Whether digests of the blocks are wanted."""


@dataclass(slots=True)
class _Reserved:
    """The place of one write, and whose file it is in."""

    file: FilledElsewhere
    start: int
    end: int


class Placing:
    """What is put where of one result."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        """Of the lines that stayed with the worker."""
        self.files: list[int] = []
        """Descriptors."""
        self.writes: list[Write] = []
        self._reserved: list[_Reserved] = []

    def add(self, stream: BinaryIO, held: int, parts: Sequence[Part] | None) -> None:
        """Reserve the next bytes of a stream."""
        handle, whole, start = stream.fileno(), self.lengths[held], stream.tell()
        end = start + (whole if parts is None else sum(map(_length_of, parts)))
        if handle not in self.files:
            self.files.append(handle)
        raw = getattr(stream, "raw", None)
        is_told = isinstance(raw, FilledElsewhere)
        if isinstance(raw, FilledElsewhere):
            raw.reserve(start, end)
            self._reserved.append(_Reserved(raw, start, end))
        self.writes.append(Write(self.files.index(handle), start, held, parts, is_told))
        stream.seek(end)

    def done(self, digests: Sequence[bytes]) -> None:
        """All is written; what was wanted of it."""
        for place, each in zip(self._reserved, digests, strict=True):
            place.file.fill(place.start, place.end, each)


class Held:
    """Lines inside a result, which are to be written."""

    __slots__ = ("_data",)

    def __init__(self, data: bytes | memoryview) -> None:
        self._data = data

    def put(self, stream: BinaryIO, parts: Sequence[Part] | None = None) -> None:
        """Write them, or these parts of them, where the stream stands; it must be a file."""
        if parts is None:
            stream.write(self._data)
        else:
            stream.writelines(_in_parts(self._data, parts))

    def __reduce__(self) -> tuple[object, ...]:
        kept = _keeping.get()
        if kept is None or len(self._data) < FEW_BYTES:
            return Held, (SentApart(self._data),)
        kept.append(bytes(self._data))
        return _HeldThere, (len(kept) - 1, len(self._data))


class _HeldThere(Held):
    """The same, of which the driver has nothing but the length."""

    __slots__ = ("_number", "_placed")

    def __init__(self, number: int, length: int) -> None:
        placing = _placing.get()
        assert placing is not None and number == len(placing.lengths)
        placing.lengths.append(length)
        self._number, self._placed = number, placing

    def put(self, stream: BinaryIO, parts: Sequence[Part] | None = None) -> None:
        self._placed.add(stream, self._number, parts)


@contextmanager
def kept_here() -> Iterator[_Kept]:
    """While a result is packed: what is held of it."""
    kept: _Kept = []
    before = _keeping.set(kept)
    try:
        yield kept
    finally:
        _keeping.reset(before)


@contextmanager
def placed_by(placing: Placing) -> Iterator[None]:
    """While a result is unpacked: who takes notice of what is put where."""
    before = _placing.set(placing)
    try:
        yield
    finally:
        _placing.reset(before)


def write_there(kept: Sequence[bytes], writes: Iterable[Write], files: Sequence[int]) -> list[bytes]:
    """In a worker: put what is held into the files, and say what is wanted of it; OSError where they do not take it."""
    told = []
    for write in writes:
        data = kept[write.held]
        if write.parts is not None:
            data = b"".join(_in_parts(data, write.parts))
        _write_at(files[write.file], data, write.offset)
        if write.hashed:
            told.append(block_digests(data, write.offset))
    return told


def block_digests(data: bytes, offset: int) -> bytes:
    """The digests of all blocks of a file that lie wholly in these bytes of it, one after another."""
    view, first = memoryview(data), -offset % BLOCK_BYTES
    starts = range(first, len(data) - BLOCK_BYTES + 1, BLOCK_BYTES)
    return b"".join([sha256(view[start : start + BLOCK_BYTES]).digest() for start in starts])


def _write_at(handle: int, data: bytes, place: int) -> None:
    left = memoryview(data)
    while left:
        written = os.pwrite(handle, left, place)
        left, place = left[written:], place + written


def _in_parts(data: bytes | memoryview, parts: Iterable[Part]) -> Iterator[bytes | memoryview]:
    whole = memoryview(data)
    return (part if isinstance(part, bytes) else whole[part] for part in parts)


def _length_of(part: Part) -> int:
    return len(part) if isinstance(part, bytes) else int(part.stop) - int(part.start)
