"""A pet shop behind HTTP on loopback: a service that an OpenAPI document describes, with a way to put its state back.

`python -m tests.servers.petstore 8080 [TOKEN]` serves it for people; tests open it with `serving()`. Standard library
alone, the same answers to the same requests, and everything that real services do to whoever calls them: numbers as
ids, empty answers, plain text, refusals with a status and a sentence, and a key without which nothing is told.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from .shop import PetShop, RefusedRequestError

DOCUMENT = Path(__file__).with_name("openapi.yaml")
RESET_PATH = "/reset"


class _Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, token: str | None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.shop = PetShop()
        self.token = token
        self.turn = threading.Lock()


class _Handler(BaseHTTPRequestHandler):
    server: _Service
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            if not self._is_let_in():
                raise RefusedRequestError(401, "A clerk's token is needed.")
            with self.server.turn:
                status, value = self._carried_out(json.loads(body) if body else {})
        except RefusedRequestError as refused:
            status, value = refused.status, {"message": str(refused)}
        except (ValueError, TypeError, KeyError):
            status, value = 400, {"message": "The request cannot be understood."}
        self._send(status, value)

    def _is_let_in(self) -> bool:
        """Whether the token came along, in the header or in the address."""
        sent = (self.headers.get("Authorization"), *parse_qs(urlsplit(self.path).query).get("token", ()))
        return not self.server.token or bool({self.server.token, f"Bearer {self.server.token}"} & set(sent))

    def _carried_out(self, given: Any) -> tuple[int, Any]:
        parts = urlsplit(self.path)
        if parts.path == RESET_PATH and self.command == "POST":
            self.server.shop = PetShop()
            return 204, None
        steps = [unquote(step) for step in parts.path.split("/") if step]
        return self.server.shop.answer(self.command, steps, parse_qs(parts.query), given)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Every method is answered in one place."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _send(self, status: int, value: Any) -> None:
        plain = isinstance(value, str)
        body = b"" if value is None else value.encode() if plain else json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8" if plain else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""


@contextmanager
def serving(token: str | None = None, port: int = 0) -> Iterator[str]:
    """The address of a pet shop that runs as long as this is open; with a token, nobody else is told anything."""
    service = _Service(port, token)
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{service.server_address[1]}"
    finally:
        service.shutdown()
        service.server_close()
        thread.join()
