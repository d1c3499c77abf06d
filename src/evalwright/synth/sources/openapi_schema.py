"""Schemas of an OpenAPI document as plain JSON Schema that can travel alone.

What OpenAPI 3.0 writes in its own way (`nullable`, Boolean `exclusiveMinimum`, `example`) becomes what JSON Schema
says. References are written out where that stays small, since people and models read it more easily; a large schema,
or one that contains itself, keeps them (`openapi_definitions`). Whatever has no end is cut, leaving the type and a
note.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from evalwright.chat import JsonSchema
from evalwright.text import phrase

from .loose_values import listing
from .merging import merge
from .openapi_refs import References

Side = Literal["request", "response"]
Keep = Callable[[str], str | None]
"""Where a reference is not written out, the one that stands in its place."""
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
_MAX_DEPTH = 40


class TooLargeError(Exception):
    """A schema that has more parts than it may have."""


class SchemaWriter:
    """Writes one schema of a document, of at most so many parts; TooLargeError beyond."""

    def __init__(
        self,
        references: References,
        side: Side,
        allowance: int,
        *,
        depth: int = _MAX_DEPTH,
        keep: Keep | None = None,
        exact: bool = False,
    ) -> None:
        """`depth`: how deep it may be, before it is cut; `exact`: what would have to be cut is a TooLargeError."""
        self._references = references
        self._side: Side = side
        self._allowance = allowance
        self._depth = depth
        self._keep = keep
        self._exact = exact
        self.used = 0
        """The parts that were written."""

    def write(self, schema: Any, *, top: bool = False) -> JsonSchema:
        """The schema as JSON Schema; at the `top`, a reference is always written out."""
        return self._schema(schema, (), top=top)

    def _schema(self, schema: Any, path: tuple[str, ...], *, top: bool = False) -> JsonSchema:
        if not isinstance(schema, dict):
            return {"not": {}} if schema is False else {}
        self.used += 1
        if self.used > self._allowance:
            raise TooLargeError
        if len(path) > self._depth:
            return self._cut(self._references.follow(schema), phrase("synth.note.schema_cut"))
        kept = None if top else self._kept(schema)
        if kept is not None:
            return kept
        parts = [self._referred(schema["$ref"], path)] if "$ref" in schema else []
        # A part of an `allOf` is merged with the others, so a reference there is written out.
        parts += [self._schema(part, (*path, ""), top=True) for part in listing(schema.get("allOf"))]
        made = merge([*parts, self._own_keywords(schema, path)])
        if schema.get("nullable") is True:
            # Last, since what may be null is often what is referred to.
            _allow_null(made)
        return made

    def _cut(self, schema: Any, note: str) -> JsonSchema:
        """The type alone. Said where it matters: what comes back is described as far as it goes."""
        if self._exact:
            raise TooLargeError
        if self._side == "request":
            self._references.note(note)
        return bare_schema(schema)

    def _kept(self, schema: JsonSchema) -> JsonSchema | None:
        """A reference that stays one, with what is said beside it; None where it is to be written out."""
        reference = schema.get("$ref")
        if self._keep is None or not isinstance(reference, str) or "allOf" in schema:
            return None
        place = self._keep(reference)
        if place is None:
            return None
        if schema.get("nullable") is True:
            return {"anyOf": [{"$ref": place}, {"type": "null"}]}
        words = {key: schema[key] for key in ("title", "description") if isinstance(schema.get(key), str)}
        return {"$ref": place, **words}

    def _referred(self, reference: Any, path: tuple[str, ...]) -> JsonSchema:
        target = self._references.target(reference)
        if reference in path:
            return self._cut(target, phrase("synth.note.contains_itself", reference=str(reference)[:100]))
        return self._schema(target, (*path, reference), top=True)

    def _own_keywords(self, schema: JsonSchema, path: tuple[str, ...]) -> JsonSchema:
        """The schema's own keywords, references and `allOf` aside."""
        made: JsonSchema = {}
        for key, value in schema.items():
            if key in _GONE or not isinstance(key, str) or key.startswith("x-"):
                continue
            made[key] = self._keyword(key, value, path)
        self._leave_out_unsent(schema, made)
        return _as_json_schema(schema, made)

    def _keyword(self, key: str, value: Any, path: tuple[str, ...]) -> Any:
        inner = (*path, "")
        if key in _MAPS and isinstance(value, dict):
            return {name: self._schema(each, inner) for name, each in value.items()}
        if key in _LISTS and isinstance(value, list):
            return [self._schema(each, inner) for each in value]
        if key in _SINGLES and isinstance(value, dict):
            return self._schema(value, inner)
        return value

    def _leave_out_unsent(self, schema: JsonSchema, made: JsonSchema) -> None:
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return
        mark = _UNSENT[self._side]
        unsent = [name for name, each in properties.items() if isinstance(each, dict) and each.get(mark) is True]
        for name in unsent:
            made["properties"].pop(name, None)
        if unsent and isinstance(made.get("required"), list):
            made["required"] = [name for name in made["required"] if name not in unsent]


def bare_schema(schema: Any) -> JsonSchema:
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
