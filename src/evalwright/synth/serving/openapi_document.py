"""An environment as an OpenAPI 3.1 document: one POST for every tool, the policy in the description."""

from __future__ import annotations

from typing import Any

from evalwright._version import __version__

from .schemas import input_schema
from .sessions import Served

_ERROR = {
    "type": "object",
    "properties": {"error": {"type": "string", "description": "Why the request was refused."}},
    "required": ["error"],
}


def openapi_document(served: Served, server_url: str = "") -> dict[str, Any]:
    """The document; with an address, also where the routes are served."""
    environment = served.environment
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": f"evalwright {environment.name}",
            "version": __version__,
            "description": environment.policy(served.locale),
        },
    }
    if server_url:
        document["servers"] = [{"url": server_url}]
    functions = [tool["function"] for tool in environment.tools()]
    document["paths"] = {f"/tools/{function['name']}": {"post": _operation(served, function)} for function in functions}
    document["components"] = {"schemas": {"Error": _ERROR}}
    return document


def _operation(served: Served, function: dict[str, Any]) -> dict[str, Any]:
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
