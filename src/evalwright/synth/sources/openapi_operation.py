"""One operation of an OpenAPI document: its parameters and body as one flat schema, and where each argument goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import JsonObject, JsonSchema
from evalwright.text import phrase

from .loose_values import listing, mapping, words
from .openapi_definitions import SchemaBook, ToolSchemas
from .openapi_examples import media_examples, values_in_addresses, with_examples
from .openapi_security import SecuritySchemes
from .operation import Body, Operation, Parameter, Where

_PLACES: dict[str, Where] = {"path": "path", "query": "query", "header": "header", "cookie": "cookie"}
_STYLES = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
_NOT_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Headers that OpenAPI itself says are described elsewhere."""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_FLAT = frozenset({"type", "properties", "required", "additionalProperties", "title", "description", "examples"})
"""Keywords of a body that can be taken apart; one with any other is one argument."""


class FoundOperation(NamedTuple):
    """One operation as it stands in the document, which may say anything."""

    place: str
    """For people: method and address."""
    method: str
    address: str
    item: JsonObject
    """The path item around it."""
    operation: JsonObject


class ReadOperation(NamedTuple):
    """What was read of one operation."""

    operation: Operation
    parameters: JsonSchema
    output: JsonSchema | None


@dataclass(slots=True)
class _Flat:
    """The flat schema while it is made."""

    place: str
    schemas: ToolSchemas
    properties: dict[str, JsonSchema] = field(default_factory=dict)
    required: list[str] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    open: bool = False
    """Whether the body takes fields that are not described."""

    def schema(self) -> JsonSchema:
        made: JsonSchema = {"type": "object", "properties": self.properties, "required": self.required}
        if not self.open:
            made["additionalProperties"] = False
        shared = self.schemas.definitions()
        return {**made, "$defs": shared} if shared else made


class OperationReader:
    """Reads the operations of one document."""

    def __init__(self, document: JsonObject, book: SchemaBook, security: SecuritySchemes) -> None:
        self._document = document
        self._references = book.references
        self._security = security
        self.shown: dict[str, str] = {}
        """What stands for path parameters in the addresses of the document's examples, by name."""
        self._book = book

    def read(self, found: FoundOperation) -> ReadOperation | None:
        """The operation, or None, with a note, where it cannot be requested."""
        place, method, address, item, operation = found
        flat = _Flat(place, ToolSchemas(self._book))
        declared = self._declared_parameters(item, operation)
        if declared is None or ("requestBody" in operation and self._body(operation) is None):
            # A tool without a parameter that its service wants would be called in vain.
            self._references.note(phrase("synth.note.unread_part", place=place))
            return None
        for parameter in declared:
            self._add_parameter(flat, parameter)
        body, media_type = self._add_body(flat, operation)
        if body is None:
            self._references.note(phrase("synth.note.body", place=place, media_type=media_type[:60]))
            return None
        servers = (operation.get("servers"), item.get("servers"), self._document.get("servers"))
        server = next((_server(each) for each in servers if listing(each)), "")
        keys = self._security.keys_of(operation)
        request = Operation(method, address, server, tuple(flat.parameters), body, media_type, keys)
        return ReadOperation(request, flat.schema(), self._output(address, operation))

    def _declared_parameters(self, item: JsonObject, operation: JsonObject) -> list[JsonObject] | None:
        """The parameters of the path and of the operation, which may define one of them anew.

        None where one is a reference that cannot be followed.
        """
        found: dict[tuple[str, str], JsonObject] = {}
        for raw in [*listing(item.get("parameters")), *listing(operation.get("parameters"))]:
            parameter = self._references.followed(raw)
            if parameter is None:
                return None
            found[words(parameter.get("name")), words(parameter.get("in"))] = parameter
        return list(found.values())

    def _add_parameter(self, flat: _Flat, parameter: JsonObject) -> None:
        name, where = words(parameter.get("name")), _PLACES.get(words(parameter.get("in")))
        if not name or where is None:
            self._references.note(phrase("synth.note.parameter", place=flat.place))
            return
        if self._security.is_key(name, where) or (where == "header" and name.lower() in _NOT_HEADERS):
            return
        schema = parameter.get("schema")
        if schema is None:
            schema = next((mapping(each).get("schema") for each in mapping(parameter.get("content")).values()), None)
        made = flat.schemas.add(schema)
        if words(parameter.get("description")):
            made = {**made, "description": words(parameter.get("description"))}
        if "example" in parameter and "examples" not in made:
            made = {**made, "examples": [parameter["example"]]}
        style = words(parameter.get("style")) or _STYLES[where]
        explode = parameter["explode"] if isinstance(parameter.get("explode"), bool) else style == "form"
        needed = where == "path" or parameter.get("required") is True
        self._add_argument(flat, Parameter(name, name, where, style, explode), made, needed)

    def _add_argument(self, flat: _Flat, parameter: Parameter, schema: JsonSchema, needed: bool) -> None:
        """One argument; a name that another place uses already gets the place before it."""
        argument = parameter.argument
        while argument in flat.properties:
            argument = f"{parameter.where}_{argument}"
        if argument != parameter.name:
            self._references.note(
                phrase(
                    "synth.note.renamed",
                    place=flat.place,
                    parameter=parameter.name,
                    where=parameter.where,
                    argument=argument,
                )
            )
        flat.properties[argument] = schema
        flat.parameters.append(Parameter(argument, *_rest(parameter)))
        if needed:
            flat.required.append(argument)

    def _add_body(self, flat: _Flat, operation: JsonObject) -> tuple[Body | None, str]:
        """Take the body's fields, or the body whole; None where it is of a kind that cannot be written."""
        body = self._body(operation) or {}
        content = mapping(body.get("content"))
        if not content:
            return "none", ""
        media_type = _media_type(content)
        if media_type is None:
            return ("none", "") if body.get("required") is not True else (None, str(next(iter(content))))
        media = mapping(content[media_type])
        schema = flat.schemas.add(media.get("schema"), top=True)
        if media_type.startswith("text/") or not _is_flat(schema):
            whole = {"description": words(body.get("description")), **schema} if body.get("description") else schema
            self._add_argument(flat, Parameter("body", "body", "body"), whole, body.get("required") is True)
            return "whole", media_type
        # A body that may be absent but whose fields are required is nearly always one whose author forgot to say so.
        required = listing(schema.get("required"))
        schema = with_examples(schema, media_examples(media, self._references))
        for name, each in mapping(schema.get("properties")).items():
            self._add_argument(flat, Parameter(name, name, "body"), each, name in required)
        flat.open = schema.get("additionalProperties") is not False
        return "fields", media_type

    def _body(self, operation: JsonObject) -> JsonObject | None:
        return self._references.followed(operation.get("requestBody"))

    def _output(self, address: str, operation: JsonObject) -> JsonSchema | None:
        """The schema of a successful response."""
        responses = mapping(operation.get("responses"))
        for status in sorted(str(key) for key in responses):
            if not status.startswith("2"):
                continue
            content = mapping(self._references.follow(responses.get(status)).get("content"))
            media_type = next((each for each in content if _is_json(each)), None)
            if media_type is not None and isinstance(mapping(content[media_type]).get("schema"), dict):
                shown = media_examples(content[media_type], self._references)
                for name, value in values_in_addresses(address, shown).items():
                    self.shown.setdefault(name, value)
                return with_examples(self._book.output(content[media_type]["schema"]), shown, together=True)
        return None


def _rest(parameter: Parameter) -> tuple[str, Where, str, bool]:
    return parameter.name, parameter.where, parameter.style, parameter.explode


def _is_json(media_type: str) -> bool:
    kind = media_type.partition(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json") or kind == "*/*"


def _media_type(content: JsonObject) -> str | None:
    """The best of the kinds that a body may have, or None where none can be written."""
    ranks = (_is_json, lambda kind: kind.lower().startswith(_FORMS), lambda kind: kind.lower().startswith("text/"))
    return next((kind for fits in ranks for kind in content if fits(str(kind))), None)


def _is_flat(schema: JsonSchema) -> bool:
    fields = isinstance(schema.get("properties"), dict) and schema.get("type") in (None, "object", ["object", "null"])
    return fields and _FLAT.issuperset(schema)


def _server(servers: Any) -> str:
    """The first server's address, with its variables at their defaults."""
    first = mapping(listing(servers)[0])
    url = words(first.get("url"))
    for name, variable in mapping(first.get("variables")).items():
        url = url.replace(f"{{{name}}}", words(mapping(variable).get("default")))
    return url.rstrip("/")
