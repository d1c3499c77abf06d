"""Examples of an OpenAPI document, put where the values are: at the fields of a schema, a few for each.

A document shows whole requests and answers; what is made up later, and what a user would plausibly say, is like them.
A schema that says nothing of its fields (a map, an open object) gets those of the example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalwright.chat import JsonObject, JsonSchema

from .loose_values import listing, mapping
from .openapi_refs import References

_EACH = 3
_LONGEST = 120
_MAX_DEPTH = 8
_MAX_FIELDS = 40
_MAX_WHOLE = 3
_PARAMETER = re.compile(r"\{([^{}]+)\}")


def media_examples(media: JsonObject, references: References) -> list[Any]:
    """The whole values that a request or an answer has as examples."""
    found = [media["example"]] if "example" in media else []
    for each in mapping(media.get("examples")).values():
        value = references.follow(each).get("value")
        found += [] if value is None else [value]
    return found[:_MAX_WHOLE]


SHOWN = "x-shown"
"""In the schema of a result: the values of a field, or how long a list is, in one example after the other."""


def with_examples(schema: JsonSchema, values: list[Any], *, together: bool = False) -> JsonSchema:
    """The schema with what its values look like at every field; it is not changed itself.

    `together`: also which of them stand together in one example, under `SHOWN`, so that made-up things are alike.
    """
    return _at_fields(schema, values, 0, list(values) if together else [])


def _at_fields(schema: JsonSchema, values: list[Any], depth: int, rows: list[Any]) -> JsonSchema:
    """Examples of a whole object or list become those of its parts. `rows`: one for each example, None for none."""
    if depth > _MAX_DEPTH:
        return schema
    own = [each for each in listing(schema.get("examples")) if isinstance(each, dict | list)]
    whole = [*values, *own]
    objects = [each for each in whole if isinstance(each, dict)]
    made = {key: value for key, value in schema.items() if key != "examples"} if own else dict(schema)
    if isinstance(schema.get("properties"), dict):
        made["properties"] = {
            name: _at_fields(each, [held[name] for held in objects if name in held], depth + 1, _within(rows, name))
            for name, each in schema["properties"].items()
            if isinstance(each, dict)
        }
        return made
    if isinstance(schema.get("items"), dict):
        parts = [part for each in whole if isinstance(each, list) for part in each[:_EACH]]
        inner = [part for each in rows if isinstance(each, list) for part in each[:_EACH]]
        made["items"] = _at_fields(schema["items"], parts, depth + 1, inner)
        return {**made, SHOWN: len(inner)} if rows else made
    if objects and not set(schema) & {"anyOf", "oneOf", "allOf", "$ref"}:
        return {**made, "type": "object", "properties": _fields_of(objects, depth, rows)}
    made = _at_leaf(made, values)
    plain = [_unquoted(each) if isinstance(each, bool) or _is_short(each) else None for each in rows]
    return {**made, SHOWN: plain} if plain else made


def _within(rows: list[Any], name: str) -> list[Any]:
    """A field in one example after the other."""
    return [each.get(name) if isinstance(each, dict) else None for each in rows]


def _fields_of(objects: list[JsonObject], depth: int, rows: list[Any]) -> dict[str, JsonSchema]:
    """Fields that only the examples tell."""
    names = dict.fromkeys(str(name) for each in objects for name in each)
    found = {}
    for name in list(names)[:_MAX_FIELDS]:
        values = [each[name] for each in objects if name in each and each[name] is not None]
        if values:
            found[name] = _at_fields(_schema_like(values[0]), values, depth + 1, _within(rows, name))
    return found


def _schema_like(value: Any) -> JsonSchema:
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, dict):
        return {"type": "object", "properties": {}} if not value else {"type": "object"}
    if isinstance(value, list):
        return {"type": "array", "items": _schema_like(value[0]) if value else {}}
    return {"type": "integer" if isinstance(value, int) else "number" if isinstance(value, float) else "string"}


def _at_leaf(schema: JsonSchema, values: list[Any]) -> JsonSchema:
    if "enum" in schema or "const" in schema:
        return schema
    there = [each for each in listing(schema.get("examples")) if _is_short(each)]
    known = list(_different([_unquoted(each) for each in (*there, *values)]))
    return {**schema, "examples": known} if known else schema


def _unquoted(value: Any) -> Any:
    """A text without the quotes that some documents write into it."""
    quoted = isinstance(value, str) and len(value) > 2 and value[0] == value[-1] == '"'
    return value[1:-1] if quoted else value


def _different(values: list[Any]) -> Iterator[Any]:
    seen: set[str] = set()
    for value in values:
        if _is_short(value) and repr(value) not in seen and len(seen) < _EACH:
            seen.add(repr(value))
            yield value


def _is_short(value: Any) -> bool:
    """Whether a value is one that a person could read: a number, or a text on one line."""
    if isinstance(value, str):
        return 0 < len(value) <= _LONGEST and value.isprintable()
    return isinstance(value, int | float) and not isinstance(value, bool)


def values_in_addresses(path: str, shown: list[Any]) -> dict[str, str]:
    """What stands for the parameters of a path in the addresses that an answer shows: `octocat` for `{owner}`."""
    names = _PARAMETER.findall(path)
    if not names:
        return {}
    pattern = re.compile(_PARAMETER.sub(r"([\\w.~%-]{1,60})", re.escape(path).replace(r"\{", "{").replace(r"\}", "}")))
    for text in _addresses(shown, 0):
        found = pattern.search(text)
        if found is not None and found.end() == len(text.partition("?")[0].rstrip("/")):
            return dict(zip(names, found.groups(), strict=True))
    return {}


def _addresses(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str) and value.startswith(("http://", "https://")) and len(value) < 400:
        yield value.partition("?")[0].rstrip("/")
    inner = value.values() if isinstance(value, dict) else value[:_EACH] if isinstance(value, list) else ()
    for each in inner if depth <= _MAX_DEPTH else ():
        yield from _addresses(each, depth + 1)
