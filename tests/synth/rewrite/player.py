"""A loopback chat model that words conversations: honest, or faulty in any way that we know of.

`Player` is the server: what it says is a function of the request's body, and it keeps all that it was asked. A reply is
a dict as in `tests.run.scripted`, and may also have `status` and `headers`, `raw` bytes, or `hang`, in seconds.
"""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from evalwright.engine import RetryPolicy
from evalwright.models import make_model
from evalwright.synth import Players

from ...run.scripted import completion

Body = dict[str, Any]
Reply = dict[str, Any]
Row = dict[str, Any]

PREFIXES = {"en": ("Hey, ", "Well, ", "Just so you know: "), "zh": ("那个，", "跟您说一下，")}
"""What the honest one puts before a message: little, but every message is another one, and no value is touched."""


class Player(ThreadingHTTPServer):
    """The server. `url` is what goes after --api-url."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, says: Callable[[Body], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.says = says
        self.bodies: list[Body] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, *_: Any) -> None:
        """A client that was killed hangs up: no news."""

    def asked_twice(self) -> list[str]:
        """The requests that came more than once."""
        counts = Counter(json.dumps(body, sort_keys=True) for body in self.bodies)
        return [body for body, count in counts.items() if count > 1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body go out together: apart they would wait 40 ms for each other
    server: Player

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        reply = self.server.says(body)
        if "hang" in reply:
            time.sleep(reply["hang"])
        status = reply.get("status", 200)
        value = completion(reply) if status == 200 else {"error": {"message": reply.get("error", "as told")}}
        raw = reply.get("raw", json.dumps(value).encode())
        with suppress(OSError):
            self.send_response(status)
            for name, text in {"Content-Length": str(len(raw)), **reply.get("headers", {})}.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


@contextmanager
def playing(says: Callable[[Body], Reply]) -> Iterator[Player]:
    """A server that runs while the block does."""
    server = Player(says)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def players(server: Player, **more: Any) -> Players:
    """The models behind a server, asked impatiently."""
    policy = RetryPolicy(tries=3, timeout=more.pop("timeout", 5.0), deadline=20.0, wait=0.01)
    assistant = make_model("player", api_url=server.url)
    return Players(assistant, make_model("user", api_url=server.url), policy=policy, **more)


def masked_of(body: Body) -> str:
    """The text that is to be rewritten."""
    return str(body["messages"][1]["content"])


def role_of(body: Body) -> str:
    """Whose text it is."""
    told = body["messages"][0]["content"]
    return "user" if "person typed" in told or "用户发给" in told else "assistant"


def lang_of(body: Body) -> str:
    """The language that the instruction is in."""
    return "zh" if "改写" in body["messages"][0]["content"] else "en"


def rewritten(body: Body) -> str:
    """The text in other words, as an honest model would have it."""
    prefixes = PREFIXES[lang_of(body)]
    return prefixes[zlib.crc32(masked_of(body).encode()) % len(prefixes)] + masked_of(body)


class Stage:
    """Both players of `simulate`, who know the rows that code made of the same stories and say what stands there.

    `faults` may change what is said: story number, role, place and the honest reply go in, the reply comes out.
    """

    def __init__(self, rows: list[Row], fault: Callable[[int, str, int, Reply], Reply] | None = None) -> None:
        self.rows = rows
        self.fault = fault or (lambda number, role, place, honest: honest)
        self._cards = {"\n".join(f"- {line}" for line in self.lines(row)): at for at, row in enumerate(rows)}
        self._openings = {self.lines(row)[0]: at for at, row in enumerate(rows)}

    @staticmethod
    def lines(row: Row) -> list[str]:
        """What the user says in a row."""
        return [message["content"] for message in row["messages"] if message["role"] == "user"]

    def __call__(self, body: Body) -> Reply:
        messages = body["messages"]
        if "tools" in body:
            number, place = self._openings[messages[1]["content"]], len(messages)
            return self.fault(number, "assistant", place, self._assistant(number, place))
        card = messages[0]["content"]
        number = self._cards[max((text for text in self._cards if text in card), key=len)]
        place = sum(message["role"] == "assistant" for message in messages)
        return self.fault(number, "user", place, self._user(number, place))

    def _user(self, number: int, place: int) -> Reply:
        lines = self.lines(self.rows[number])
        return {"content": lines[place] if place < len(lines) else "[END]"}

    def _assistant(self, number: int, place: int) -> Reply:
        messages = self.rows[number]["messages"]
        if place >= len(messages) or messages[place]["role"] != "assistant":
            return {"content": "Goodbye." if self.rows[number]["metadata"]["lang"] == "en" else "再见。"}
        message = messages[place]
        if not message.get("tool_calls"):
            return {"content": message["content"]}
        return {"content": None, "tool_calls": [call["function"] for call in message["tool_calls"]]}
