"""The rule about calls that are made again though nothing has changed since: what was read is known already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalwright.text import phrase

from .answer_words import reading_words
from .finding import Hit, quoted
from .registry import Memory, register_rule
from .row_context import Case
from .tool_naming import name_words


@register_rule("repeated-call", "info", "dialogue", only_if="repeated calls")
def repeated_call(case: Case, memory: Memory) -> Iterator[Hit]:
    if len(set(case.keys)) == len(case.keys):
        return
    known: dict[int, int] = {}
    changing = _changing_tools(case.conversation.metadata)
    for number, (call, key) in enumerate(zip(case.calls, case.keys, strict=True)):
        if case.has_failed(number):
            continue
        if key in known:
            said = phrase("audit.found.repeated_call", tool=quoted(call.name), message=known[key])
            yield Hit(call.message, call.path, said)
        elif not is_reading(call.name):
            known.clear()  # whatever was read before may be another now
        if call.name not in changing:
            known[key] = call.message


def is_reading(tool: str) -> bool:
    """Whether the result of a tool is what is wanted of it, by its name."""
    return not reading_words().isdisjoint(name_words(tool)[:3])


def _changing_tools(metadata: dict[str, Any]) -> frozenset[str]:
    """Tools that give something else each time, as a row says of itself."""
    told = metadata.get("environment")
    named = told.get("changing") if isinstance(told, dict) else None
    return frozenset(name for name in named if isinstance(name, str)) if isinstance(named, list) else frozenset()
