"""The ids of a whole file, noted row by row and planned when the last row was seen: quick, and sixteen bytes each.

A plan that answers at any moment whether an id was met before (`IdPlan`) costs more for each row than reading it. Who
has to see the whole file anyway collects hashes, by their first byte, and looks for equal ones at the end.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise

from .ids import IdPlan, position_in

_BUCKETS = 256
_WIDTH = 16
_LAST_POSITION = (1 << 32) - 1
_IN_MEMORY = 4_000_000
"""Ids beyond which the plan itself takes them, which goes to disk."""


@dataclass(slots=True)
class _PlannedIds(IdPlan):
    """The plan of a file that was seen to its end."""

    positions: bytearray = field(default_factory=bytearray)
    """A bit for every position, set where it is some record's own id."""

    def is_number(self, position: int) -> bool:
        """Whether a position is some record's own id."""
        place = position >> 3
        return place < len(self.positions) and bool(self.positions[place] & (1 << (position & 7)))


@dataclass(slots=True)
class IdSurvey(IdPlan):
    """The plan of a file that is looked through."""

    _hashes: list[bytearray] = field(default_factory=lambda: [bytearray() for _ in range(_BUCKETS)])
    _numbers: array[int] = field(default_factory=lambda: array("I"))
    """The own ids that may be some record's position; no file here has four billion rows."""
    _held: int = 0
    _is_unloaded: bool = False
    _is_missing: bool = False
    """Whether some record brings no id."""

    def note(self, identifier: str | None) -> None:
        """Take notice of one record's own id."""
        if identifier is None:
            self._is_missing = True
            return
        digest = blake2b(identifier.encode("utf-8", "surrogatepass"), digest_size=_WIDTH).digest()
        self._hashes[digest[0]] += digest
        if (number := position_in(identifier)) is not None and number <= _LAST_POSITION:
            self._numbers.append(number)
        self._held += 1
        if self._held == _IN_MEMORY:
            self._unload()

    def planned(self, rows: int) -> IdPlan:
        """What gives the ids of a file of so many rows."""
        if self._is_unloaded:
            self._unload()
        else:
            for mark in (mark for bucket in self._hashes for mark in _repeated_in(bucket)):
                self.repeated.put_new(mark)
        needed = self.repeated or self._is_missing  # else nobody is called by his position
        return _PlannedIds(self.repeated, positions=_bits(self._numbers, rows) if needed else bytearray())

    def _unload(self) -> None:
        for number, bucket in enumerate(self._hashes):
            for mark in map(_hash_number, _digests(bucket)):
                if self.own.put_new(mark) is not None:
                    self.repeated.put_new(mark)
            self._hashes[number] = bytearray()
        self._held, self._is_unloaded = 0, True


def _bits(numbers: array[int], rows: int) -> bytearray:
    made = bytearray(rows // 8 + 1)
    for number in numbers:
        if number < rows:
            made[number >> 3] |= 1 << (number & 7)
    return made


def _repeated_in(bucket: bytearray) -> set[int]:
    digests = _digests(bucket)
    if len(set(digests)) == len(digests):
        return set()
    digests.sort()
    return {_hash_number(one) for one, other in pairwise(digests) if one == other}


def _digests(bucket: bytearray) -> list[bytes]:
    return [bytes(bucket[at : at + _WIDTH]) for at in range(0, len(bucket), _WIDTH)]


def _hash_number(digest: bytes) -> int:
    """The hash as `stable_hash` gives it."""
    return int.from_bytes(digest, "little")
