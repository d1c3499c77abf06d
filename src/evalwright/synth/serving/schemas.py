"""What leaves an environment has to be an object in places where a protocol knows no other values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonSchema

WRAPPED = "result"


def input_schema(function: Mapping[str, Any]) -> JsonSchema:
    """The schema of a tool's arguments; one that states none takes none."""
    return function.get("parameters") or {"type": "object", "properties": {}}


def wrapped_schema(schema: JsonSchema) -> JsonSchema:
    """The schema of an object; anything else as the one field of one."""
    if schema.get("type") == "object":
        return schema
    return {"type": "object", "properties": {WRAPPED: schema}, "required": [WRAPPED], "additionalProperties": False}
