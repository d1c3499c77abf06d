"""Tool definitions in every dialect: OpenAI's, its older flat ones, Anthropic's, Gemini's, MCP's, or JSON text of them.

An OpenAI definition is kept as it is given, so that it is sent unchanged; the others are translated once, here.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from .dialects.reading import Raw, Reading
from .strict_json import JsonError, loads
from .types import ChatError, Tool

_SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema")
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_GEMINI_TYPES = frozenset({"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"})
_LITERALS = frozenset({"enum", "const", "default", "example", "examples"})
"""Keywords whose values are data, not schemas."""


def read_tools(value: object) -> list[Tool]:
    """The tools that a value stands for, or ChatError."""
    return tools_from(value, "tools", Reading())


def plain_tools(value: object) -> list[Raw] | None:
    """The definitions themselves where all are OpenAI's and sent as they are, which is nearly always; else None."""
    if type(value) is not list:
        return None
    for raw in value:
        function = raw.get("function") if type(raw) is dict and "type" in raw else None
        if type(function) is not dict or type(function.get("name")) is not str or not function["name"]:
            return None
    return value


def tools_from(value: object, path: str, reading: Reading) -> list[Tool]:
    """The same, noting what was met on the way."""
    if isinstance(value, str):
        reading.note("tools_as_text")
        value = _from_text(value, path)
    if value is None:
        return []
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        raise ChatError(path, phrase("chat.not_list"))
    tools: list[Tool] = []
    for index, raw in enumerate(value):
        tools += _read_definition(raw, f"{path}[{index}]", reading)
    return tools


def _from_text(text: str, path: str) -> Any:
    if not text.strip():
        return None
    try:
        return loads(text)
    except JsonError as error:
        raise ChatError(path, phrase("chat.text_not_json", error=error.problem)) from None


def _read_definition(raw: object, path: str, reading: Reading) -> list[Tool]:
    if isinstance(raw, str):
        raw = _from_text(raw, path)
    if not isinstance(raw, dict):
        raise ChatError(path, phrase("chat.not_object"))
    function = raw.get("function")
    if isinstance(function, dict):
        schema = function.get("parameters")
        read = _read_schema(schema, f"{path}.function.parameters")
        if read is not schema:
            function = {**function, "parameters": read}
            raw = {**raw, "function": function}
        return [_make_tool(function, raw, path)]
    for key in _DECLARATIONS:
        if isinstance(raw.get(key), list):
            return [_read_declaration(each, f"{path}.{key}[{index}]") for index, each in enumerate(raw[key])]
    if isinstance(raw.get("name"), str):
        return [_flat(raw, path, reading)]
    return [_built_in(raw, path)]


def _read_schema(schema: Any, path: str) -> Any:
    """A schema; columns of tables cannot hold schemas that differ, so that some write them as text."""
    return _from_text(schema, path) if isinstance(schema, str) and schema.lstrip().startswith("{") else schema


def _make_tool(function: Raw, raw: Raw, path: str) -> Tool:
    name, description, parameters = function.get("name"), function.get("description"), function.get("parameters")
    if not isinstance(name, str) or not name:
        raise ChatError(path, phrase("chat.missing_name"))
    return Tool(
        name,
        description if isinstance(description, str) else None,
        parameters if isinstance(parameters, dict) else None,
        raw if "type" in raw else {"type": "function", **raw},
    )


def _flat(raw: Raw, path: str, reading: Reading) -> Tool:
    if "input_schema" in raw:
        reading.see("anthropic")
    schema = _read_schema(next((raw[key] for key in _SCHEMAS if key in raw), None), f"{path}.parameters")
    kept = {key: value for key, value in raw.items() if key not in _SCHEMAS and key != "type"}
    function = kept if schema is None else {**kept, "parameters": schema}
    return _make_tool(function, {"type": "function", "function": function}, path)


def _read_declaration(raw: object, path: str) -> Tool:
    if not isinstance(raw, dict):
        raise ChatError(path, phrase("chat.not_object"))
    tool = _flat(raw, path, Reading())
    if tool.parameters is None:
        return tool
    try:
        function = {**tool.raw["function"], "parameters": _lower_types(tool.parameters)}
    except RecursionError:
        raise ChatError(path, phrase("chat.too_deep")) from None
    return _make_tool(function, {"type": "function", "function": function}, path)


def _lower_types(schema: Any) -> Any:
    """Gemini writes the types of JSON Schema in capitals."""
    if isinstance(schema, list):
        return [_lower_types(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in _LITERALS else _lower_types(value) for key, value in schema.items()}
    kind = schema.get("type")
    if isinstance(kind, str) and kind in _GEMINI_TYPES:
        made["type"] = kind.lower()
    return made


def _built_in(raw: Raw, path: str) -> Tool:
    """A tool of the service itself (`{"type": "web_search"}`): known by its type, sent unchanged."""
    custom, kind = raw.get("custom"), raw.get("type")
    name = custom.get("name") if isinstance(custom, dict) else kind
    if not isinstance(name, str) or not name or name == "function":
        raise ChatError(path, phrase("chat.missing_name"))
    return Tool(name, None, None, raw)
