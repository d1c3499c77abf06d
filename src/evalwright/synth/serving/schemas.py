"""What leaves an environment has to be an object in places where a protocol knows no other values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WRAPPED = "result"


def input_schema(function: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments; one that states none takes none."""
    return function.get("parameters") or {"type": "object", "properties": {}}


def wrapped_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object; anything else as the one field of one."""
    if schema.get("type") == "object":
        return schema
    return {"type": "object", "properties": {WRAPPED: schema}, "required": [WRAPPED], "additionalProperties": False}
