"""A loopback server (and proxy) that repeats all it was sent, in every place and every encoding a server could choose.

The question holds `MODEL=MODE JUDGE=MODE`; a judge is asked as the model `judge`. What is repeated is the address with
its query, every header and the whole body.
"""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

Reply = Callable[["Echo", str], None]
MODES: dict[str, Reply] = {}


def mode(name: str) -> Callable[[Reply], Reply]:
    def keep(reply: Reply) -> Reply:
        MODES[name] = reply
        return reply

    return keep


def escaped_all(text: str) -> str:
    """Every character as `\\uXXXX`."""
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece: two are 40 ms apart
    seen: list[tuple[str, dict[str, str], str]]

    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self.server.seen.append((self.path, dict(self.headers.items()), body))  # type: ignore[attr-defined]
        asked = json.loads(body)
        sent = f"{self.path} " + " ".join(f"{name}: {value}" for name, value in self.headers.items()) + f" {asked}"
        who = "JUDGE" if asked["model"] == "judge" else "MODEL"
        wanted = re.search(rf"{who}=([\w-]+)", json.dumps(asked["messages"]))
        self.stream = bool(asked.get("stream"))
        MODES[wanted[1] if wanted else "ok"](self, sent)

    def send(self, status: int, body: str | bytes, kind: str = "application/json", **headers: str) -> None:
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def answer(
        self, *, raw: str | None = None, finish: str = "stop", more: int = 0, model: str = "", **message: Any
    ) -> None:
        """A chat completion; `raw` replaces the word ECHO in its JSON as it is."""
        choices = [{"index": n, "message": message, "finish_reason": finish} for n in range(1 + more)]
        text = json.dumps({"choices": choices, "model": model})
        self.send(200, text if raw is None else text.replace("ECHO", raw))

    def call(self, arguments: Any, *, raw: str | None = None, name: str = "lookup", identifier: str = "c") -> None:
        function = {"name": name, "arguments": arguments}
        self.answer(raw=raw, content=None, tool_calls=[{"id": identifier, "type": "function", "function": function}])


def error(text: str) -> str:
    return json.dumps({"error": {"message": text, "type": "t", "code": "c"}})


mode("ok")(lambda echo, sent: echo.answer(content="fine\nGRADE: C"))
mode("content")(lambda echo, sent: echo.answer(content=f"{sent}\nGRADE: C"))
mode("content-u")(lambda echo, sent: echo.answer(content="ECHO", raw=escaped_all(sent)))
mode("content-twice-u")(lambda echo, sent: echo.answer(content=escaped_all(sent)))
mode("content-percent")(lambda echo, sent: echo.answer(content=quote(sent, safe="")))
mode("content-all-percent")(
    lambda echo, sent: echo.answer(content="".join(f"%{byte:02x}" for byte in sent.encode())),
)
mode("content-base64")(lambda echo, sent: echo.answer(content=base64.b64encode(sent.encode()).decode()))
mode("content-base64-shifted")(lambda echo, sent: echo.answer(content=base64.b64encode(b"x" + sent.encode()).decode()))
mode("content-slashes")(
    lambda echo, sent: echo.answer(content="ECHO", raw=json.dumps(sent)[1:-1].replace("/", "\\/")),
)
mode("reasoning")(lambda echo, sent: echo.answer(content="x", reasoning_content=sent))
mode("refusal")(lambda echo, sent: echo.answer(content=None, refusal=sent))
mode("finish")(lambda echo, sent: echo.answer(content="x", finish=sent))
mode("model-name")(lambda echo, sent: echo.answer(content="x", model=sent))
mode("choices")(lambda echo, sent: echo.answer(content=sent, more=1))
mode("arguments")(lambda echo, sent: echo.call(json.dumps({"key": sent})))
mode("arguments-u")(lambda echo, sent: echo.call('{"key": "' + escaped_all(sent) + '"}'))
mode("arguments-object")(lambda echo, sent: echo.call({"key": [{sent: sent}]}))
mode("arguments-broken")(lambda echo, sent: echo.call('{"key": "' + sent))
mode("tool-name")(lambda echo, sent: echo.call("{}", name=sent))
mode("call-id")(lambda echo, sent: echo.call("{}", identifier=sent))
mode("call-in-text")(
    lambda echo, sent: echo.answer(
        content="<tool_call>" + json.dumps({"name": "lookup", "arguments": {"key": sent}}) + "</tool_call>"
    ),
)
mode("http-400")(lambda echo, sent: echo.send(400, error(sent)))
mode("http-400-u")(lambda echo, sent: echo.send(400, '{"error": {"message": "' + escaped_all(sent) + '"}}'))
mode("http-401")(lambda echo, sent: echo.send(401, error(f"Incorrect API key provided: {sent}")))
mode("http-403")(lambda echo, sent: echo.send(403, sent, "text/plain"))
mode("http-404")(lambda echo, sent: echo.send(404, json.dumps({"detail": [{"input": sent}]})))
mode("http-429")(lambda echo, sent: echo.send(429, error(sent), Retry_After="0"))
mode("http-500")(lambda echo, sent: echo.send(500, f"<html>{escaped_all(sent)}</html>", "text/html"))
mode("quota")(lambda echo, sent: echo.send(429, json.dumps({"error": {"message": sent, "code": "insufficient_quota"}})))
mode("redirect")(lambda echo, sent: echo.send(307, "", Location=f"http://127.0.0.1:9/v1?all={quote(sent)}"))
mode("html")(lambda echo, sent: echo.send(200, f"<html>{sent}</html>", "text/html"))
mode("truncated")(lambda echo, sent: echo.send(200, '{"choices": [{"message": {"content": ' + json.dumps(sent)))
mode("error-200")(lambda echo, sent: echo.send(200, error(sent)))
mode("stream")(
    lambda echo, sent: echo.send(
        200,
        "".join(
            f"data: {json.dumps({'choices': [{'index': 0, 'delta': {'content': piece}}]})}\n\n" for piece in sent
        ).replace("\\/", "/")
        + 'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n',
        "text/event-stream",
    ),
)
mode("stream-error")(
    lambda echo, sent: echo.send(200, f"data: {error(sent)}\n\n", "text/event-stream"),
)
mode("stream-garbage")(
    lambda echo, sent: echo.send(200, f"data: {sent}\n\ndata: [DONE]\n\n", "text/event-stream"),
)


@mode("status-line")
def _status_line(echo: Echo, sent: str) -> None:
    """No HTTP at all: the client's own error quotes what came."""
    echo.wfile.write(sent.encode()[:4000] + b"\r\n\r\n")
    echo.close_connection = True


@mode("bad-header")
def _bad_header(echo: Echo, sent: str) -> None:
    echo.wfile.write(b"HTTP/1.1 200 OK\r\nBroken header " + sent.encode()[:4000] + b"\r\n\r\n")
    echo.close_connection = True


class QuietServer(ThreadingHTTPServer):
    """A server that says nothing about clients that hang up, as they do when a run ends early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


@contextmanager
def echoing() -> Iterator[ThreadingHTTPServer]:
    """The server, for as long as the block lasts; `seen` holds what it was sent."""
    server = QuietServer(("127.0.0.1", 0), Echo)
    server.seen = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
