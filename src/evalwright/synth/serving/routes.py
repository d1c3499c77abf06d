"""The tools as plain requests: POST /tools/NAME with the arguments as JSON, as the OpenAPI document says.

A request is checked as the MCP endpoint checks it: a page of another site, or a name made to point here, gets nothing.
These requests belong to no session and share one state, which POST /reset puts back to the beginning. GET /known gives
what the users know, a record a line, as `synth --known` takes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from evalwright.chat import JsonError, failure_reason, loads
from evalwright.data import dumps

from .openapi_document import openapi_document
from .sessions import Seats, Served

_MAX_BODY = 1_000_000
_Handler = Callable[[Request], Awaitable[Response]]


def make_routes(served: Served, seats: Seats, security: TransportSecuritySettings, address: str) -> list[Route]:
    """The routes for one address."""
    guard = TransportSecurityMiddleware(security)
    seat = seats.of("")
    names = {tool["function"]["name"] for tool in served.environment.tools()}

    async def call(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in names:
            return _refused(404, f"there is no tool {name[:100]}")
        try:
            arguments = loads((await _read_request_body(request)).decode("utf-8") or "{}")
        except (JsonError, UnicodeDecodeError, OverflowError) as error:
            return _refused(413 if isinstance(error, OverflowError) else 400, f"the body cannot be read: {error}")
        if not isinstance(arguments, dict):
            return _refused(400, "the body is not a JSON object")
        result = seat.call(name, arguments)
        if not result.ok:
            return _refused(422, failure_reason(result.content) or result.content)
        return Response(result.content, media_type="application/json")

    async def document(_: Request) -> Response:
        return _json_response(openapi_document(served, address))

    async def known(_: Request) -> Response:
        return Response(b"".join(dumps(record) + b"\n" for record in seat.known()), media_type="application/jsonl")

    async def state(_: Request) -> Response:
        return _json_response(seat.describe())

    async def reset(_: Request) -> Response:
        seat.reset()
        return _json_response(seat.describe())

    def guarded(handler: _Handler) -> _Handler:
        async def handle(request: Request) -> Response:
            # Only a body needs a content type; POST /reset has none.
            return await guard.validate_request(request, is_post=handler is call) or await handler(request)

        return handle

    return [
        Route("/tools/{name}", guarded(call), methods=["POST"]),
        Route("/openapi.json", guarded(document), methods=["GET"]),
        Route("/known", guarded(known), methods=["GET"]),
        Route("/state", guarded(state), methods=["GET"]),
        Route("/reset", guarded(reset), methods=["POST"]),
    ]


async def _read_request_body(request: Request) -> bytes:
    """The whole body; OverflowError where it is too large."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > _MAX_BODY:
            raise OverflowError("it is larger than 1 MB")
        parts.append(part)
    return b"".join(parts)


def _json_response(value: Any, status: int = 200) -> Response:
    return Response(dumps(value), status, media_type="application/json")


def _refused(status: int, sentence: str) -> Response:
    return _json_response({"error": sentence}, status)
