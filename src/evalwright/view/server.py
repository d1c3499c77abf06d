"""Serving the viewer: one socket, bound before the address is printed, and a quiet end."""

from __future__ import annotations

import errno
import ipaddress
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from evalwright.engine import HttpLimits, http_settings
from evalwright.errors import UsageError

from .app import make_app
from .guard import Names, loopback_names
from .library import Library

PORT = 7860
"""Where the viewer is looked for first; if it is taken, and none was asked for, any free port will do."""
_LIMITS = HttpLimits()


@dataclass(frozen=True, slots=True)
class Place:
    """Where the viewer listens."""

    listening: socket.socket
    address: str
    """What to open in a browser, the token included."""
    names: Names
    token: str | None


def serve(
    path: Path, *, host: str | None, port: int | None, tell: Callable[[str], None], marks: Path | None = None
) -> None:
    """Show a directory or a data file until interrupted. `tell` hears the address; `marks` is where marks are kept."""
    library = Library(path)
    place = listen(host, port)
    tell(place.address)
    with place.listening:
        make_server(library, place, marks=marks).run(sockets=[place.listening])


def make_server(
    library: Library, place: Place, limits: HttpLimits = _LIMITS, marks: Path | None = None
) -> uvicorn.Server:
    """The server for a library, ready to be run on its socket."""
    config = uvicorn.Config(
        make_app(library, place.names, place.token, marks),
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        **http_settings(limits),
    )
    return uvicorn.Server(config)


def listen(host: str | None, port: int | None) -> Place:
    """Bind a socket: loopback unless another host is asked for, and then with a token."""
    wanted = host or "127.0.0.1"
    try:
        family, _, _, _, address = socket.getaddrinfo(wanted, port or 0, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise UsageError.named("view.host", host=repr(wanted)) from None
    bound = ipaddress.ip_address(str(address[0]).partition("%")[0])
    listening = _bind(family, address, port)
    actual = listening.getsockname()[1]
    names = loopback_names(actual, {wanted, str(bound), socket.gethostname()}, any_address=bound.is_unspecified)
    if bound.is_loopback:
        return Place(listening, f"http://{_url_host(wanted)}:{actual}/", loopback_names(actual, {wanted}), None)
    token = secrets.token_urlsafe(24)
    shown = socket.gethostname() if bound.is_unspecified else wanted
    return Place(listening, f"http://{_url_host(shown)}:{actual}/?token={token}", names, token)


def _bind(family: int, address: Any, port: int | None) -> socket.socket:
    for number in [port] if port is not None else [PORT, 0]:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address[0], number, *address[2:]))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRINUSE and port is None and number:
                continue
            raise UsageError.named("view.port", number=number, strerror=error.strerror) from None
        return listening
    raise UsageError.named("view.no_port")


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
