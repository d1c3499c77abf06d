"""Rules about the data as a whole: one situation must not have two right answers."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.executor import stable_hash_of
from evalwright.text import phrase

from .finding import Hit, visible
from .registry import Memory, register_rule
from .row_context import Case

_MAX_HISTORIES = 250_000
"""Situations remembered; about 40 MB."""


class _Answers:
    """What was called in each situation so far: the fingerprint of the call, and where."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[int, str, int | None]] = {}


@register_rule("contradictory-gold", "error", "consistency")
def contradictory_gold(case: Case, memory: Memory) -> Iterator[Hit]:
    known = memory.of(_Answers).known
    before, within = 0, 0
    for call, key in zip(case.calls, case.keys, strict=True):
        if call.number == 0:
            trail = case.trail[call.message - 1] if call.message else 0
            start = stable_hash_of((case.tools.fingerprint, trail, case.texts[call.message]))
            within = start
        before, within = within, stable_hash_of((within, key))
        earlier = known.get(before)
        if earlier is None:
            if len(known) < _MAX_HISTORIES:
                known[before] = (key, case.file, case.line)
            else:
                memory.full.add("histories")
        elif earlier[0] != key:
            where, tool = visible(f"{earlier[1]}:{earlier[2]}"), visible(call.name, 80)
            yield Hit(call.message, call.path, phrase("audit.found.contradiction", where=where, tool=tool))
