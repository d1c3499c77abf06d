"""A viewer on loopback for each test, in a thread, and runs to show: small ones and large ones."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evalwright.engine import HttpLimits
from evalwright.view import Library
from evalwright.view.server import listen, make_server


@dataclass
class Served:
    """A running viewer."""

    address: str
    port: int

    def get(
        self, path: str, headers: dict[str, str] | None = None, method: str = "GET"
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (names in small letters) and body of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def json(self, path: str) -> Any:
        """The document at an address."""
        status, _, body = self.get(path)
        assert status == 200, (status, body[:500])
        return json.loads(body)

    def raw(self, request: bytes) -> bytes:
        """What comes back for these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            with suppress(ConnectionError):  # an answer may come, and the end, before all is sent
                connection.sendall(request)
            connection.settimeout(3)
            found = b""
            try:
                while chunk := connection.recv(65536):
                    found += chunk
                    if b"\r\n\r\n" in found and _is_whole(found):
                        break
            except (TimeoutError, ConnectionError):
                pass
            return found

    def status(self, request: bytes) -> int:
        """The status that these bytes are answered with; 0 where the connection is just closed."""
        found = self.raw(request)
        return int(found.split(b" ", 2)[1]) if found.startswith(b"HTTP/") else 0


def _is_whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(lengths) and len(body) >= int(lengths[0].split(b":")[1])


Serve = Callable[..., Served]


@contextmanager
def running(path: Path, host: str | None = None, limits: HttpLimits | None = None) -> Iterator[Served]:
    """A viewer over a path, for as long as the block lasts."""
    place = listen(host, None)
    server = make_server(Library(path), place, limits or HttpLimits())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place.listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.005)
    try:
        yield Served(place.address, place.listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(10)
        place.listening.close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start viewers that end with the test."""
    with ExitStack() as stack:
        yield lambda path, host=None, limits=None: stack.enter_context(running(path, host, limits))
