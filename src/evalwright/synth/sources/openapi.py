"""Tools from an OpenAPI 3.0 or 3.1 document: one for every operation.

Path, query, header and cookie parameters and the fields of a JSON body become the parameters of one flat schema, which
is what models are good at; where each goes is kept in an `Operation`. Nothing is dropped in silence: an operation
that is left out, renamed or cut is in the notes with its place. The document is data: nothing in it is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.errors import InputError
from evalwright.text import phrase, resource_json

from ..environment import Effect
from .loose_values import mapping, words
from .openapi_definitions import SchemaBook
from .openapi_operation import FoundOperation, OperationReader
from .openapi_refs import References
from .openapi_security import SecuritySchemes
from .operation import METHODS
from .source import ToolSource

_EFFECTS: dict[str, Effect] = {"get": "read", "head": "read", "put": "write", "patch": "write", "delete": "write"}
"""What HTTP says of its methods; a POST may be either, so its name is asked."""
_AUDIENCE: dict[str, list[str]] = resource_json(__package__, "words/audience.json")
_FOR_PROGRAMMERS = re.compile(rf"\w://|</?\w|\b(?:{'|'.join(_AUDIENCE['programmers'])})\b")
"""What stands in a description that is written for those who call a service, and is no rule for who answers."""
_FOR_AGENTS = [re.compile("|".join(_AUDIENCE[part]), re.IGNORECASE) for part in ("agents", "rules")]
"""What stands, each of them, in one that tells who answers how to, whatever else it says."""
_POLICIES = ("x-policy", "x-instructions", "x-agent-policy")
_MAX_TOOLS = 2000


def read_openapi(document: JsonObject, path: Path, text: str) -> ToolSource:
    """The tools of a parsed document; InputError where there are none."""
    version = str(document.get("openapi"))
    if not version.startswith(("3.0", "3.1")):
        raise InputError.named("source.openapi_version", path=path, version=version[:20])
    source = ToolSource(text, "openapi", policy=_policy(document))
    references = References(document, path, source.notes)
    security = SecuritySchemes(document, references)
    reader = OperationReader(document, SchemaBook(references), security)
    for found in _operations(document, references):
        if len(source.tools) >= _MAX_TOOLS:
            references.note(phrase("synth.note.first_operations", place=found.place, max_tools=_MAX_TOOLS))
            break
        if found.operation.get("deprecated") is True:
            source.notes.append(phrase("synth.note.deprecated", place=found.place))
            continue
        _add_operation_tool(source, reader, found)
    _show_path_values(source, reader.shown)
    _note_unread(document, references, security)
    if not source.tools:
        raise InputError.named("source.no_operations", path=path)
    return source


def _operations(document: JsonObject, references: References) -> Iterator[FoundOperation]:
    """Every operation, with its place, method, address and the path item around it."""
    for address, held in mapping(document.get("paths")).items():
        if not str(address).startswith("/"):
            # Put behind the address of a service it could name another one.
            references.note(phrase("synth.note.path", address=str(address)[:100]))
            continue
        item = references.followed(held)
        if item is None:
            references.note(phrase("synth.note.unread_part", place=address))
            continue
        for method in item:
            place = f"{method.upper()} {address}"
            if method in METHODS and isinstance(item[method], dict):
                operation = references.followed(item[method])
                if operation is None:
                    references.note(phrase("synth.note.unread_part", place=place))
                    continue
                yield FoundOperation(place, method, str(address), item, operation)
            elif method in ("options", "trace"):
                references.note(phrase("synth.note.no_operation", upper=method.upper(), address=address))


def _add_operation_tool(source: ToolSource, reader: OperationReader, found: FoundOperation) -> None:
    read = reader.read(found)
    if read is None:
        return
    place, method, address, _, operation = found
    wanted = words(operation.get("operationId")) or _made_name(method, address)
    name = source.free_name(wanted)
    if name != wanted:
        source.notes.append(phrase("synth.note.called", place=place, name=name))
    description = words(operation.get("description")) or words(operation.get("summary")) or place
    source.add(name, description, read.parameters)
    source.operations[name] = read.operation
    source.set_effect(name, _EFFECTS.get(method), by="method")
    if read.output is not None:
        source.output_schemas[name] = read.output


def _show_path_values(source: ToolSource, shown: dict[str, str]) -> None:
    """Examples for path parameters that have none of their own: what the document's own addresses have there."""
    for tool in source.tools:
        function = tool["function"]
        for parameter in source.operations[function["name"]].parameters:
            schema = function["parameters"]["properties"].get(parameter.argument)
            known = isinstance(schema, dict) and schema.keys() & {"examples", "enum", "default", "$ref"}
            if parameter.where != "path" or parameter.name not in shown or not isinstance(schema, dict) or known:
                continue
            value: Any = shown[parameter.name]
            if schema.get("type") in ("integer", "number"):
                if not value.isdigit():
                    continue
                value = int(value)
            function["parameters"]["properties"][parameter.argument] = {**schema, "examples": [value]}


def _made_name(method: str, address: str) -> str:
    """A name for an operation without one: `GET /users/{id}/orders` is `get_users_by_id_orders`."""
    steps = [f"by_{step[1:-1]}" if step.startswith("{") else step for step in address.split("/") if step]
    return "_".join([method, *steps])


def _policy(document: JsonObject) -> str:
    """The rules of use: what the document says of itself, unless for programmers, and what it says to agents."""
    info = mapping(document.get("info"))
    about = words(info.get("description"))
    for_agents = all(part.search(about) for part in _FOR_AGENTS)
    texts = [about if for_agents or not _FOR_PROGRAMMERS.search(about) else ""]
    texts += [words(part.get(key)) for part in (info, document) for key in _POLICIES]
    return "\n\n".join(text for text in texts if text)


def _note_unread(document: JsonObject, references: References, security: SecuritySchemes) -> None:
    for key in ("webhooks", "callbacks"):
        if mapping(document.get(key)):
            references.note(phrase("synth.note.not_tools", key=key))
    about_keys = security.note()
    if about_keys is not None:
        references.note(about_keys)
