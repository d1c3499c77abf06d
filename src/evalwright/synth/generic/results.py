"""A made-up answer in the shape that a tool declares for its results: its fields, and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from evalwright.data import dumps_canonical

from .names import singular, words_of
from .parameters import resolved

if TYPE_CHECKING:
    from .simulated import SimulatedEnvironment
    from .world import Record

_TOTALS = frozenset({"total", "count", "size", "found"})
_NO_TOTALS = frozenset({"page", "pages", "amount", "price", "cost", "balance", "usage"})
_MAX_DEPTH = 3


def shaped(
    schema: Mapping[str, Any] | None,
    value: Record | list[Record],
    arguments: Mapping[str, Any],
    world: SimulatedEnvironment,
    depth: int = 0,
) -> Any:
    """The value as the schema wants it, with what is missing made up; the value itself where there is no schema."""
    if schema is None:
        return value
    here = resolved(schema, schema)
    inside = here.get("properties")
    if here.get("type") == "array" and isinstance(value, list):
        items = resolved(here.get("items", {}), schema)
        return [shaped(_rooted(items, schema), record, arguments, world, depth + 1) for record in value]
    if not isinstance(inside, dict) or not inside:
        return value
    if isinstance(value, list):
        return _shape_list_result(inside, value, arguments, world, schema)
    made: Record = {}
    for name, inner in inside.items():
        field = _field(str(name), inner, value, arguments, world, schema, depth)
        if field is not None and field != {}:
            made[str(name)] = field
    return made


def _field(
    name: str,
    inner: Any,
    value: Mapping[str, Any],
    arguments: Mapping[str, Any],
    world: SimulatedEnvironment,
    root: Mapping[str, Any],
    depth: int,
) -> Any:
    schema = _rooted(resolved(inner, root), root)
    if name in value and _is_of_type(value[name], schema):
        return value[name]
    if name in arguments and _is_of_type(arguments[name], schema):
        return arguments[name]
    if name in ("id", "uuid"):
        own = next((held for key, held in value.items() if words_of(key)[-1:] in (("id",), ("uuid",))), None)
        if own is not None and _is_of_type(own, schema):
            return own
    properties = schema.get("properties")
    if isinstance(properties, dict) and depth < _MAX_DEPTH and _is_about(name, properties, value):
        return shaped(schema, dict(value), arguments, world, depth + 1)
    rng = world.rng("field", name, dumps_canonical([dict(value), dict(arguments)]).decode("utf-8", "replace"))
    return world.world.declared(name, schema, rng)


def _is_about(name: str, properties: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Whether an object inside a result is the thing itself, as in `{"droplet": {...}}`."""
    ids = [key for key in value if words_of(key)[-1:] in (("id",), ("uuid",))]
    named = any(singular(words_of(key)[0]) == singular(words_of(name)[-1]) for key in ids if words_of(name))
    return named or len(set(properties) & set(value)) > 1


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
            made[name] = [shaped(_rooted(items, root), record, arguments, world, 1) for record in found]
        elif _is_total(str(name), schema):
            made[name] = len(found)
        elif any(_is_total(str(key), each) for key, each in _inner_fields(schema).items()):  # `meta: total`
            made[name] = {key: len(found) for key, each in _inner_fields(schema).items() if _is_total(str(key), each)}
        else:
            field = _field(str(name), inner, {}, arguments, world, root, 1)
            if field is not None and field != {}:
                made[name] = field
    return made


def _inner_fields(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = schema.get("properties")
    return fields if isinstance(fields, Mapping) else {}


def _is_total(name: str, schema: Any) -> bool:
    """Whether a field says how many things there are."""
    words = words_of(name)
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    return (
        kind in (None, "integer", "number")
        and bool(_TOTALS & set(words[:1] + words[-1:]))
        and not _NO_TOTALS & set(words)
    )


def _rooted(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema with the definitions that it may refer to."""
    shared = {key: root[key] for key in ("$defs", "definitions") if key in root and key not in schema}
    return {**schema, **shared} if shared else schema


def _is_of_type(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is of the type that is wanted, as far as one is."""
    wanted = schema.get("type")
    kinds = wanted if isinstance(wanted, list) else [wanted]
    if kinds == [None]:
        return True
    names = {bool: "boolean", int: "integer", float: "number", str: "string", dict: "object", list: "array"}
    own = names.get(type(value), "null")
    return own in kinds or (own == "integer" and "number" in kinds)
