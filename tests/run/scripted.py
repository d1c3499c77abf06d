"""A loopback model whose replies a test writes down: by a marker that stands in the request."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = dict[str, Any]


class ScriptedServer(ThreadingHTTPServer):
    """Answers with what `script` says for the request body; keeps all bodies."""

    daemon_threads = True

    def __init__(self, script: Callable[[dict[str, Any]], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.bodies: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def asked(self, model: str) -> int:
        """How many requests named this model."""
        return sum(body["model"] == model for body in self.bodies)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        reply = self.server.script(body)
        if reply.get("status", 200) != 200:
            return self._send(reply["status"], {"error": {"message": reply.get("error", "as scripted")}})
        if "raw" in reply:
            return self._send(200, reply["raw"])
        if body.get("stream"):
            return self._stream(reply)
        return self._send(200, completion(reply))

    def _send(self, status: int, value: Any) -> None:
        raw = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, reply: Reply) -> None:
        message = completion(reply)["choices"][0]
        events = []
        for character in message["message"].get("content") or "":
            events.append({"choices": [{"index": 0, "delta": {"content": character}}]})
        for index, call in enumerate(message["message"].get("tool_calls") or []):
            head = {"index": index, "id": call["id"], "function": {"name": call["function"]["name"], "arguments": ""}}
            events.append({"choices": [{"index": 0, "delta": {"tool_calls": [head]}}]})
            for character in call["function"]["arguments"]:
                part = {"index": index, "function": {"arguments": character}}
                events.append({"choices": [{"index": 0, "delta": {"tool_calls": [part]}}]})
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": message["finish_reason"]}]})
        raw = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(raw.encode())))
        self.end_headers()
        self.wfile.write(raw.encode())

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


def completion(reply: Reply) -> dict[str, Any]:
    """A chat completion around a reply such as {"content": ...} or {"tool_calls": [{"name", "arguments"}]}."""
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {
                "name": call["name"],
                "arguments": call["arguments"] if isinstance(call["arguments"], str) else json.dumps(call["arguments"]),
            },
        }
        for number, call in enumerate(reply.get("tool_calls") or [])
    ]
    message: dict[str, Any] = {"role": "assistant", "content": reply.get("content")}
    if "tool_calls" in reply:
        message["tool_calls"] = calls
    if "reasoning_content" in reply:
        message["reasoning_content"] = reply["reasoning_content"]
    finish = reply.get("finish_reason", "tool_calls" if calls else "stop")
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}


@contextmanager
def scripted(script: Callable[[dict[str, Any]], Reply]) -> Iterator[ScriptedServer]:
    """A server that runs while the block does."""
    server = ScriptedServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def by_marker(replies: dict[str, Reply], default: Reply | None = None) -> Callable[[dict[str, Any]], Reply]:
    """The reply whose marker stands in what the user said last."""

    def script(body: dict[str, Any]) -> Reply:
        text = json.dumps(body["messages"], ensure_ascii=False)
        return next((reply for marker, reply in replies.items() if marker in text), default or {"content": ""})

    return script
