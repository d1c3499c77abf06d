"""A loopback model for the tests: chat completions by a rule of the test, and a ledger of what it was asked."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Rule = Callable[[dict[str, Any]], Any]
"""From the body of a request to what is said: a text, or a whole message."""


@dataclass
class Speaker:
    """The server as a test sees it."""

    rule: Rule
    latency: float = 0.0
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    has_responses: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def asked(self) -> Counter[str]:
        """How often each last message was sent."""
        return Counter(str(body["messages"][-1]["content"]) for body in self.bodies)


def _reply(speaker: Speaker, body: dict[str, Any]) -> dict[str, Any]:
    said = speaker.rule(body)
    message = {"role": "assistant", "content": said} if isinstance(said, str) else said
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion", "model": body.get("model"), "choices": [choice], "usage": usage}


def _handler(speaker: Speaker) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Quietly."""

        def do_GET(self) -> None:
            self._send({"object": "list", "data": [{"id": "upstream", "object": "model"}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with speaker._lock:
                speaker.bodies.append(body)
                speaker.paths.append(self.path)
                speaker.headers.append({name.lower(): value for name, value in self.headers.items()})
                speaker.at_once += 1
                speaker.most_at_once = max(speaker.most_at_once, speaker.at_once)
            try:
                self._answer(body)
            finally:
                with speaker._lock:
                    speaker.at_once -= 1

        def _answer(self, body: dict[str, Any]) -> None:
            if speaker.latency:
                time.sleep(speaker.latency)
            if self.path.endswith("/embeddings"):
                self._send({"object": "list", "data": [{"object": "embedding", "index": 0, "embedding": [0.5]}]})
            elif not self.path.endswith("/chat/completions"):
                self._send({"error": {"message": "unknown"}}, 404)
            elif body.get("stream"):
                self._stream(_reply(speaker, body))
            else:
                self._send(_reply(speaker, body))

        def _send(self, document: Any, status: int = 200) -> None:
            raw = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def _stream(self, reply: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            for word in str(reply["choices"][0]["message"]["content"]).split():
                chunk = {
                    "id": "c",
                    "object": "chat.completion.chunk",
                    "choices": [{"index": 0, "delta": {"content": word}}],
                }
                self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_: object) -> None:
        """A client that was killed hangs up in the middle."""


@contextmanager
def speaking(rule: Rule, latency: float = 0.0) -> Iterator[Speaker]:
    """A model that answers by this rule, for as long as the block lasts."""
    speaker = Speaker(rule, latency)
    server = _Server(("127.0.0.1", 0), _handler(speaker))
    speaker.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield speaker
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
