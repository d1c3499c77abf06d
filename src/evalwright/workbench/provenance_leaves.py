"""The single values inside the arguments of a call, each with its way in and its schema; and when two are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from .provenance_schema import Schema, child


def leaves_of(arguments: Mapping[str, Any], schema: Schema) -> Iterator[tuple[str, str, Schema, Any]]:
    """Every value inside the arguments: its path, the name of its parameter, its schema and itself."""
    for key, value in arguments.items():
        yield from leaves_inside(value, key, key, child(schema, key, schema), schema)


def leaves_inside(
    value: Any, path: str, name: str, schema: Schema, root: Schema
) -> Iterator[tuple[str, str, Schema, Any]]:
    """The same for one value that stands there under this path, name and schema."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves_inside(inner, f"{path}.{key}", key, child(schema, key, root), root)
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves_inside(inner, f"{path}[{index}]", name, child(schema, index, root), root)
    else:
        yield path, name, schema, value


def same_leaf(leaf: Any, value: Any) -> bool:
    """Whether two values are the very same."""
    if isinstance(leaf, bool) or isinstance(value, bool):
        return leaf is value
    if isinstance(leaf, float) and isinstance(value, int | float):
        return Decimal(repr(leaf)) == Decimal(repr(value))
    return type(leaf) is type(value) and bool(leaf == value)
