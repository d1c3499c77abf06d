"""Which sketches may be alike, in a sixth of the memory of the library's index: for those who keep many.

Two sketches whose numbers agree at four fifths of their places differ at too few places to differ in every band of
them; so whoever is alike shares a band with the other, and only those are compared. Bands are remembered in flat
arrays: a hash table of the last sketch with such a band, and for each the one before it.
"""

from __future__ import annotations

from array import array
from typing import Any

_BANDS = 13
"""Two sketches of 64 numbers that are alike differ at twelve places at most, so one of these bands is the same."""
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
        self._looked_up: tuple[Any, list[int], list[int]] = (None, [], [])
        """The sketch that was asked for last, and the tags and places of its bands: it is often kept next."""

    def query(self, sketch: Any) -> list[int]:
        """The numbers of all sketches that share a band, and perhaps of a few others."""
        heads, found = self._heads, dict[int, None]()
        for entry in [heads[place] for place in self._look_up(sketch)[1]]:
            while entry:
                found[(entry - 1) // _BANDS] = None
                entry = self._before[entry - 1]  # noqa: PLW2901 - along the chain of those with this band
        return list(found)

    def insert(self, number: int, sketch: Any) -> None:
        """Remember the next sketch."""
        if number * _BANDS != len(self._tags):
            raise ValueError(f"sketch {number} is not the next one")
        tags, places = self._look_up(sketch)
        self._looked_up = (None, [], [])
        if len(set(places)) == _BANDS:
            self._chain(tags, places)
        else:  # two bands would stand at one place: one after the other
            for tag in tags:
                self._chain([tag], [self._place(tag)])
        if 3 * self._taken > 2 * len(self._heads):
            self._grow()

    def _chain(self, tags: list[int], places: list[int]) -> None:
        heads, entry = self._heads, len(self._tags)
        before = [heads[place] for place in places]
        self._taken += before.count(0)
        self._tags.extend(tags)
        self._before.extend(before)
        for place in places:
            entry += 1
            heads[place] = entry

    def _look_up(self, sketch: Any) -> tuple[list[int], list[int]]:
        """For every band its hash, and where that stands in the hash table or would."""
        if self._looked_up[0] is not sketch:
            heads, known, mask = self._heads, self._tags, len(self._heads) - 1
            tags = _tags_of(sketch)
            places = [tag & mask for tag in tags]
            for band, place in enumerate(places):
                if (head := heads[place]) and known[head - 1] != tags[band]:
                    places[band] = self._place(tags[band])
            self._looked_up = (sketch, tags, places)
        return self._looked_up[1:]

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
    """A hash for every band, which is every thirteenth of the numbers."""
    numbers = [*sketch.digest(), 0]
    bands = zip(*(numbers[at : at + _BANDS] for at in range(0, len(numbers), _BANDS)), strict=True)
    return [tag & _TAG for tag in map(hash, bands)]
