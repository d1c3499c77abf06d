"""What each tool answers, as JSON Schema: published with the tools, and what the tests hold every result to.

`outputs.json` says it with references to what several tools answer; here each schema stands by itself.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonSchema

from .files import shop_json

_SCHEMAS: dict[str, JsonSchema] = shop_json("outputs.json")
_HERE = "#/$defs/"


def _with_references(part: Any) -> Any:
    """A schema with what it refers to in its place."""
    if isinstance(part, list):
        return [_with_references(each) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _with_references(_SCHEMAS["$defs"][part["$ref"].removeprefix(_HERE)])
    return {name: _with_references(each) for name, each in part.items()}


STATUSES: tuple[str, ...] = tuple(_SCHEMAS["$defs"]["status"]["enum"])
"""Every status an order can have."""

OUTPUT_SCHEMAS: dict[str, JsonSchema] = _with_references(_SCHEMAS["shop"])
"""By tool; a result that is not a refusal always fits."""

MINI_SCHEMAS: dict[str, JsonSchema] = _with_references(_SCHEMAS["shop-mini"])
"""The same for the small shop, which has fewer tools and answers in fewer words."""
