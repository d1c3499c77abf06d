"""Giving untyped values their types: some families write every argument as bare text, and only the schema knows more.

In go the text of a value and the schema of its parameter; out comes the JSON text of what was meant. Where the
schema does not allow what the text would be, it stays a text: the value is judged as written, never made to fit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ..strict_json import JsonError, loads_exact
from ..types import JsonSchema

_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}
"""Templates write booleans and null as Python does; as JSON they could mean nothing else."""
_BRANCHES = ("anyOf", "oneOf", "allOf")
_HINTS = {"properties": "object", "items": "array"}
_DEPTH = 4


def parameters_by_name(tools: Iterable[Any]) -> dict[str, JsonSchema | None]:
    """The tools offered, each with its JSON Schema of parameters; what is no tool is passed over."""
    offered: dict[str, JsonSchema | None] = {}
    for tool in tools:
        function = tool.get("function", tool) if isinstance(tool, Mapping) else None
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            offered[function["name"]] = function.get("parameters")
    return offered


def arguments_text(pairs: Sequence[tuple[str, str]], schema: Any) -> str | None:
    """The JSON object that untyped pairs stand for, or None where a key stands twice."""
    if len({key for key, _ in pairs}) < len(pairs):
        return None
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    known = properties if isinstance(properties, Mapping) else {}
    written = (f"{_quoted(key)}: {_typed_json(text, types_of(known.get(key), schema))}" for key, text in pairs)
    return "{" + ", ".join(written) + "}"


def types_of(schema: Any, root: Any, depth: int = _DEPTH) -> set[str]:
    """The types that a parameter takes, as far as its schema says so plainly."""
    if not isinstance(schema, Mapping) or depth == 0:
        return set()
    given = schema.get("type")
    found = {name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str)}
    if not found:
        found = {name for key, name in _HINTS.items() if key in schema} | _types_of_members(schema)
    for branch in _branches(schema, root):
        found |= types_of(branch, root, depth - 1)
    return found


def _types_of_members(schema: Mapping[str, Any]) -> set[str]:
    members = schema["enum"] if isinstance(schema.get("enum"), list) else []
    members = [*members, schema["const"]] if "const" in schema else members
    return {_type_of(member) for member in members}


def _branches(schema: Mapping[str, Any], root: Any) -> list[Any]:
    """The alternatives of a schema and what it refers to inside its own document."""
    listed = [branch for word in _BRANCHES if isinstance(schema.get(word), list) for branch in schema[word][:64]]
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/"):
        listed.append(_follow_pointer(root, reference[2:].split("/")[:8]))
    return listed


def _follow_pointer(root: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        root = root.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(root, Mapping) else None
    return root


def _typed_json(text: str, types: set[str]) -> str:
    """The JSON text of a value. A parameter that takes texts gets one, unless null is taken too and meant."""
    trimmed = text.strip()
    word = _PYTHON_WORDS.get(trimmed, trimmed)
    if word == "null" and "null" in types:
        return word
    if not types or "string" in types:
        return _quoted(text)
    try:
        value = loads_exact(word)
    except JsonError:
        return _quoted(text)
    return word if _type_of(value) in types or (types & {"number"} and _type_of(value) == "integer") else _quoted(text)


def _type_of(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    for kind, name in ((str, "string"), (list, "array"), (dict, "object")):
        if isinstance(value, kind):
            return name
    whole = isinstance(value, Decimal) and value == value.to_integral_value()
    return "integer" if whole else "number"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
