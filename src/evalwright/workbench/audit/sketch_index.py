"""Which of any number of sketches are alike to one: candidates by band, then the share of equal parts of each.

A sketch is kept in a table of records, with a link for each band to the one before it that has the same band; an index
finds the last one of each band. So nothing has to stay in memory, and a search goes along the links of sixteen bands.
Among those that are equally alike the first one counts, however they were found.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from struct import Struct
from typing import Any, NamedTuple

from evalwright.executor import stable_hash
from evalwright.spill import HashSlots, SpilledRecords, SpilledTable

from .near_duplicates import ALIKE, BANDS, PERMUTATIONS
from .places import PLACE_BYTES

SKETCH_BYTES = 4 * PERMUTATIONS
_HALVES = Struct(f"{2 * BANDS}Q")
_BANDS = Struct(f"{SKETCH_BYTES // BANDS}s" * BANDS)
_HALVES_OF_BAND = Struct("2Q")
_PER_BAND = Struct(f"{BANDS}Q")
_LINKS_END = SKETCH_BYTES + _PER_BAND.size
_MIX, _MIX_TOO = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
_64_BITS = (1 << 64) - 1
_LOW = int.from_bytes(b"\xff\xff\xff\x7f" * PERMUTATIONS, "little")
_HIGH = int.from_bytes(b"\0\0\0\x80" * PERMUTATIONS, "little")
FEW_BANDS = 1 << 18
_REMEMBERED = 1 << 13
"""Sketches that were compared lately and are in memory, half a kilobyte each."""


class Kept(NamedTuple):
    """One sketch of the index."""

    digest: int
    links: tuple[int, ...]
    """For each band the number, from 1, of the one before that has the same."""
    place: int


def packed_sketch(made: Any) -> bytes:
    """A sketch as bytes that can be sent and kept."""
    return array("I", made.digest()).tobytes()


class _LastOfBands:
    """The last sketch with each band, by the hash of the band; few are in dicts by the band itself: that is quicker."""

    def __init__(self, memory_slots: int | None) -> None:
        self._few: list[dict[bytes, int]] | None = [{} for _ in range(BANDS)]
        self._slots = HashSlots(memory_slots=memory_slots)
        self._most_few = (FEW_BANDS if memory_slots is None else memory_slots) // BANDS

    def get(self, sketch: bytes) -> list[int | None]:
        """For each band the number of the last sketch with it."""
        if self._few is not None:
            return [*map(dict.get, self._few, _BANDS.unpack(sketch))]
        return [None if (found := self._slots.find(mark)[1]) < 0 else found for mark in _band_marks(sketch)]

    def replace(self, sketch: bytes, number: int) -> list[int | None]:
        """The same, and this number is the last from now on."""
        found = self.get(sketch)
        if self._few is None:
            for mark in _band_marks(sketch):
                self._replace_one(mark, number)
            return found
        for few, band in zip(self._few, _BANDS.unpack(sketch), strict=True):
            few[band] = number
        if max(map(len, self._few)) > self._most_few:
            self._leave_dicts(self._few)
        return found

    def _leave_dicts(self, all_few: list[dict[bytes, int]]) -> None:
        self._few = None
        for place, few in enumerate(all_few):
            for band, last in few.items():
                self._replace_one(_band_mark(place, *_HALVES_OF_BAND.unpack(band)), last)

    def _replace_one(self, mark: int, number: int) -> None:
        at, before = self._slots.find(mark)
        (self._slots.add if before < 0 else self._slots.put)(at, mark, number)


def _band_marks(sketch: bytes) -> list[int]:
    """A hash of each band."""
    halves = _HALVES.unpack(sketch)
    return [_band_mark(band, halves[2 * band], halves[2 * band + 1]) for band in range(BANDS)]


def _band_mark(band: int, one: int, other: int) -> int:
    return ((one ^ band) * _MIX + other * _MIX_TOO) & _64_BITS


class SketchIndex:
    """The sketches kept so far, each with a number that says where it comes from."""

    def __init__(self, *, memory_slots: int | None = None, memory_bytes: int | None = None) -> None:
        self._last = _LastOfBands(memory_slots)
        self._records = SpilledRecords(_LINKS_END + PLACE_BYTES, memory_bytes)
        self._recent: dict[int, Kept] = {}
        self._equal = SpilledTable(PLACE_BYTES)
        """The place of the first one with just these parts, by a hash of them."""

    def keep(self, sketch: bytes, place: int) -> None:
        """Remember a sketch."""
        number = len(self._records)
        before = self._last.replace(sketch, number)
        links = [0 if last is None else last + 1 for last in before]
        self._records.append(sketch + _PER_BAND.pack(*links) + place.to_bytes(PLACE_BYTES, "little"))
        self._equal.put_new(stable_hash(sketch), place)

    def equal(self, sketch: bytes) -> int | None:
        """The place of the first one kept that is the same."""
        return self._equal.get(stable_hash(sketch))

    def alike(self, sketch: bytes) -> tuple[int, float] | None:
        """The place of the most alike one kept, and how alike it is."""
        same = self.equal(sketch)
        if same is not None:
            return same, 1.0
        best: tuple[int, float] | None = None
        for place, share in self.all_alike(sketch):
            if best is None or share > best[1]:
                best = (place, share)
        return best

    def all_alike(self, sketch: bytes) -> Iterator[tuple[int, float]]:
        """The place of every alike one kept, and how alike it is; in the order in which they were kept."""
        candidates = self._candidates(sketch)
        if candidates:
            own = int.from_bytes(sketch, "little")
            for number in sorted(candidates):
                share = _equal_parts(own, candidates[number].digest) / PERMUTATIONS
                if share >= ALIKE:
                    yield candidates[number].place, share

    def _candidates(self, sketch: bytes) -> dict[int, Kept]:
        """All that share a band with a sketch."""
        found: dict[int, Kept] = {}
        lasts = self._last.get(sketch)
        for band, last in enumerate(lasts) if lasts.count(None) < BANDS else ():
            number = -1 if last is None else last
            while number >= 0:
                kept = found.get(number) or self._sketch_at(number)
                found[number] = kept
                number = kept.links[band] - 1
        return found

    def _sketch_at(self, number: int) -> Kept:
        known = self._recent.get(number)
        if known is None:
            if len(self._recent) >= _REMEMBERED:
                self._recent.clear()
            record = self._records[number]
            digest = int.from_bytes(record[:SKETCH_BYTES], "little")
            links = _PER_BAND.unpack_from(record, SKETCH_BYTES)
            known = self._recent[number] = Kept(digest, links, int.from_bytes(record[_LINKS_END:], "little"))
        return known


def count_alike(few: Callable[[], Iterable[bytes]], many: Callable[[], Iterable[bytes]]) -> int:
    """How many of a few sketches are alike to one of many others.

    That there is none is found by an index of the few, which costs least to make, with equal sketches once.
    """
    index, lately = SketchIndex(), set[bytes]()
    for sketch in few():
        if index.equal(sketch) is None:
            index.keep(sketch, 0)
    for sketch in many():
        if sketch not in lately:
            if index.alike(sketch) is not None:
                break
            if len(lately) >= _REMEMBERED:
                lately.clear()
            lately.add(sketch)
    else:
        return 0
    index = SketchIndex()
    for sketch in many():
        index.keep(sketch, 0)
    return sum(index.alike(sketch) is not None for sketch in few())


def _equal_parts(one: int, other: int) -> int:
    """How many parts of two sketches are equal: those of 32 bits that leave nothing when one is taken from the other.

    Every part keeps to itself: adding to its lower 31 bits sets the highest one where any of them is set.
    """
    differ = one ^ other
    return PERMUTATIONS - ((differ | (differ & _LOW) + _LOW) & _HIGH).bit_count()
