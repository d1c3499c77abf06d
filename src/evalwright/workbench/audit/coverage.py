"""Rules about what the data does not show."""

from __future__ import annotations

from collections.abc import Iterable

from evalwright.text import phrase

from .finding import Hit, quoted
from .registry import Memory, Place, end_rule, register_rule
from .row_context import Case

_MAX_NAMES = 10_000


class _Names:
    """The tools that were declared, and those that were called."""

    def __init__(self) -> None:
        self.declared: dict[str, None] = {}
        self.called: set[str] = set()


_Noted = tuple[list[str], set[str]]


def _note_tools(case: Case, memory: Memory) -> _Noted:
    """The tools that are declared, where they are new, and those that are called."""
    declared = [tool.name for tool in case.conversation.tools] if case.new_tools else []
    return declared, {call.name for call in case.calls if call.name in case.tools.names}


def _remember_tools(noted: _Noted, place: Place, memory: Memory) -> Iterable[Hit]:
    names = memory.of(_Names)
    if len(names.declared) < _MAX_NAMES:
        names.declared.update(dict.fromkeys(noted[0]))
    names.called |= noted[1]
    return ()


@register_rule("no-call", "info", "coverage")
def no_call(case: Case, memory: Memory) -> Iterable[Hit]:
    if not case.calls and case.tools.names:
        yield Hit(None, "messages", phrase("audit.found.none_called"))


@end_rule("unused-tool", "info", "coverage", _note_tools, _remember_tools)
def unused_tool(memory: Memory) -> Iterable[Hit]:
    names = memory.of(_Names)
    for name in names.declared:
        if name not in names.called:
            yield Hit(None, "tools", phrase("audit.found.never_called", name=quoted(name)))
