"""Schemas of an OpenAPI document as plain JSON Schema without references.

A tool's schema travels alone, so references are written out: cycles are cut where they close, and a schema that would
grow without end is cut where its allowance ends, each time leaving the type and a note. What OpenAPI 3.0 writes in
its own way (`nullable`, Boolean `exclusiveMinimum`, `example`) becomes what JSON Schema says.
"""

from __future__ import annotations

from typing import Any, Literal

from evalwright.chat import JsonSchema
from evalwright.text import phrase

from .loose_values import listing
from .merging import merge
from .openapi_refs import References

Side = Literal["request", "response"]
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_LISTS = ("anyOf", "oneOf", "prefixItems")
_SINGLES = (
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_DROPPED = ("$ref", "allOf", "discriminator", "xml", "externalDocs", "nullable", "example", "readOnly", "writeOnly")
_DROPPED_TOO = ("$defs", "definitions", "$id", "$schema", "$anchor", "$dynamicRef", "$dynamicAnchor", "$comment")
_GONE = frozenset((*_DROPPED, *_DROPPED_TOO))
_UNSENT = {"request": "readOnly", "response": "writeOnly"}
"""Properties that are not part of what goes in this direction."""
_ALLOWANCE = 20_000
_MAX_DEPTH = 40


class SchemaWriter:
    """Writes out the schemas of one document."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._left = _ALLOWANCE

    def write(self, schema: Any, side: Side) -> JsonSchema:
        """One schema of a parameter, body or response; each has an allowance of its own."""
        self._left = _ALLOWANCE
        return self._schema(schema, side, ())

    def _schema(self, schema: Any, side: Side, path: tuple[str, ...]) -> JsonSchema:
        if not isinstance(schema, dict):
            return {"not": {}} if schema is False else {}
        self._left -= 1
        if self._left < 0 or len(path) > _MAX_DEPTH:
            self._references.note(phrase("synth.note.schema_cut"))
            return _bare(schema)
        parts = [self._referred(schema["$ref"], side, path)] if "$ref" in schema else []
        parts += [self._schema(part, side, (*path, "")) for part in listing(schema.get("allOf"))]
        made = merge([*parts, self._own_keywords(schema, side, path)])
        if schema.get("nullable") is True:
            # Last, since what may be null is often what is referred to.
            _allow_null(made)
        return made

    def _referred(self, reference: Any, side: Side, path: tuple[str, ...]) -> JsonSchema:
        target = self._references.target(reference)
        if reference in path:
            self._references.note(phrase("synth.note.contains_itself", reference=str(reference)[:100]))
            return _bare(target)
        return self._schema(target, side, (*path, reference))

    def _own_keywords(self, schema: JsonSchema, side: Side, path: tuple[str, ...]) -> JsonSchema:
        """The schema's own keywords, references and `allOf` aside."""
        made: JsonSchema = {}
        for key, value in schema.items():
            if key in _GONE or not isinstance(key, str) or key.startswith("x-"):
                continue
            made[key] = self._keyword(key, value, side, path)
        self._leave_out_unsent(schema, made, side)
        return _as_json_schema(schema, made)

    def _keyword(self, key: str, value: Any, side: Side, path: tuple[str, ...]) -> Any:
        inner = (*path, "")
        if key in _MAPS and isinstance(value, dict):
            return {name: self._schema(each, side, inner) for name, each in value.items()}
        if key in _LISTS and isinstance(value, list):
            return [self._schema(each, side, inner) for each in value]
        if key in _SINGLES and isinstance(value, dict):
            return self._schema(value, side, inner)
        return value

    def _leave_out_unsent(self, schema: JsonSchema, made: JsonSchema, side: Side) -> None:
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return
        unsent = [
            name for name, each in properties.items() if isinstance(each, dict) and each.get(_UNSENT[side]) is True
        ]
        for name in unsent:
            made["properties"].pop(name, None)
        if unsent and isinstance(made.get("required"), list):
            made["required"] = [name for name in made["required"] if name not in unsent]


def _bare(schema: Any) -> JsonSchema:
    """What is left of a schema that is cut: its type."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    return {"type": kind} if isinstance(kind, str) else {}


def _as_json_schema(schema: JsonSchema, made: JsonSchema) -> JsonSchema:
    """OpenAPI 3.0's own ways of saying things, as JSON Schema says them."""
    for bound, strict in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(made.get(strict), bool) and made.pop(strict) and bound in made:
            made[strict] = made.pop(bound)
    if "example" in schema and "examples" not in made:
        made["examples"] = [schema["example"]]
    if "examples" in made and not isinstance(made["examples"], list):
        del made["examples"]
    return made


def _allow_null(made: JsonSchema) -> None:
    kind = made.get("type")
    if isinstance(kind, str) and kind != "null":
        made["type"] = [kind, "null"]
    if isinstance(made.get("enum"), list) and None not in made["enum"]:
        made["enum"] = [*made["enum"], None]
    for key in ("anyOf", "oneOf"):
        if isinstance(made.get(key), list) and {"type": "null"} not in made[key]:
            made[key] = [*made[key], {"type": "null"}]
