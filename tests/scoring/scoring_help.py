"""Small calls and tools that the tests of this room are written with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.scoring import MatchRules, Review, grade_tool_calls

SHOP = [
    {
        "type": "function",
        "function": {
            "name": "order",
            "parameters": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "limit": {"type": "integer", "default": 10},
                    "rate": {"type": "number", "default": 0.1},
                    "note": {"type": ["string", "null"]},
                    "kept": {"type": ["integer", "null"], "default": 10},
                    "free": {"description": "of any type, or none"},
                    "items": {"type": "array", "items": {"type": "string"}},
                    "address": {"$ref": "#/$defs/address"},
                    "home": {"anyOf": [{"$ref": "#/$defs/address"}, {"type": "null"}]},
                },
                "required": ["id"],
                "$defs": {
                    "address": {
                        "type": "object",
                        "properties": {
                            "city": {"type": "string"},
                            "unit": {"type": "string", "nullable": True},
                            "country": {"type": "string", "default": "CH"},
                            "next": {"$ref": "#/$defs/address"},
                        },
                    }
                },
            },
        },
    },
    {"type": "function", "name": "list", "parameters": {"type": "object", "properties": {}}},
]
"""One tool in OpenAI shape, one flat."""


def call(name: str = "order", /, **arguments: Any) -> dict[str, Any]:
    return text_call(json.dumps(arguments), name)


def text_call(arguments: Any, name: str = "order") -> dict[str, Any]:
    return {"type": "function", "id": "c", "function": {"name": name, "arguments": arguments}}


def grade(expected: object, given: object, mode: str = "schema", **settings: Any) -> Review:
    return grade_tool_calls(expected, given, SHOP, rules=MatchRules(mode=mode, **settings))  # type: ignore[arg-type]


def vectors() -> list[dict[str, Any]]:
    """The worked cases of grading."""
    path = Path(__file__).parents[1] / "vectors" / "grading.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
