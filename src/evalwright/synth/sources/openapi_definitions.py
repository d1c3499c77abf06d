"""The schemas of a document's tools, of a size that a request to a model can hold, whatever the document holds.

Parameters are exact: references are written out where the whole stays small, and kept in `$defs` where it does not or
where a schema contains itself. What comes back is described down to as many levels as fit, since no model is sent it.
Definitions are written once for all tools that use them, so that time and memory follow the size of the document.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Any, NamedTuple

from evalwright.chat import JsonSchema
from evalwright.text import phrase

from .openapi_refs import References
from .openapi_schema import SchemaWriter, TooLargeError, bare_schema

_WRITTEN_OUT = 300
"""Parts of a schema whose references are all written out."""
_SMALL = 20
"""Parts of a definition that is written out in a larger schema too, such as a list of states."""
_DEFINITIONS = 1_000
"""Parts of all definitions of one tool; what is referred to beyond that is cut."""
_OUTPUT = 400
_OUTPUT_DEPTHS = (12, 9, 7, 6, 5, 4, 3, 2)
"""Levels that are tried, a reference being one: the first that makes no more parts than are allowed."""
_PREFIX = "#/$defs/"
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")


class _Definition(NamedTuple):
    """One part of a document as it stands in `$defs`."""

    schema: JsonSchema
    refers: tuple[str, ...]
    """The references that it keeps."""
    parts: int


class SchemaBook:
    """The schemas of one document."""

    def __init__(self, references: References) -> None:
        self.references = references
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._is_small: dict[str, bool] = {}
        self._definitions: dict[str, _Definition] = {}

    def output(self, schema: Any) -> JsonSchema:
        """What a tool returns, as deep as it fits."""
        for depth in _OUTPUT_DEPTHS:
            try:
                return SchemaWriter(self.references, "response", _OUTPUT, depth=depth).write(schema)
            except TooLargeError:
                continue
        return bare_schema(self.references.follow(schema))

    def definition(self, reference: str) -> _Definition:
        """What a reference leads to, with references of its own kept."""
        if reference not in self._definitions:
            refers: dict[str, None] = {}
            writer = SchemaWriter(self.references, "request", _DEFINITIONS, keep=lambda each: self.kept(each, refers))
            schema = self._written(writer, {"$ref": reference})
            self._definitions[reference] = _Definition(schema, tuple(refers), writer.used)
        return self._definitions[reference]

    def kept(self, reference: str, refers: dict[str, None]) -> str | None:
        """The reference that stands for this one, which is remembered; None where it is small and written out."""
        if reference not in self._is_small:
            self._is_small[reference] = self._is_written_out_in({"$ref": reference}, _SMALL)
        if self._is_small[reference]:
            return None
        refers[reference] = None
        return _PREFIX + self.name(reference)

    def name(self, reference: str) -> str:
        """The name of a definition: the last step of its reference, unlike every other."""
        if reference not in self._names:
            file, _, pointer = reference.partition("#")
            last = (pointer or file).rpartition("/")[2] or "schema"
            base = _UNSAFE.sub("_", last.replace("~1", "_").replace("~0", "_"))[:60]
            name, count = base, 2
            while name in self._taken:
                name, count = f"{base}_{count}", count + 1
            self._taken.add(name)
            self._names[reference] = name
        return self._names[reference]

    def whole(self, schema: Any) -> JsonSchema | None:
        """A schema with all references written out; None where that is too much or has no end."""
        try:
            return SchemaWriter(self.references, "request", _WRITTEN_OUT, exact=True).write(schema)
        except TooLargeError:
            return None

    def _is_written_out_in(self, schema: Any, parts: int) -> bool:
        try:
            SchemaWriter(self.references, "request", parts, exact=True).write(schema)
        except TooLargeError:
            return False
        return True

    def _written(self, writer: SchemaWriter, schema: Any) -> JsonSchema:
        """A schema at whose top a reference is written out; cut down to its type where even so it is too large."""
        try:
            return writer.write(schema, top=True)
        except TooLargeError:
            self.references.note(phrase("synth.note.schema_cut"))
            return bare_schema(self.references.follow(schema))


class ToolSchemas:
    """The schemas of one tool's parameters, and the definitions that they share."""

    def __init__(self, book: SchemaBook) -> None:
        self._book = book
        self._refers: dict[str, None] = {}

    def add(self, schema: Any, *, top: bool = False) -> JsonSchema:
        """One schema of the tool; `top`: a body, whose fields are wanted."""
        whole = self._book.whole(schema)
        if whole is not None:
            return whole
        keep = SchemaWriter(
            self._book.references, "request", _DEFINITIONS, keep=lambda each: self._book.kept(each, self._refers)
        )
        try:
            return keep.write(schema, top=top)
        except TooLargeError:
            self._book.references.note(phrase("synth.note.schema_cut"))
            return bare_schema(self._book.references.follow(schema))

    def definitions(self) -> dict[str, JsonSchema]:
        """All that the schemas refer to, nearest first, by name; what is too far away is cut down to its type."""
        made: dict[str, JsonSchema] = {}
        waiting, parts = deque(self._refers), 0
        while waiting:
            reference = waiting.popleft()
            name = self._book.name(reference)
            if name in made:
                continue
            found = self._book.definition(reference)
            parts += found.parts
            if parts > _DEFINITIONS:
                self._book.references.note(phrase("synth.note.schema_cut"))
                made[name] = bare_schema(self._book.references.follow({"$ref": reference}))
                continue
            made[name] = found.schema
            waiting += found.refers
        return made
