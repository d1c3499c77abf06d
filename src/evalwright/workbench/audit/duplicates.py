"""Rules about conversations that stand in the data twice, word for word or nearly so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from evalwright.spill import SpilledTable
from evalwright.text import phrase

from .finding import Hit, visible
from .near_duplicates import Sketcher
from .places import PLACE_BYTES, Places, RowPlaces
from .registry import COUNTED, DecideAll, Memory, Place, wide_rule
from .row_context import Case
from .sketch_index import SketchIndex


class Marks:
    """The fingerprint of every conversation so far, and the line of the first that had it."""

    def __init__(self) -> None:
        self.first = SpilledTable(PLACE_BYTES)
        self.places = Places()

    def earlier(self, mark: int, here: int) -> int | None:
        """Where the same conversation stands already; else this one is remembered."""
        found = self.first.put_new(mark, here)
        return None if found == here else found


class _Told:
    """The sketch of every conversation that is alike to none before it."""

    def __init__(self) -> None:
        self.sketches = SketchIndex()
        self.places = Places()

    def alike(self, sketch: bytes, place: int) -> tuple[int, float] | None:
        """The most alike one before it, and how alike that is; where there is none, this one is remembered."""
        found = self.sketches.alike(sketch)
        if found is None:
            self.sketches.keep(sketch, place)
        return found


def _note_mark(case: Case, memory: Memory) -> int:
    return case.mark


def _same_marks(noted: list[int | None]) -> list[int | None]:
    return noted


def _duplicates(noted: list[int | None], rows: RowPlaces, memory: Memory, wanted: int) -> Iterator[tuple[int, Hit]]:
    marks = memory.of(Marks)
    earlier = marks.earlier
    for row, (mark, here) in enumerate(zip(noted, marks.places.numbers(rows), strict=True)):
        found = None if mark is None else earlier(mark, here)
        if found is not None:
            wanted -= 1
            yield row, _same_as(marks.places.shown(found)) if wanted >= 0 else COUNTED


@wide_rule("duplicate", "warning", "duplicates", _note_mark, DecideAll(_same_marks, _duplicates))
def duplicate(mark: int, place: Place, memory: Memory) -> Iterator[Hit]:
    marks = memory.of(Marks)
    found = marks.earlier(mark, marks.places.number(place.file, place.line))
    if found is not None:
        yield _same_as(marks.places.shown(found))


def _same_as(earlier: str) -> Hit:
    return Hit(None, "messages", phrase("audit.found.same_conversation", earlier=visible(earlier)))


class _Wordings(NamedTuple):
    """The conversations of a piece, and each sketch of them once."""

    marks: list[int | None]
    sketches: list[bytes]
    numbers: list[int]
    """Of each row the number of its sketch; -1 where it has none."""


def _note_sketch(case: Case, memory: Memory) -> tuple[int, bytes | None]:
    return case.mark, memory.of(Sketcher).sketch(case)


def _wordings(noted: list[tuple[int, bytes | None] | None]) -> _Wordings:
    known: dict[bytes, int] = {}
    marks = [None if each is None else each[0] for each in noted]
    sketches = [None if each is None else each[1] for each in noted]
    numbers = [-1 if sketch is None else known.setdefault(sketch, len(known)) for sketch in sketches]
    return _Wordings(marks, list(known), numbers)


def _near_duplicates(noted: _Wordings, rows: RowPlaces, memory: Memory, wanted: int) -> Iterator[tuple[int, Hit]]:
    marks, told = memory.of(Marks), memory.of(_Told)
    earlier, known = marks.earlier, dict[int, tuple[int, float]]()
    for row, (mark, number, here) in enumerate(
        zip(noted.marks, noted.numbers, marks.places.numbers(rows), strict=True)
    ):
        if mark is None or earlier(mark, here) is not None or number < 0:
            continue
        found = known.get(number)
        if found is None:
            place = told.places.number_of(rows.place_of(row))
            found = told.alike(noted.sketches[number], place)
            known[number] = found or (place, 1.0)  # from now on, those with the same sketch are like this one
            if found is None:
                continue
            if found[1] < 1.0:
                del known[number]
        wanted -= 1
        yield row, _hit_for(told, found) if wanted >= 0 else COUNTED


@wide_rule("near-duplicate", "warning", "duplicates", _note_sketch, DecideAll(_wordings, _near_duplicates))
def near_duplicate(noted: tuple[int, bytes | None], place: Place, memory: Memory) -> Iterator[Hit]:
    (mark, sketch), marks = noted, memory.of(Marks)
    if marks.earlier(mark, marks.places.number(place.file, place.line)) is not None or sketch is None:
        return
    told = memory.of(_Told)
    found = told.alike(sketch, told.places.number_of(place))
    if found is not None:
        yield _hit_for(told, found)


def _hit_for(told: _Told, found: tuple[int, float]) -> Hit:
    where = visible(told.places.where(found[0]))
    return Hit(None, "messages", phrase("audit.found.alike", found=f"{found[1]:.0%}", found_2=where))
