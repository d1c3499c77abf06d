"""One session with an MCP server, open from `begin` to `end`.

The SDK wants a session entered and left in one task, so a task holds it open in between. What a server writes on its
standard error is kept aside: it is no part of any result, but its last line says why a server did not start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalwright.chat import Arguments

from .mcp_stdio import Heard, stdio_transport
from .process_environment import filled, filled_headers, server_environment

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool

_PAGES = 100
_MAX_TOOLS = 2000
_END_SECONDS = 8.0
"""Longer than a process that does not want to end takes to be ended."""


@dataclass(frozen=True, slots=True)
class McpTarget:
    """Where a server is: a command that starts one, or the address of one that runs."""

    command: tuple[str, ...] = ()
    url: str = ""
    """As it was written: `${NAME}` is filled in when it is used, and shown nowhere."""
    variables: tuple[tuple[str, str], ...] = ()
    """What the command gets besides what every program gets, as it was written."""
    headers: tuple[tuple[str, str], ...] = ()
    """What is sent to the address with every request, as it was written."""

    def __str__(self) -> str:
        return self.url or " ".join([*(f"{name}={value}" for name, value in self.variables), *self.command])


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server says of itself."""

    tools: list[Tool]
    instructions: str
    resources: list[str]


class McpSession:
    """Made and used on one event loop."""

    client: Client
    offer: Offer

    def __init__(self, target: McpTarget, heard: Heard, seconds: float) -> None:
        self._target = target
        self._heard = heard
        self._seconds = seconds
        self._stop = asyncio.Event()
        self._holder: asyncio.Task[None] | None = None
        self._is_connected = False

    @property
    def is_open(self) -> bool:
        """Whether the task that holds the session is still at it."""
        return self._holder is not None and not self._holder.done()

    async def begin(self) -> McpSession:
        """Connect and hear what is offered; raises what the SDK raises."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._holder = asyncio.create_task(self._hold(ready))
        await asyncio.shield(ready)
        return self

    async def end(self) -> None:
        """Close the session, and with it a process that was started for it."""
        self._stop.set()
        if self._holder is None:
            return
        if self._is_connected:
            await asyncio.wait({self._holder}, timeout=_END_SECONDS)
        if not self._holder.done():
            self._holder.cancel()
            await asyncio.wait({self._holder}, timeout=_END_SECONDS)

    async def call(self, name: str, arguments: Arguments, seconds: float) -> Any:
        """The server's answer to one call."""
        return await self.client.call_tool(name, arguments, read_timeout_seconds=seconds)

    async def read(self, uri: str) -> str:
        """The text of a resource, never from a cache: reading may be what puts a state back."""
        read = await self.client.read_resource(uri, cache_mode="bypass")
        return "".join(getattr(part, "text", "") for part in read.contents)

    async def _hold(self, ready: asyncio.Future[None]) -> None:
        try:
            async with self._make_client() as self.client:
                self.offer = await _offer(self.client)
                self._is_connected = True
                if not ready.done():
                    ready.set_result(None)
                await self._stop.wait()
        except (Exception, asyncio.CancelledError) as error:
            if not ready.done():
                ready.set_exception(error if isinstance(error, Exception) else ConnectionError("the session ended"))
            # After that the next call finds the session closed; nobody waits for this task's own end.
            with suppress(Exception):
                ready.exception()

    def _make_client(self) -> Client:
        """The SDK's client, imported here because that takes a second."""
        from mcp import Client

        # Without a handler the SDK's complaints about a faulty server would be printed on the user's terminal.
        for name in ("mcp", "client"):  # as the SDK calls itself
            logging.getLogger(name).addHandler(logging.NullHandler())
        if not self._target.command:
            url, headers = filled(self._target.url, "address"), filled_headers(self._target.headers)
            http = _http_transport(url, headers, self._heard)
            return Client(http, read_timeout_seconds=self._seconds, cache=None)
        transport = stdio_transport(self._target.command, server_environment(self._target.variables), self._heard)
        return Client(transport, read_timeout_seconds=self._seconds, cache=None)


@asynccontextmanager
async def _http_transport(url: str, headers: Mapping[str, str], heard: Heard) -> AsyncIterator[Any]:
    """A connection to a running server, every request of which has these headers."""
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    async def note_refusal(response: Any) -> None:
        if response.status_code >= 400:
            heard.status = response.status_code

    async with (
        create_mcp_http_client(headers=dict(headers)) as client,
        streamable_http_client(url, http_client=client) as streams,
    ):
        client.event_hooks["response"].append(note_refusal)
        yield streams


async def _offer(client: Client) -> Offer:
    tools: list[Tool] = []
    cursor: str | None = None
    for _ in range(_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None or len(tools) >= _MAX_TOOLS:
            break
    resources: list[str] = []
    if client.server_capabilities.resources is not None:
        resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
    return Offer(tools[:_MAX_TOOLS], client.instructions or "", resources)
