"""Rules about calls and the schemas of the tools that are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalwright.chat import Toolbox, Unreadable

from .case import SHORT, CallAt, Case
from .finding import Hit, quoted, visible
from .registry import Memory, rule

_MOST_KEPT = 4096


@rule("no-tools", "warning", "schema", "Tools are called, but none is declared.")
def no_tools(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.calls and not case.tools.names:
        yield Hit(case.calls[0].message, "tools", "Tools are called, but the record declares none.")


@rule("unknown-tool", "error", "schema", "A tool is called that is not declared.")
def unknown_tool(case: Case, memory: Memory) -> Iterator[Hit]:
    names = case.tools.names
    for call in case.calls if names else ():
        if call.name and call.name not in names:
            said = f"There is no tool {quoted(call.name)}{_meant(call.name[:200], names)}"
            yield Hit(call.message, f"{call.path}.function.name", said)


@rule("unreadable-arguments", "error", "schema", "A call or its arguments cannot be read: broken JSON, or no object.")
def unreadable_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    for call in case.calls:
        if isinstance(call.read, Unreadable):
            said = f"The call of {_tool(call)} cannot be read: {visible(call.read.reason)}."
            yield Hit(call.message, f"{call.path}.function.arguments", said)


@rule("invalid-arguments", "error", "schema", "The arguments of a call do not fit the tool's schema.")
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
            yield Hit(call.message, f"{call.path}.function.arguments", f"{_tool(call)}: {visible(problem)}")


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


@rule("empty-arguments", "info", "schema", "The arguments of a call are an empty text instead of `{}`.")
def empty_arguments(case: Case, memory: Memory) -> Iterator[Hit]:
    for call in case.calls:
        if not isinstance(call.read, Unreadable) and "empty_arguments" in call.read.rules:
            path = f"{call.path}.function.arguments"
            yield Hit(call.message, path, f"The call of {_tool(call)} has no arguments, not even {{}}.")


@rule("unusable-schema", "error", "schema", "A tool's schema cannot be used to check anything.")
def unusable_schema(case: Case, memory: Memory) -> Iterator[Hit]:
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        problem = case.tools.schema_error(tool.name)
        if problem is not None:
            yield Hit(None, f"tools[{index}]", f"The schema of {quoted(tool.name)} cannot be used: {visible(problem)}.")


@rule("repeated-tool", "error", "schema", "Two declared tools have the same name.")
def repeated_tool(case: Case, memory: Memory) -> Iterator[Hit]:
    seen: set[str] = set()
    for index, tool in enumerate(case.conversation.tools) if case.new_tools else ():
        if tool.name in seen:
            yield Hit(None, f"tools[{index}]", f"The tool {quoted(tool.name)} is declared twice.")
        seen.add(tool.name)


def _meant(name: str, names: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, names, n=1)
    return f"; is {visible(close[0], 80)} meant?" if close else "."


def _tool(call: CallAt) -> str:
    return visible(call.name, 80) or "a tool"
