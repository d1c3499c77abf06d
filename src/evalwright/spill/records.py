"""Records of one width, by number: bytes in memory, from a bound on in a file."""

from __future__ import annotations

from collections.abc import Iterator

from .nameless import NamelessFile

MEMORY_BYTES = 16 << 20
_TAIL_BYTES = 1 << 18
_READ_BYTES = 1 << 20


class SpilledRecords:
    """A list of records; the last ones are in memory until there are enough to be written at once."""

    def __init__(self, width: int, memory_bytes: int | None = None) -> None:
        self.width = width
        self._room = MEMORY_BYTES if memory_bytes is None else memory_bytes
        self._tail = bytearray()
        self._file: NamelessFile | None = None
        self._written = 0
        """Bytes in the file."""

    def __len__(self) -> int:
        return (self._written + len(self._tail)) // self.width

    def append(self, record: bytes) -> int:
        """Add a record; its number."""
        place = self._written + len(self._tail)
        self._tail += record
        if len(self._tail) > self._room:
            self._write_tail()
        return place // self.width

    def __getitem__(self, number: int) -> bytes:
        place = number * self.width - self._written
        if place >= 0:
            return bytes(self._tail[place : place + self.width])
        assert self._file is not None
        return self._file.read(number * self.width, self.width)

    def __setitem__(self, number: int, record: bytes) -> None:
        place = number * self.width - self._written
        if place >= 0:
            self._tail[place : place + self.width] = record
        else:
            assert self._file is not None
            self._file.write(number * self.width, record)

    def __iter__(self) -> Iterator[bytes]:
        width, step = self.width, max(1, _READ_BYTES // self.width) * self.width
        for place in range(0, self._written, step):
            assert self._file is not None
            chunk = self._file.read(place, min(step, self._written - place))
            yield from (chunk[at : at + width] for at in range(0, len(chunk), width))
        yield from (bytes(self._tail[at : at + width]) for at in range(0, len(self._tail), width))

    def _write_tail(self) -> None:
        if self._file is None:
            self._file, self._room = NamelessFile(), min(self._room, _TAIL_BYTES)
        self._file.write(self._written, self._tail)
        self._written += len(self._tail)
        self._tail = bytearray()
