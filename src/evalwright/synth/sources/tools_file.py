"""Tools from a file of definitions: OpenAI's, Anthropic's, Gemini's, or what an MCP server listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, JsonObject, Tool, read_tools
from evalwright.errors import InputError
from evalwright.text import phrase

from ..environment import Effect
from .loose_values import mapping, words
from .source import NO_PARAMETERS, ToolSource, renamed

_OUTPUTS = ("outputSchema", "output_schema", "response", "responseJsonSchema")
_CURE = phrase("cures.tools_list")


def read_tools_file(value: Any, path: Path, text: str) -> ToolSource:
    """The tools of a parsed file; InputError where there are none."""
    source = ToolSource(text, "tools")
    try:
        tools = read_tools(_definitions(value))
    except ChatError as error:
        raise InputError.named("source.no_tools_why", path=path, error=error, cure=_CURE) from None
    taken: set[str] = set()
    for index, tool in enumerate(tools):
        if tool.name in taken:
            source.notes.append(phrase("synth.note.defined_twice", index=index, tool=tool.name))
        elif _add_defined_tool(source, tool, f"tools[{index}]"):
            taken.add(tool.name)
    if not source.tools:
        raise InputError.named("source.no_tools", path=path, cure=_CURE)
    return source


def _definitions(value: Any) -> Any:
    """The list itself, also where it stands inside a request, a conversation or an answer of an MCP server."""
    for key in ("result", "tools", "functions"):
        if isinstance(value, dict) and isinstance(value.get(key), (list, dict)):
            value = value[key]
    return value


def _add_defined_tool(source: ToolSource, tool: Tool, place: str) -> bool:
    """Add a tool; False, with a note, where it is none that could be called."""
    raw = mapping(tool.raw.get("function"))
    if not raw:
        source.notes.append(phrase("synth.note.service_tool", place=place, tool=tool.name))
        return False
    if tool.parameters is None:
        source.notes.append(phrase("synth.note.no_schema", place=place, tool=tool.name))
    name = source.free_name(tool.name)
    if name != tool.name:
        source.notes.append(f"{place}: {renamed(tool.name, name)}")
    function = source.add(name, words(tool.description), tool.parameters or NO_PARAMETERS)
    if "strict" in raw:
        function["strict"] = raw["strict"]
    source.set_effect(name, stated_effect(mapping(raw.get("annotations"))), tool.name)
    output = next((raw[key] for key in _OUTPUTS if isinstance(raw.get(key), dict)), None)
    if output is not None:
        source.output_schemas[name] = output
    return True


def stated_effect(annotations: JsonObject) -> Effect | None:
    """What MCP's hints say, in either spelling; None where they say nothing."""
    read_only = annotations.get("readOnlyHint", annotations.get("read_only_hint"))
    if read_only is True:
        return "read"
    destructive = annotations.get("destructiveHint", annotations.get("destructive_hint"))
    return "write" if read_only is False or destructive is True else None
