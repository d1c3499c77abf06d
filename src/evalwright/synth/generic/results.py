"""A made-up answer in the shape that a tool declares for its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from evalwright.data import dumps_canonical

from .parameters import resolved

if TYPE_CHECKING:
    from .simulated import SimulatedEnvironment
    from .world import Record

_TOTALS = frozenset({"total", "count", "size", "total_count", "totalcount", "total_results", "found"})


def shaped(
    schema: Mapping[str, Any] | None,
    value: Record | list[Record],
    arguments: Mapping[str, Any],
    world: SimulatedEnvironment,
) -> Any:
    """The value as the schema wants it, with what is missing made up; the value itself where there is no schema."""
    if schema is None:
        return value
    here = resolved(schema, schema)
    inside = here.get("properties")
    if not isinstance(inside, dict) or not inside:
        return value
    if isinstance(value, list):
        return _shape_list_result(inside, value, arguments, world, schema)
    made = {str(name): _field(str(name), inner, value, arguments, world, schema) for name, inner in inside.items()}
    if here.get("additionalProperties") is not False:
        made.update({name: each for name, each in value.items() if name not in made})
    return made


def _field(
    name: str,
    inner: Any,
    value: Mapping[str, Any],
    arguments: Mapping[str, Any],
    world: SimulatedEnvironment,
    root: Mapping[str, Any],
) -> Any:
    if name in value:
        return value[name]
    if name in arguments:
        return arguments[name]
    for held in value.values():
        if name == "id" and isinstance(held, str | int):
            return held
    schema = resolved(inner, root)
    rng = world.rng("field", name, dumps_canonical([dict(value), dict(arguments)]).decode("utf-8", "replace"))
    return world.world.declared(name, schema, rng)


def _shape_list_result(
    inside: Mapping[str, Any],
    found: list[Record],
    arguments: Mapping[str, Any],
    world: SimulatedEnvironment,
    root: Mapping[str, Any],
) -> Record:
    made: Record = {}
    for name, inner in inside.items():
        schema = resolved(inner, root)
        items = resolved(schema.get("items", {}), root)
        if schema.get("type") == "array" and isinstance(items.get("properties"), dict):
            made[name] = [shaped(items, record, arguments, world) for record in found]
        elif str(name).lower() in _TOTALS:
            made[name] = len(found)
        else:
            made[name] = _field(str(name), inner, {}, arguments, world, root)
    return made
