"""An MCP server over HTTP that speaks the protocol by hand, wants a token, and tells which headers it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_TOOLS = [
    {
        "name": name,
        "description": about,
        "inputSchema": {"type": "object", "properties": {}},
        "annotations": {"readOnlyHint": reads},
    }
    for name, about, reads in (
        ("list_rooms", "List the rooms that can be booked.", True),
        ("get_weather_report", "Get today's weather report.", True),
        ("cancel_everything", "Cancel every booking there is.", False),
    )
]
_RESULTS = {"list_rooms": '["Oak", "Elm", "Birch"]', "get_weather_report": '{"sky": "cloudy", "degrees": 11}'}


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.seen.append(dict(self.headers))
        if self.headers.get("Authorization") != f"Bearer {self.server.token}":
            self._send(401, {"error": "invalid_token"})
        elif self.command != "POST":
            self._send(405, None)
        else:
            self._carry_out(json.loads(body))

    def _carry_out(self, asked: dict[str, Any]) -> None:
        if "id" not in asked:
            self._send(202, None)
            return
        result = self._result(asked.get("method", ""), asked.get("params") or {})
        refused = {"error": {"code": -32601, "message": "Method not found"}}
        self._send(200, {"jsonrpc": "2.0", "id": asked["id"], **(refused if result is None else {"result": result})})

    def _result(self, method: str, params: dict[str, Any]) -> Any:
        if method == "initialize":
            offered = {"capabilities": {"tools": {}}, "serverInfo": {"name": "guarded", "version": "1"}}
            return {"protocolVersion": params["protocolVersion"], **offered}
        if method == "tools/list":
            return {"tools": _TOOLS}
        if method == "tools/call":
            return {"content": [{"type": "text", "text": _RESULTS[params["name"]]}]}
        return None

    def _send(self, status: int, value: Any) -> None:
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, token: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.token = token
        self.seen: list[dict[str, str]] = []


@contextmanager
def guarded(token: str) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The address of a server that wants this token, and the headers that it was sent so far."""
    server = _Server(token)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp", server.seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
