"""An environment as an OpenAPI 3.1 document: one POST for every tool, the policy in the description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from evalwright._version import __version__
from evalwright.chat import JsonObject, JsonSchema

from .schemas import input_schema
from .sessions import Served

_ERROR: JsonSchema = {
    "type": "object",
    "properties": {"error": {"type": "string", "description": "Why the request was refused."}},
    "required": ["error"],
}


class OpenApiInfo(TypedDict):
    """What a document says of itself."""

    title: str
    version: str
    description: str


class OpenApiOperation(TypedDict):
    """One POST; what it takes and gives stands in schemas."""

    operationId: str
    description: str
    requestBody: JsonObject
    responses: dict[str, JsonObject]


class OpenApiDocument(TypedDict):
    """An OpenAPI 3.1 document as it is served."""

    openapi: str
    info: OpenApiInfo
    servers: NotRequired[list[dict[str, str]]]
    paths: dict[str, dict[str, OpenApiOperation]]
    components: dict[str, dict[str, JsonSchema]]


def openapi_document(served: Served, server_url: str = "") -> OpenApiDocument:
    """The document; with an address, also where the routes are served."""
    environment = served.environment
    functions = [tool["function"] for tool in environment.tools()]
    document: OpenApiDocument = {
        "openapi": "3.1.0",
        "info": {
            "title": f"evalwright {environment.name}",
            "version": __version__,
            "description": environment.policy(served.locale),
        },
        "servers": [{"url": server_url}],
        "paths": {f"/tools/{function['name']}": {"post": _operation(served, function)} for function in functions},
        "components": {"schemas": {"Error": _ERROR}},
    }
    if not server_url:
        del document["servers"]
    return document


def _operation(served: Served, function: Mapping[str, Any]) -> OpenApiOperation:
    name = function["name"]
    output = served.output_schemas.get(name, {})
    return {
        "operationId": name,
        "description": function.get("description", ""),
        "requestBody": {"required": True, "content": {"application/json": {"schema": input_schema(function)}}},
        "responses": {
            "200": {"description": "The result.", "content": {"application/json": {"schema": output}}},
            "4XX": {
                "description": "A refusal.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }
