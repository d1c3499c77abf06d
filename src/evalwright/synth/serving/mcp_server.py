"""An environment as an MCP server: tools with their schemas, refusals as error results, the policy as instructions.

The state can be asked for and put back through resources. They are no tools, so that a model never sees them.
Importing this file imports the MCP library, which takes a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from evalwright._version import __version__
from evalwright.data import dumps

from ..environment import Result
from .schemas import WRAPPED, input_schema, wrapped_schema
from .sessions import Seat, Seats, Served

STATE = "evalwright://state"
RESET = "evalwright://reset"
KNOWN = "evalwright://known"
_RESOURCES = {
    STATE: ("state", "Which environment this is, and the hash of its state."),
    RESET: ("reset", "Reading it puts the state back to the beginning."),
    KNOWN: ("known", "Records that users know, for whoever plays them."),
}
_Context = ServerRequestContext[Any, Any]


def make_server(served: Served, seats: Seats, *, sessions: bool) -> Server[Any]:
    """The server. With `sessions` it asks clients for the protocol that has them, since each has a state of its own."""
    tools = [_mcp_tool(served, tool["function"]) for tool in served.environment.tools()]
    resources = [
        types.Resource(uri=uri, name=name, description=about, mime_type="application/json")
        for uri, (name, about) in _RESOURCES.items()
    ]

    async def list_tools(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return _mcp_call_result(_seat(seats, context).call(params.name, params.arguments or {}))

    async def list_resources(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=resources)

    async def read_resource(context: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return _resource(_seat(seats, context), str(params.uri))

    server: Server[Any] = Server(
        f"evalwright-{served.environment.name}",
        version=__version__,
        instructions=served.environment.policy(served.locale),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )
    if sessions:
        server.add_request_handler("server/discover", types.RequestParams, _with_sessions(server))
    return server


def _with_sessions(server: Server[Any]) -> Any:
    """The answer to a client that asks which protocols are spoken: those with sessions.

    The newest protocol has none over HTTP, so all clients would share one state. A client that insists on it may.
    """

    async def discover(_: _Context, __: types.RequestParams) -> types.DiscoverResult:
        return types.DiscoverResult(
            supported_versions=list(HANDSHAKE_PROTOCOL_VERSIONS),
            capabilities=server.get_capabilities(),
            instructions=server.instructions,
        )

    return discover


def _seat(seats: Seats, context: _Context) -> Seat:
    headers = getattr(context.request, "headers", {})
    return seats.of(str(headers.get("mcp-session-id", "")))


def _mcp_tool(served: Served, function: Mapping[str, Any]) -> types.Tool:
    name = function["name"]
    writes = served.environment.effect(name) == "write"
    output = served.output_schemas.get(name)
    return types.Tool(
        name=name,
        description=function.get("description"),
        input_schema=input_schema(function),
        output_schema=None if output is None else wrapped_schema(output),
        annotations=types.ToolAnnotations(
            read_only_hint=not writes,
            destructive_hint=True if writes else None,
            idempotent_hint=False if writes else None,
            open_world_hint=False,
        ),
    )


def _mcp_call_result(result: Result) -> types.CallToolResult:
    text: list[types.ContentBlock] = [types.TextContent(type="text", text=result.content)]
    if not result.ok:
        return types.CallToolResult(content=text, is_error=True)
    value = result.value if isinstance(result.value, dict) else {WRAPPED: result.value}
    return types.CallToolResult(content=text, structured_content=value)


def _resource(seat: Seat, uri: str) -> types.ReadResourceResult:
    if uri not in _RESOURCES:
        raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri[:100]}")
    if uri == RESET:
        seat.reset()
    text = dumps(seat.known() if uri == KNOWN else seat.describe()).decode()
    contents = types.TextResourceContents(uri=uri, mime_type="application/json", text=text)
    return types.ReadResourceResult(contents=[contents])
