"""Serving until the client leaves or Ctrl-C: over standard input and output, or over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from evalwright.engine import HttpLimits, http_settings
from evalwright.errors import INTERRUPTED, OK, UsageError

from .sessions import Seats, Served

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LIMITS = HttpLimits(connections=1000)
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve_stdio(served: Served) -> None:
    """One client on standard input and output, which carry the protocol alone."""
    from mcp.server.stdio import stdio_server

    from .mcp_server import make_server

    server = make_server(served, Seats(served), sessions=False)

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    logging.getLogger("mcp").addHandler(logging.NullHandler())
    with contextlib.suppress(ValueError):
        # The thread that reads standard input cannot be stopped: an orderly end would wait for the next line.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        asyncio.run(serve())
    except* (BrokenPipeError, ConnectionResetError):
        # The client left without a word; nobody is there to be told, nor would what is still buffered be read.
        os._exit(OK)


def serve_http(served: Served, *, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Any number of clients on an address, which `tell` hears; ends with KeyboardInterrupt."""
    listening = _listen(host, port)
    with contextlib.closing(listening):
        address = f"http://{_url_host(host)}:{listening.getsockname()[1]}"
        _http_server(served, host, address, tell).run(sockets=[listening])


def _http_server(served: Served, host: str, address: str, tell: Callable[[str], None]) -> Any:
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from .mcp_server import make_server
    from .routes import make_routes

    names = [*_LOOPBACK, *_own_names(host)]
    security = TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in names], allowed_origins=[f"http://{name}:*" for name in names]
    )
    seats = Seats(served)
    app = make_server(served, seats, sessions=True).streamable_http_app(
        transport_security=security, custom_starlette_routes=make_routes(served, seats, security, address)
    )
    logging.getLogger("mcp").addHandler(logging.NullHandler())
    config = uvicorn.Config(
        _refuse_other_sites(app),
        lifespan="on",
        ws="none",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        **http_settings(_LIMITS),
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # Not before: whoever reads it may connect, or press Ctrl-C, at once.
            tell(address)

    return Server(config)


def _refuse_other_sites(app: ASGIApp) -> ASGIApp:
    """The application for requests that name one host and are not sent by a page of another site.

    The library beneath looks at the first Host and at Origin, which not every form of every browser has.
    """

    from starlette.requests import ClientDisconnect

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = [(name.lower(), value.strip().lower()) for name, value in scope["headers"]]
            hosts = [value for name, value in given if name == b"host"]
            if len(hosts) != 1 or (b"sec-fetch-site", b"cross-site") in given:
                await _forbid(send)
                return
        with contextlib.suppress(ClientDisconnect):  # one that leaves, or is closed, in the middle of its body
            await app(scope, receive, send)

    return guarded


async def _forbid(send: Send) -> None:
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket; with port 0, on any that is free."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise UsageError.named("view.host", host=repr(host)) from None
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise UsageError.named("synth.port", port=port, host=host, strerror=error.strerror) from None
    return listening


def _own_names(host: str) -> list[str]:
    """The names that requests may use for an address other than loopback's."""
    if host in ("0.0.0.0", "::"):
        own = socket.gethostname()
        with contextlib.suppress(OSError):
            return [own, *sorted({_url_host(str(found[4][0])) for found in socket.getaddrinfo(own, None)})]
        return [own]
    return [_url_host(host)]


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
