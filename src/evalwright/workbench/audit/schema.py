"""Rules about calls and the schemas of the tools that are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalwright.chat import Toolbox, Unreadable
from evalwright.text import Sentence, phrase

from .finding import Hit, quoted, visible
from .registry import Memory, register_rule
from .row_context import SHORT, CallAt, Case

_MOST_KEPT = 4096


@register_rule("no-tools", "warning", "schema", only_if="faulty calls")
def no_tools(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.calls and not case.tools.names:
        yield Hit(case.calls[0].message, "tools", phrase("audit.found.none_declared"))


@register_rule("unknown-tool", "error", "schema", only_if="faulty calls")
def unknown_tool(case: Case, memory: Memory) -> Iterator[Hit]:
    names = case.tools.names
    for call in case.calls if names else ():
        if call.name and call.name not in names:
            yield Hit(call.message, f"{call.path}.function.name", _no_such_tool(call.name, names))


@register_rule("unreadable-arguments", "error", "schema", only_if="faulty calls")
def unreadable_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    for call in case.calls:
        if isinstance(call.read, Unreadable):
            said = phrase("audit.found.unreadable_call", call=_called_tool_name(call), reason=visible(call.read.reason))
            yield Hit(call.message, f"{call.path}.function.arguments", said)


@register_rule("invalid-arguments", "error", "schema", only_if="calls")
def invalid_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    tools = case.tools
    valid = memory.of(_Valid).calls(tools)
    for call in case.calls:
        if (call.name, call.arguments) in valid or isinstance(call.read, Unreadable) or call.name not in tools.names:
            continue
        problem = tools.problem(call.name, call.read.arguments)
        if problem is None:
            if len(call.arguments) <= SHORT:
                valid.add((call.name, call.arguments))
        elif tools.schema_error(call.name) is None:
            yield Hit(
                call.message,
                f"{call.path}.function.arguments",
                phrase("audit.found.invalid_arguments", tool=_called_tool_name(call), problem=visible(problem)),
            )


class _Valid:
    """Calls with short arguments that were found valid for the latest tools, some of them."""

    def __init__(self) -> None:
        self._tools: Toolbox | None = None
        self._calls: set[tuple[str, str]] = set()

    def calls(self, tools: Toolbox) -> set[tuple[str, str]]:
        """Those for these tools: name and arguments as they are written."""
        if tools is not self._tools or len(self._calls) > _MOST_KEPT:
            self._tools, self._calls = tools, set()
        return self._calls


@register_rule("empty-arguments", "info", "schema", only_if="faulty calls")
def empty_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    for call in case.calls:
        if not isinstance(call.read, Unreadable) and "empty_arguments" in call.read.rules:
            path = f"{call.path}.function.arguments"
            yield Hit(
                call.message, path, phrase("audit.found.empty_arguments", tool=_called_tool_name(call), empty="{}")
            )


@register_rule("unusable-schema", "error", "schema", only_if="new tools")
def unusable_schema(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        problem = case.tools.schema_error(tool.name)
        if problem is not None:
            yield Hit(
                None,
                f"tools[{index}]",
                phrase("audit.found.unusable_schema", tool=quoted(tool.name), problem=visible(problem)),
            )


@register_rule("repeated-tool", "error", "schema", only_if="new tools")
def repeated_tool(case: Case, memory: Memory) -> Iterator[Hit]:
    seen: set[str] = set()
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        if tool.name in seen:
            yield Hit(None, f"tools[{index}]", phrase("audit.found.declared_twice", tool=quoted(tool.name)))
        seen.add(tool.name)


def _no_such_tool(name: str, names: Iterable[str]) -> Sentence:
    from difflib import get_close_matches

    close = get_close_matches(name[:200], names, n=1)
    if close:
        return phrase("audit.found.unknown_tool_near", name=quoted(name), near=visible(close[0], 80))
    return phrase("audit.found.unknown_tool", name=quoted(name))


def _called_tool_name(call: CallAt) -> str:
    return visible(call.name, 80) or phrase("audit.found.a_tool")
