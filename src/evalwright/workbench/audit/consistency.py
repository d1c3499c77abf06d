"""Rules about the data as a whole: one situation must not have two right answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from evalwright.executor import stable_hash_of
from evalwright.text import phrase

from .finding import Hit, visible
from .registry import Memory, Place, wide_rule
from .row_context import Case

_MAX_HISTORIES = 250_000
"""Situations remembered; about 40 MB."""


class _Answers:
    """What was called in each situation so far: the fingerprint of the call, and where."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[int, str, int | None]] = {}


class _Situation(NamedTuple):
    """One call and what came before it, as fingerprints."""

    before: int
    call: int
    message: int
    path: str
    tool: str


def _note_situations(case: Case, memory: Memory) -> list[_Situation] | None:
    made, within = [], 0
    for call, key in zip(case.calls, case.keys, strict=True):
        if call.number == 0:
            trail = case.trail[call.message - 1] if call.message else 0
            within = stable_hash_of((case.tools.fingerprint, trail, case.texts[call.message]))
        made.append(_Situation(within, key, call.message, call.path, visible(call.name, 80)))
        within = stable_hash_of((within, key))
    return made or None


@wide_rule("contradictory-gold", "error", "consistency", _note_situations)
def contradictory_gold(situations: list[_Situation], place: Place, memory: Memory) -> Iterator[Hit]:
    known = memory.of(_Answers).known
    for each in situations:
        earlier = known.get(each.before)
        if earlier is None:
            if len(known) < _MAX_HISTORIES:
                known[each.before] = (each.call, place.file, place.line)
            else:
                memory.full.add("histories")
        elif earlier[0] != each.call:
            where = visible(f"{earlier[1]}:{earlier[2]}")
            yield Hit(each.message, each.path, phrase("audit.found.contradiction", where=where, tool=each.tool))
