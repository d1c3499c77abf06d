"""Which sketches may be alike, in a sixth of the memory of the library's index: for those who keep many.

Two sketches whose numbers agree at four fifths of their places differ at too few places to differ in every band of
them; so whoever is alike shares a band with the other, and only those are compared. Bands are remembered in flat
arrays: a hash table of the last sketch with such a band, and for each the one before it.
"""

from __future__ import annotations

from array import array
from typing import Any

_ROWS = 5
"""Numbers in a band; the last one has the four that are left of 64."""
_BANDS = 13
_FIRST_SIZE = 1 << 12
_TAG = (1 << 32) - 1


class Bands:
    """An index like the library's, for sketches that are numbered from 0 in the order in which they come."""

    def __init__(self) -> None:
        self._heads = array("I", bytes(4 * _FIRST_SIZE))
        """By place in the hash table: the last entry with a tag, counted from 1; 0 where the place is free."""
        self._tags = array("I")
        """By entry, which is a band of a sketch: a hash of its numbers."""
        self._before = array("I")
        """By entry: the entry before it with the same tag, counted from 1."""
        self._taken = 0
        self._looked_up: tuple[Any, list[tuple[int, int]]] = (None, [])
        """The sketch that was asked for last, and the tags and places of its bands: it is often kept next."""

    def query(self, sketch: Any) -> list[int]:
        """The numbers of all sketches that share a band, and perhaps of a few others."""
        heads, before = self._heads, self._before
        found: dict[int, None] = {}
        for _, place in self._look_up(sketch):
            entry = heads[place]
            while entry:
                found[(entry - 1) // _BANDS] = None
                entry = before[entry - 1]
        return list(found)

    def insert(self, number: int, sketch: Any) -> None:
        """Remember the next sketch."""
        if number * _BANDS != len(self._tags):
            raise ValueError(f"sketch {number} is not the next one")
        heads, tags, before = self._heads, self._tags, self._before
        for tag, found in self._look_up(sketch):
            place = found
            head = heads[place]
            if head and tags[head - 1] != tag:  # taken by an earlier band of this very sketch
                place = self._place(tag)
                head = heads[place]
            self._taken += not head
            tags.append(tag)
            before.append(head)
            heads[place] = len(tags)
        if 3 * self._taken > 2 * len(heads):
            self._grow()
        self._looked_up = (None, [])

    def _look_up(self, sketch: Any) -> list[tuple[int, int]]:
        """For every band its hash, and where that stands in the hash table or would."""
        if self._looked_up[0] is not sketch:
            self._looked_up = (sketch, [(tag, self._place(tag)) for tag in _tags_of(sketch)])
        return self._looked_up[1]

    def _place(self, tag: int) -> int:
        heads, tags, mask = self._heads, self._tags, len(self._heads) - 1
        place = tag & mask
        while (head := heads[place]) and tags[head - 1] != tag:
            place = (place + 1) & mask
        return place

    def _grow(self) -> None:
        held = [head for head in self._heads if head]
        self._heads = array("I", bytes(8 * len(self._heads)))
        for head in held:
            self._heads[self._place(self._tags[head - 1])] = head


def _tags_of(sketch: Any) -> list[int]:
    """A hash for every band; a band of another place has another one."""
    numbers = sketch.digest()
    return [hash((at, *numbers[at : at + _ROWS])) & _TAG for at in range(0, len(numbers), _ROWS)]
