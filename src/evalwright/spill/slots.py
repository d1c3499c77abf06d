"""The index of a table: which number a hash of 64 bits has, by open addressing over slots of sixteen bytes.

A hash stands where its upper bits say, or behind those that stand there already, so that the slots are nearly in the
order of the hashes: a larger index is made by reading the old one from its beginning to its end.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from struct import Struct

from .nameless import NamelessFile

HASH_BITS = 64
MEMORY_SLOTS = 1 << 20
_SLOT_BYTES = 16
_READ = Struct("<8Q")
"""Four slots, each a hash and a number, which is zero where the slot is free."""
_MOST_FULL = 0.6
_GROWTH = 4
_PAGE = 4096
_CHUNK = 1 << 14
"""Slots that are read and written at once when an index grows."""


class HashSlots:
    """Numbers by hash; it grows when it is crowded."""

    def __init__(self, size: int = 1 << 10, memory_slots: int | None = None) -> None:
        self._memory_slots = MEMORY_SLOTS if memory_slots is None else memory_slots
        self._count = 0
        self._resize(size)

    def _resize(self, size: int) -> None:
        """Begin anew with so many slots, all free."""
        self._size, self._most = size, int(size * _MOST_FULL)
        self._shift = HASH_BITS + 1 - size.bit_length()
        in_memory = size <= self._memory_slots
        self._slots = array("Q", bytes((size + 1) * _SLOT_BYTES)) if in_memory else None
        self._file = None if in_memory else NamelessFile()

    def find(self, mark: int, start: int | None = None) -> tuple[int, int]:
        """The place and the number of a hash; the place where it would be, and -1, where it has none.

        `start`: looks on behind a place, where the number found there was another's.
        """
        at = mark >> self._shift if start is None else start + 1
        slots = self._slots
        if slots is None:
            return self._find_in_file(mark, at)
        at *= 2
        while number := slots[at + 1]:
            if slots[at] == mark:
                return at // 2, number - 1
            at += 2
        return at // 2, -1

    def put(self, at: int, mark: int, number: int) -> None:
        """Put the number of a hash at the place that `find` gave for it."""
        if self._slots is not None:
            self._slots[2 * at], self._slots[2 * at + 1] = mark, number + 1
            if 2 * at + 2 == len(self._slots):  # the last one stays free
                self._slots.extend((0, 0))
        else:
            assert self._file is not None
            slot = mark.to_bytes(8, "little") + (number + 1).to_bytes(8, "little")
            self._file.write(at * _SLOT_BYTES, slot)

    def add(self, at: int, mark: int, number: int) -> None:
        """The same for a hash that had no number at that place."""
        self.put(at, mark, number)
        self._count += 1
        if self._count > self._most:
            self._grow()

    def _find_in_file(self, mark: int, at: int) -> tuple[int, int]:
        assert self._file is not None
        read, place = self._file.read, at * _SLOT_BYTES
        while True:
            found = read(place, _READ.size)
            if len(found) < _READ.size:  # behind the last slot in use, all are free
                found = found.ljust(_READ.size, b"\0")
            slots = _READ.unpack(found)
            for index in (0, 2, 4, 6):
                number = slots[index + 1]
                if not number:
                    return (place >> 4) + (index >> 1), -1
                if slots[index] == mark:
                    return (place >> 4) + (index >> 1), number - 1
            place += _READ.size

    def _grow(self) -> None:
        """Several times as many slots, written from the first to the last."""
        old = self._sorted_chunks(self._slots, self._file)
        self._resize(self._size * _GROWTH)
        free = 0
        for chunk in old:
            free = self._write_chunk(chunk, free)

    def _write_chunk(self, chunk: list[tuple[int, int]], free: int) -> int:
        """Put hashes in order behind all before them; the first slot behind them."""
        start = max(free, chunk[0][0] >> self._shift)
        made = array("Q")
        for mark, number in chunk:
            gap = (mark >> self._shift) - start - len(made) // 2
            if gap > 0:
                made.frombytes(bytes(gap * _SLOT_BYTES))
            made.extend((mark, number))
        behind = start + len(made) // 2
        if self._slots is not None:
            if 2 * behind >= len(self._slots):
                self._slots.extend([0] * (2 * behind + 2 - len(self._slots)))
            self._slots[2 * start : 2 * behind] = made
        else:
            assert self._file is not None
            self._write_pages(start * _SLOT_BYTES, _little_endian(made).tobytes())
        return behind

    def _write_pages(self, place: int, data: bytes) -> None:
        """Write page by page: a kernel keeps what was written at once as one folio, and each later small write into
        a large one took six times as long."""
        assert self._file is not None
        done = 0
        while done < len(data):
            page = data[done : done + _PAGE - (place + done) % _PAGE]
            self._file.write(place + done, page)
            done += len(page)

    @staticmethod
    def _sorted_chunks(slots: array[int] | None, file: NamelessFile | None) -> Iterator[list[tuple[int, int]]]:
        """All hashes with their numbers, in the order of the hashes.

        A free slot parts those before it from those behind it, so only what stands between two is out of order.
        """
        left: list[tuple[int, int]] = []
        place = 0
        while True:
            if slots is not None:
                read = slots[2 * place : 2 * (place + _CHUNK)]
            else:
                assert file is not None
                read = _little_endian(array("Q", file.read(place * _SLOT_BYTES, _CHUNK * _SLOT_BYTES)))
            if not read:
                break
            left += [slot for slot in zip(read[::2], read[1::2], strict=True) if slot[1]]
            if len(read) == 2 * _CHUNK and read[-1]:
                place += _CHUNK
                continue  # what is out of order may go on
            if left:
                yield sorted(left)
            left = []
            place += _CHUNK
        if left:
            yield sorted(left)


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
