"""A tool as one line that reads like the head of a function: far shorter than its JSON definition.

`find(id: integer, how?: "fast" | "exact")  // Finds things.` This is how tools are shown where the chat template shows
none. What such a line cannot say (references, unusual keywords) is shown as JSON instead, so nothing of a definition
that bears on a call is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = {"string", "integer", "number", "boolean", "null"}
_SAID = {"type", "enum", "const", "items", "properties", "required", "anyOf", "description", "title", "default"}
"""Keywords that a line says, or that bear on no call."""
_WORD = re.compile(r"[\w.-]+")
_DEEPEST = 6


class _NotSaidError(ValueError):
    """A schema that a line cannot say."""


def signature(tool: Mapping[str, Any]) -> str:
    """The line of a tool, or its JSON where a line would not do."""
    function = tool.get("function", tool)
    try:
        line = f"{_check_word(function['name'])}({_fields(function.get('parameters') or {}, 0)})"
    except (_NotSaidError, KeyError, TypeError, AttributeError):
        return json.dumps(function, ensure_ascii=False)
    return line + _remark(function)


def _fields(schema: Mapping[str, Any], depth: int) -> str:
    """The properties of an object; a question mark after those that may be left out."""
    if schema.get("type", "object") != "object" or not _can_be_said(schema, depth):
        raise _NotSaidError
    required = schema.get("required", [])
    parts = []
    for name, each in schema.get("properties", {}).items():
        mark = "" if name in required else "?"
        default = f" = {_literal_json(each['default'])}" if "default" in each else ""
        parts.append(
            f"{_check_word(name)}{mark}: {_type(each, depth + 1)}{default}{_remark(each, before=' /* ', after=' */')}"
        )
    return ", ".join(parts)


def _type(schema: Mapping[str, Any], depth: int) -> str:
    if not _can_be_said(schema, depth):
        raise _NotSaidError
    if "const" in schema:
        return _literal_json(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal_json(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(each, depth + 1) for each in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}), depth + 1)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"{{{_fields(schema, depth)}}}"
    if kind is None:
        return "any"
    if kind in _PLAIN:
        return str(kind)
    raise _NotSaidError


def _check_word(name: str) -> str:
    """A name that cannot be mistaken for anything else in the line."""
    if not _WORD.fullmatch(name):
        raise _NotSaidError
    return name


def _can_be_said(schema: Mapping[str, Any], depth: int) -> bool:
    """Whether the line has words for all that the schema says; a closed object needs none."""
    return depth <= _DEEPEST and all(
        key in _SAID or (key, schema[key]) == ("additionalProperties", False) for key in schema
    )


def _remark(schema: Mapping[str, Any], before: str = "  // ", after: str = "") -> str:
    text = schema.get("description")
    return f"{before}{' '.join(text.split())}{after}" if isinstance(text, str) and text.strip() else ""


def _literal_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
