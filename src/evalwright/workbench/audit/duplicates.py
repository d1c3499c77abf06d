"""Rules about conversations that stand in the data twice, word for word or nearly so."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.text import phrase

from .finding import Hit, visible
from .near_duplicates import Sketches
from .registry import Memory, register_rule
from .row_context import Case

_MAX_MARKS = 1_000_000


class Marks:
    """The fingerprint of every conversation so far, and the line of the first that had it."""

    def __init__(self) -> None:
        self.first: dict[int, tuple[str, int | None]] = {}

    def earlier(self, case: Case, memory: Memory) -> str | None:
        """Where the same conversation stands already; else this one is remembered."""
        mark, here = case.trail[-1], (case.file, case.line)
        found = self.first.get(mark)
        if found is None:
            if len(self.first) < _MAX_MARKS:
                self.first[mark] = here
            else:
                memory.full.add("fingerprints")
        return None if found is None or found == here else f"{found[0]}:{found[1]}"


@register_rule("duplicate", "warning", "duplicates")
def duplicate(case: Case, memory: Memory) -> Iterator[Hit]:
    earlier = memory.of(Marks).earlier(case, memory)
    if earlier is not None:
        yield Hit(None, "messages", phrase("audit.found.same_conversation", earlier=visible(earlier)))


@register_rule("near-duplicate", "warning", "duplicates")
def near_duplicate(case: Case, memory: Memory) -> Iterator[Hit]:
    if memory.of(Marks).earlier(case, memory) is not None:
        return
    sketches = memory.of(Sketches)
    sketch = sketches.sketch(case)
    if sketch is None:
        return
    found = sketches.alike(sketch)
    if found is not None:
        yield Hit(None, "messages", phrase("audit.found.alike", found=f"{found[1]:.0%}", found_2=visible(found[0])))
    elif sketches.full:
        memory.full.add("sketches")
    else:
        sketches.keep(sketch, case.where)
