"""A loopback server that speaks chat completions and says what a script says, and remembers what it was asked.

The first user message chooses the script; how many assistant messages stand in the request says which answer is due.
So a client that goes on with what it got is led through a whole conversation, and the ledger holds the truth that an
imported trace is compared with: the messages and tools that were sent, and the message that was sent back.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SYSTEM = "You are the desk of a small hotel. Look things up before you answer."
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "find_room",
            "description": "Find a free room.",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "beds": {"type": "integer"}},
                "required": ["city", "beds"],
                "additionalProperties": False,
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "book_room",
            "description": "Book a room by its number.",
            "parameters": {
                "type": "object",
                "properties": {"room": {"type": "string"}},
                "required": ["room"],
                "additionalProperties": False,
            },
        },
    },
]


def call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    """One call as a model writes it."""
    text = json.dumps(arguments, ensure_ascii=False)
    return {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": text}}


def says(content: str | None, *calls: dict[str, Any]) -> dict[str, Any]:
    """An answer of the script."""
    return {"role": "assistant", "content": content} | ({"tool_calls": list(calls)} if calls else {})


SCRIPTS: dict[str, list[Any]] = {
    "Two rooms, in Rome and in 苏州, for two.": [
        says(
            "I will look in both cities.",
            call(1, "find_room", city="Rome", beds=2),
            call(2, "find_room", city="苏州", beds=2),
        ),
        says("Room R-12 in Rome and room S-7 in 苏州 are free."),
        says(None, call(3, "book_room", room="R-12")),
        says("R-12 is booked."),
    ],
    "A room in Atlantis.": [
        says(None, call(4, "find_room", city="Atlantis", beds=1)),
        says("There is no such city, so I try Athens.", call(5, "find_room", city="Athens", beds=1)),
        says("Room A-3 in Athens is free."),
    ],
    "Try twice, please.": [503, says("It worked at the second try.")],
    "This one fails.": [400],
}
FOLLOW_UPS = {"Two rooms, in Rome and in 苏州, for two.": ["Book the one in Rome."]}
RESULTS = {
    "Rome": {"room": "R-12", "price": 80},
    "苏州": {"room": "S-7", "price": 60},
    "Athens": {"room": "A-3", "price": 70},
}


def find_room(city: str, beds: int) -> str:
    """What the tool gives, or how it fails."""
    if city not in RESULTS:
        return json.dumps({"error": f"there is no city {city}"})
    return json.dumps(RESULTS[city] | {"beds": beds}, ensure_ascii=False)


def book_room(room: str) -> str:
    """What the tool gives."""
    return json.dumps({"booked": room})


class ScriptedServer(ThreadingHTTPServer):
    """The server and its ledger."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.ledger: list[dict[str, Any]] = []
        self.tries: dict[str, int] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, body: dict[str, Any]) -> Any:
        """The answer that is due: a message, or a status."""
        first = next(_text(each) for each in body["messages"] if each["role"] == "user")
        script = SCRIPTS[first]
        done = sum(each["role"] == "assistant" for each in body["messages"])
        if isinstance(script[0], int):
            tried = self.tries[first] = self.tries.get(first, 0) + 1
            return script[min(tried, len(script)) - 1]
        return script[done]

    def conversation(self, first: str) -> dict[str, Any]:
        """The longest conversation that began with these words."""
        asked = [each for each in self.ledger if first in [_text(one) for one in each["request"]["messages"]]]
        last = max(asked, key=lambda each: (len(each["request"]["messages"]), isinstance(each["reply"], dict)))
        reply = [last["reply"]] if isinstance(last["reply"], dict) else []
        return {"messages": [*last["request"]["messages"], *reply], "tools": last["request"].get("tools", [])}


def _text(message: dict[str, Any]) -> str:
    content = message.get("content")
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content or [])


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply = self.server.answer(body)
        self.server.ledger.append({"request": body, "reply": reply})
        if isinstance(reply, int):
            self._send(reply, "application/json", json.dumps({"error": {"message": f"as scripted: {reply}"}}).encode())
        elif body.get("stream"):
            self._send(200, "text/event-stream", b"".join(_chunks(reply)))
        else:
            self._send(200, "application/json", json.dumps(_completion(reply)).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def _envelope(kind: str, **choice: Any) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": kind,
        "created": 1,
        "model": "scripted-1",
        "choices": [{"index": 0, **choice}],
    }


def _finish(message: dict[str, Any]) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _completion(message: dict[str, Any]) -> dict[str, Any]:
    usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
    return {**_envelope("chat.completion", message=message, finish_reason=_finish(message)), "usage": usage}


def _chunks(message: dict[str, Any]) -> Iterator[bytes]:
    """The answer in pieces: words one by one, arguments in halves."""
    yield _event({"role": "assistant", "content": ""})
    for word in re.findall(r"\S+\s*", message["content"] or ""):
        yield _event({"content": word})
    for index, each in enumerate(message.get("tool_calls", ())):
        text = each["function"]["arguments"]
        half = len(text) // 2
        opening = {**each, "index": index, "function": {"name": each["function"]["name"], "arguments": text[:half]}}
        yield _event({"tool_calls": [opening]})
        yield _event({"tool_calls": [{"index": index, "function": {"arguments": text[half:]}}]})
    yield _event({}, _finish(message))
    usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
    yield _data({**_envelope("chat.completion.chunk"), "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def _event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _data(_envelope("chat.completion.chunk", delta=delta, finish_reason=finish))


def _data(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


@contextmanager
def scripted_server() -> Iterator[ScriptedServer]:
    """A server for the block."""
    server = ScriptedServer()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
