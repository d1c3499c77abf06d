"""Tools from a file of definitions: OpenAI's, Anthropic's, Gemini's, what an MCP server listed, a benchmark's.

One file may hold them once, or on every line as rows of a data set do; the same definition counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, JsonError, JsonObject, Tool, loads, read_tools
from evalwright.errors import InputError
from evalwright.text import phrase

from ..environment import Effect
from .documents import JsonLines
from .loose_schema import as_json_schema
from .loose_values import mapping, words
from .source import NO_PARAMETERS, ToolSource

_HOLDERS: dict[str, type | tuple[type, ...]] = {
    "result": dict,
    "toolConfig": dict,
    "tools": (list, dict),
    "functions": (list, dict),
    "function": list,
}
"""Where definitions stand inside a request, a row, a question or an answer of an MCP server, and as what."""
_SCHEMAS = ("parameters", "input_schema", "inputSchema")
_OTHER_SCHEMAS = ("schema", "arguments", "args", "params", "args_schema", "inputs")
_OTHER_NAMES = {"api_name": "name", "function_name": "name", "tool_name": "name", "api_description": "description"}
_OUTPUTS = ("outputSchema", "output_schema", "response", "responses", "responseJsonSchema")
_CURE = phrase("cures.tools_list")
_MAX_NESTING = 4


def read_tools_file(value: Any, path: Path, text: str) -> ToolSource:
    """The tools of a parsed file; InputError where there are none."""
    source = ToolSource(text, "tools")
    known: dict[str, JsonObject] = {}
    refused: list[ChatError] = []
    for place, raw in _definitions(value, "tools"):
        try:
            tools = read_tools(_usual_names(raw))
        except ChatError as error:
            refused.append(error)
            source.notes.append(phrase("synth.note.no_definition", place=place, why=error.text))
            continue
        for tool in tools:
            _add_defined_tool(source, known, tool, place)
    if source.tools:
        return source
    if refused:
        raise InputError.named("source.no_tools_why", path=path, error=refused[0], cure=_CURE)
    raise InputError.named("source.no_tools", path=path, cure=_CURE)


def _definitions(value: Any, place: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every definition with its place: those of a list, of a row that declares them, of every line."""
    if isinstance(value, JsonLines):
        for number, each in value.numbered:
            yield from _definitions(each, phrase("synth.note.line", number=number), depth + 1)
        return
    value = _parsed(value)
    holder = _holder(value) if depth <= _MAX_NESTING else None
    if holder is not None:
        yield from _definitions(value[holder], place, depth + 1)
    elif isinstance(value, list) and depth <= _MAX_NESTING:
        for index, each in enumerate(value):
            yield from _definitions(each, f"{place}[{index}]" if place == "tools" else place, depth + 1)
    elif value is not None and value != {}:
        yield place, value


def _holder(value: Any) -> str | None:
    """The key under which a record has its tools; None where it is a tool itself."""
    if not isinstance(value, dict) or any(isinstance(value.get(key), dict) for key in _SCHEMAS):
        return None
    return next((key for key in _HOLDERS if isinstance(_parsed(value.get(key)), _HOLDERS[key])), None)


def _parsed(value: Any) -> Any:
    """JSON that stands in a text, as data sets with columns have it, as what it says."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return loads(value)
    except JsonError:
        return value


def _usual_names(raw: Any) -> Any:
    """A definition under the names that definitions usually have."""
    if not isinstance(raw, dict):
        return raw
    if isinstance(raw.get("toolSpec"), dict):
        spec = raw["toolSpec"]
        return {**spec, "inputSchema": mapping(spec.get("inputSchema")).get("json", spec.get("inputSchema"))}
    named = {_OTHER_NAMES.get(key, key) if _OTHER_NAMES.get(key) not in raw else key: raw[key] for key in raw}
    if any(key in named for key in (*_SCHEMAS, "function", "type")):
        return named
    loose = next((schema for key in _OTHER_SCHEMAS if (schema := _loose_parameters(named.get(key)))), None)
    return {**named, "parameters": loose} if loose else named


def _loose_parameters(value: Any) -> JsonObject | None:
    """Parameters under a name that few use: an object of them, or a list of records that each name one."""
    if isinstance(value, list) and value and all(isinstance(mapping(each).get("name"), str) for each in value):
        described = {each["name"]: {"description": each["desc"]} if "desc" in each else {} for each in value}
        return {each["name"]: {**described[each["name"]], **_without_name(each)} for each in value}
    return (
        value
        if isinstance(value, dict) and all(isinstance(each, dict | list | str) for each in value.values())
        else None
    )


def _without_name(parameter: JsonObject) -> JsonObject:
    return {key: value for key, value in parameter.items() if key not in ("name", "desc")}


def _add_defined_tool(source: ToolSource, known: dict[str, JsonObject], tool: Tool, place: str) -> None:
    """Add a tool; with a note, where it is none that could be called or is known already with other words."""
    raw = mapping(tool.raw.get("function"))
    if not raw:
        source.notes.append(phrase("synth.note.service_tool", place=place, tool=tool.name))
        return
    if tool.name in known:
        if known[tool.name] != raw:
            source.notes.append(phrase("synth.note.defined_twice", place=place, tool=tool.name))
        return
    known[tool.name] = raw
    if tool.parameters is None:
        source.notes.append(phrase("synth.note.no_schema", place=place, tool=tool.name))
    name = source.free_name(tool.name)
    if name != tool.name:
        source.notes.append(phrase("synth.note.own_name_at", place=place, own_name=tool.name[:80], name=name))
    parameters = as_json_schema(tool.parameters, raw.get("required")) if tool.parameters else NO_PARAMETERS
    function = source.add(name, words(tool.description), parameters)
    if "strict" in raw:
        function["strict"] = raw["strict"]
    source.set_effect(name, stated_effect(mapping(raw.get("annotations"))), tool.name)
    output = next((raw[key] for key in _OUTPUTS if isinstance(raw.get(key), dict)), None)
    if output is not None:
        source.output_schemas[name] = as_json_schema(output)


def stated_effect(annotations: JsonObject) -> Effect | None:
    """What MCP's hints say, in either spelling; None where they say nothing."""
    read_only = annotations.get("readOnlyHint", annotations.get("read_only_hint"))
    if read_only is True:
        return "read"
    destructive = annotations.get("destructiveHint", annotations.get("destructive_hint"))
    return "write" if read_only is False or destructive is True else None
