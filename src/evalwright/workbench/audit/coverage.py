"""Rules about what the data does not show."""

from __future__ import annotations

from collections.abc import Iterable

from evalwright.text import phrase

from .finding import Hit, quoted
from .places import RowPlaces
from .registry import DecideAll, Memory, Place, end_rule, register_rule
from .row_context import Case

_MAX_NAMES = 10_000


class _Names:
    """The tools that were declared, and those that were called."""

    def __init__(self) -> None:
        self.declared: dict[str, None] = {}
        self.called: set[str] = set()


_Noted = tuple[list[str], frozenset[str]]
_NotedOfAll = tuple[list[list[str]], set[str]]


def _note_tools(case: Case, memory: Memory) -> _Noted:
    """The tools that are declared, where they are new, and those that are called."""
    declared = [tool.name for tool in case.conversation.tools] if case.new_tools else []
    return declared, case.tools.names.intersection([call.name for call in case.calls]) if case.calls else frozenset()


def _remember_tools(noted: _Noted, place: Place, memory: Memory) -> Iterable[Hit]:
    names = memory.of(_Names)
    if len(names.declared) < _MAX_NAMES:
        names.declared.update(dict.fromkeys(noted[0]))
    names.called |= noted[1]
    return ()


def _tools_of_all(noted: list[_Noted | None]) -> _NotedOfAll:
    """The declared tools of each row that has new ones, and all that are called."""
    found = [each for each in noted if each is not None]
    return [declared for declared, _ in found if declared], set().union(*(called for _, called in found))


def _remember_all(noted: _NotedOfAll, places: RowPlaces, memory: Memory, wanted: int) -> Iterable[tuple[int, Hit]]:
    names = memory.of(_Names)
    for declared in noted[0]:
        if len(names.declared) < _MAX_NAMES:
            names.declared.update(dict.fromkeys(declared))
    names.called |= noted[1]
    return ()


@register_rule("no-call", "info", "coverage", only_if="tools")
def no_call(case: Case, memory: Memory) -> Iterable[Hit]:
    if not case.calls and case.tools.names:
        yield Hit(None, "messages", phrase("audit.found.none_called"))


@end_rule("unused-tool", "info", "coverage", _note_tools, _remember_tools, DecideAll(_tools_of_all, _remember_all))
def unused_tool(memory: Memory) -> Iterable[Hit]:
    names = memory.of(_Names)
    for name in names.declared:
        if name not in names.called:
            yield Hit(None, "tools", phrase("audit.found.never_called", name=quoted(name)))
