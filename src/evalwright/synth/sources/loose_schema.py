"""Schemas as people write them by hand, as JSON Schema: types named as in Python or Java, fields without an object.

Benchmarks and data sets say `dict`, `float`, `tuple`, `List[str]` or `str, optional`, leave the object around the
fields out, or mark each field as required. What is JSON Schema already comes back as it is, the same object.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from evalwright.chat import JsonSchema
from evalwright.text import resource_json

from .loose_values import listing, mapping

_TABLE: dict[str, list[str]] = resource_json(__package__, "words/types.json")
_TYPES = {word: name for name, words in _TABLE.items() for word in words}
_ANY = frozenset({"any", "unknown", "mixed", "variant"})
_OPTIONAL = re.compile(r"\s*[,(;]\s*optional\)?\s*$|\?\s*$", re.IGNORECASE)
_OF = re.compile(r"(?P<outer>[A-Za-z]+)\s*[\[<(](?P<inner>.*)[\]>)]", re.DOTALL)
_LIST_OF = re.compile(r"(?:list|array)\s+of\s+(?P<inner>\w+?)s?", re.IGNORECASE)
_MAPS = ("properties", "patternProperties", "$defs", "definitions")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLES = ("items", "additionalProperties", "not", "contains")
_MAX_DEPTH = 60
_LONGEST = 200


class _Read(NamedTuple):
    """A type, and whether its text says that it may be left out."""

    schema: JsonSchema | None
    """None where nobody knows the name."""
    optional: bool = False


def as_json_schema(schema: JsonSchema, required: Any = None) -> JsonSchema:
    """A tool's parameters as JSON Schema; `required`: the names that stand beside the parameters, if they do."""
    made: JsonSchema = _plain(_with_object(schema), 0)
    names = [name for name in listing(required) if isinstance(name, str)]
    if names and "required" not in made and isinstance(made.get("properties"), dict):
        made = {**made, "required": [name for name in names if name in made["properties"]]}
    return made


def _with_object(schema: JsonSchema) -> JsonSchema:
    """Fields alone, as an object with these fields."""
    kind = schema.get("type")
    if "properties" in schema or isinstance(kind, str | list) or not schema:
        return schema
    fields = [mapping(each) for each in schema.values()]
    if not all("type" in each or "description" in each for each in fields):
        return schema
    needed = [name for name, each in schema.items() if not _may_be_left_out(mapping(each))]
    marked = any(isinstance(each.get("required"), bool) for each in fields)
    return {"type": "object", "properties": schema, **({} if marked else {"required": needed})}


def _may_be_left_out(schema: JsonSchema) -> bool:
    text = schema.get("type")
    return "default" in schema or (isinstance(text, str) and _read_type(text).optional)


def _plain(schema: Any, depth: int) -> Any:
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return schema
    made = {key: _plain_keyword(key, value, depth) for key, value in schema.items()}
    kind = schema.get("type")
    read = _read_type(kind).schema if isinstance(kind, str) and kind not in _TABLE else None
    if read is not None:
        del made["type"]
        made = {**read, **made}
    _move_required(schema, made)
    same = made.keys() == schema.keys() and all(made[key] is value for key, value in schema.items())
    return schema if same else made


def _plain_keyword(key: str, value: Any, depth: int) -> Any:
    if key in _MAPS and isinstance(value, dict):
        inner = {name: _plain(each, depth + 1) for name, each in value.items()}
        return value if all(inner[name] is each for name, each in value.items()) else inner
    if key in _LISTS and isinstance(value, list):
        listed = [_plain(each, depth + 1) for each in value]
        return value if all(new is old for new, old in zip(listed, value, strict=True)) else listed
    return _plain(value, depth + 1) if key in _SINGLES else value


def _move_required(schema: JsonSchema, made: JsonSchema) -> None:
    """`required: true` at a field belongs to the object around it."""
    if isinstance(made.get("required"), bool):
        del made["required"]
    fields = mapping(schema.get("properties"))
    marked = [name for name, each in fields.items() if mapping(each).get("required") is True]
    if marked:
        named = [name for name in listing(made.get("required")) if name not in marked]
        made["required"] = [*named, *marked]


def _read_type(text: str) -> _Read:
    """What a type's name stands for."""
    if len(text) > _LONGEST:
        return _Read(None)
    bare = _OPTIONAL.sub("", text.strip())
    optional = bare != text.strip()
    of = _OF.fullmatch(bare)
    if of is not None:
        outer, inner = of["outer"].lower(), of["inner"]
        if outer == "optional":
            return _Read(_read_type(inner).schema, True)
        if outer in ("union", "literal"):
            return _Read(_union(outer, inner), optional)
        return _Read(_container(outer, inner), optional)
    listed = _LIST_OF.fullmatch(bare)
    if listed is not None:
        return _Read(_container("list", listed["inner"]), optional)
    if "|" in bare:
        return _Read(_union("union", bare.replace("|", ",")), optional)
    if bare.lower() in _ANY:
        return _Read({}, optional)
    name = _TYPES.get(bare.lower())
    return _Read(None if name is None else {"type": name}, optional)


def _container(outer: str, inner: str) -> JsonSchema | None:
    name = _TYPES.get(outer)
    if name != "array":
        return None if name is None else {"type": name}
    parts = [_read_type(part).schema for part in inner.split(",") if part.strip() not in ("", "...")]
    plain = [part for part in parts if part]
    alike = len(plain) == len(parts) and all(part == plain[0] for part in plain)
    return {"type": "array", "items": plain[0]} if plain and alike else {"type": "array"}


def _union(outer: str, inner: str) -> JsonSchema | None:
    parts = [part.strip() for part in inner.split(",") if part.strip()]
    if outer == "literal":
        return {"enum": [part.strip("'\"") for part in parts]} if parts else {}
    kinds = [_TYPES.get(part.lower()) for part in parts]
    if not kinds or None in kinds:
        return None
    names = list(dict.fromkeys(kinds))
    return {"type": names[0] if len(names) == 1 else names}
