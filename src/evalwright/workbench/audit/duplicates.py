"""Rules about conversations that stand in the data twice, word for word or nearly so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalwright.text import phrase

from .finding import Hit, visible
from .near_duplicates import Sketcher, Sketches
from .registry import Memory, Place, wide_rule
from .row_context import Case

_MAX_MARKS = 1_000_000


class Marks:
    """The fingerprint of every conversation so far, and the line of the first that had it."""

    def __init__(self) -> None:
        self.first: dict[int, tuple[str, int | None]] = {}

    def earlier(self, mark: int, place: Place, memory: Memory) -> str | None:
        """Where the same conversation stands already; else this one is remembered."""
        here = (place.file, place.line)
        found = self.first.get(mark)
        if found is None:
            if len(self.first) < _MAX_MARKS:
                self.first[mark] = here
            else:
                memory.full.add("fingerprints")
        return None if found is None or found == here else f"{found[0]}:{found[1]}"


def _note_mark(case: Case, memory: Memory) -> int:
    return case.trail[-1]


@wide_rule("duplicate", "warning", "duplicates", _note_mark)
def duplicate(mark: int, place: Place, memory: Memory) -> Iterator[Hit]:
    earlier = memory.of(Marks).earlier(mark, place, memory)
    if earlier is not None:
        yield Hit(None, "messages", phrase("audit.found.same_conversation", earlier=visible(earlier)))


def _note_sketch(case: Case, memory: Memory) -> tuple[int, Any]:
    return case.trail[-1], memory.of(Sketcher).sketch(case)


@wide_rule("near-duplicate", "warning", "duplicates", _note_sketch)
def near_duplicate(noted: tuple[int, Any], place: Place, memory: Memory) -> Iterator[Hit]:
    mark, sketch = noted
    if memory.of(Marks).earlier(mark, place, memory) is not None or sketch is None:
        return
    sketches = memory.of(Sketches)
    found = sketches.alike(sketch)
    if found is not None:
        yield Hit(None, "messages", phrase("audit.found.alike", found=f"{found[1]:.0%}", found_2=visible(found[0])))
    elif sketches.full:
        memory.full.add("sketches")
    else:
        sketches.keep(sketch, place.where)
