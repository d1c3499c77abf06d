"""How much work a schema can make, found before a value is checked against it.

Schemas come with the data, so they may be hostile: references that double at every step turn thirty lines into years.
`References` follows a schema's local references and bounds the steps for a value of a given depth; it also says which
schemas cannot be used at all. Nothing is fetched: a reference that leaves the schema is refused by name.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from .strict_json import MAX_DEPTH
from .types import JsonSchema

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_ANCHORS = ("$anchor", "$dynamicAnchor")
_HERE_ONE = ("not", "if", "then", "else")
_HERE_MANY = ("allOf", "anyOf", "oneOf")
_HERE_NAMED = ("dependentSchemas", "dependencies")
_BELOW_ONE = (
    "items",
    "additionalItems",
    "additionalProperties",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", *_HERE_NAMED})
_ONE = frozenset({*_HERE_ONE, *_BELOW_ONE, "contentSchema"})
_LISTS = frozenset({*_HERE_MANY, "prefixItems", "items"})
_LOOKED_AT = frozenset({"anyOf", "oneOf", *_ANCHORS, *_REFERENCES})
_STEPS_LIMIT = 10**12
"""Where counting stops: far beyond what is ever allowed."""


class SchemaError(ValueError):
    """A schema that cannot be used; the message completes "the schema cannot be used: ..."."""


class References:
    """The local references of one schema, and the work they can make."""

    def __init__(self, schema: JsonSchema) -> None:
        self._root = schema
        self._anchors: dict[str, JsonSchema] = {}
        self._steps: dict[tuple[int, int], int] = {}
        self._by_depth: list[int] = []
        self.size = 0
        self.branches = 0
        """Schemas that are one of several: a failure is explained once for each."""
        self.any = False
        self._collect()

    def steps(self, depth: int) -> int:
        """A bound on the schema nodes visited for any one place of a value that is `depth` levels deep."""
        if not self.any:
            return self.size
        for level in range(len(self._by_depth), depth + 1):  # upwards, so that no level has to descend to the last
            try:
                self._by_depth.append(self._count_steps(self._root, level, frozenset()))
            except RecursionError:
                raise SchemaError(phrase("schema.long_chain")) from None
        return self._by_depth[depth]

    def _collect(self) -> None:
        """One walk over all subschemas, level by level: size, anchors, references and depth."""
        level: list[JsonSchema] = [self._root]
        embedded = False
        for _ in range(MAX_DEPTH):
            if not level:
                break
            for schema in level:
                self._look(schema)
                embedded |= schema is not self._root and isinstance(schema.get("$id", schema.get("id")), str)
            level = [inner for schema in level for inner in _subschemas(schema)]
        if level:
            raise SchemaError(phrase("schema.too_deep", max_depth=MAX_DEPTH))
        if self.any and embedded:
            raise SchemaError(phrase("schema.inner_id"))

    def _look(self, schema: JsonSchema) -> None:
        self.size += 1
        if _LOOKED_AT.isdisjoint(schema):
            return
        self.branches += len(_list_or_empty(schema.get("anyOf"))) + len(_list_or_empty(schema.get("oneOf")))
        for key in _ANCHORS:
            if isinstance(schema.get(key), str):
                self._anchors[schema[key]] = schema
        for key in _REFERENCES:
            if isinstance(reference := schema.get(key), str):
                self.any = True
                if not reference.startswith("#"):
                    raise SchemaError(phrase("schema.outside", reference=repr(reference[:120])))

    def _count_steps(self, schema: Any, depth: int, above: frozenset[int]) -> int:
        if not isinstance(schema, dict) or id(schema) in above:
            return 1  # a circle in one place adds nothing: the validator goes round it once
        known = self._steps.get((id(schema), depth))
        if known is not None:
            return known
        here = above | {id(schema)}
        total = 1 + sum(self._count_steps(inner, depth, here) for inner in self._in_place(schema))
        if depth > 0:
            total += self._count_below(schema, depth - 1)
        total = min(total, _STEPS_LIMIT)
        self._steps[id(schema), depth] = total
        return total

    def _count_below(self, schema: JsonSchema, depth: int) -> int:
        """One child meets one of `properties` (the dearest counts) and every other schema for children."""
        nothing: frozenset[int] = frozenset()
        total = 0
        for either in (_dict_values(schema.get("properties")), _list_or_empty(schema.get("prefixItems"))):
            total += max((self._count_steps(inner, depth, nothing) for inner in either), default=0)
        others = [*_dict_values(schema.get("patternProperties")), *_list_or_empty(schema.get("items"))]
        others += [schema[key] for key in _BELOW_ONE if isinstance(schema.get(key), dict)]
        return total + sum(self._count_steps(inner, depth, nothing) for inner in others)

    def _in_place(self, schema: JsonSchema) -> list[Any]:
        """The schemas that look at the same place of the value."""
        found = [schema[key] for key in _HERE_ONE if key in schema]
        for key in _HERE_MANY:
            found += _list_or_empty(schema.get(key))
        for key in _HERE_NAMED:
            found += _dict_values(schema.get(key))
        return found + [self._reference_target(schema[key]) for key in _REFERENCES if isinstance(schema.get(key), str)]

    def _reference_target(self, reference: str) -> Any:
        """What a local reference points at; None where there is nothing, which the compiler reports."""
        pointer = reference[1:]
        if not pointer:
            return self._root
        if not pointer.startswith("/"):
            return self._anchors.get(pointer)
        target: Any = self._root
        for step in _unquoted(pointer)[1:].split("/"):
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(target, list):
                target = target[int(key)] if key.isascii() and key.isdigit() and int(key) < len(target) else None
            else:
                target = target.get(key) if isinstance(target, dict) else None
        return target


def _subschemas(schema: JsonSchema) -> list[JsonSchema]:
    found: list[JsonSchema] = []
    for key, value in schema.items():
        if isinstance(value, dict):
            if key in _NAMED:
                found += [inner for inner in value.values() if isinstance(inner, dict)]
            elif key in _ONE:
                found.append(value)
        elif isinstance(value, list) and key in _LISTS:
            found += [inner for inner in value if isinstance(inner, dict)]
    return found


def _dict_values(value: object) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else []


def _list_or_empty(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _unquoted(pointer: str) -> str:
    from urllib.parse import unquote  # rare, and not free to import

    return unquote(pointer) if "%" in pointer else pointer
