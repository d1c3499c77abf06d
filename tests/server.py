"""A loopback server that speaks chat completions and every fault we know of, and keeps a ledger of what it was asked.

The last user message says what happens: `KEY MODE`, such as `i7 ok` or `i8 status:503`. So one run can mix faults, and
the ledger tells how often and when each key was asked. A good answer is one call, `lookup({"key": KEY})`.
Raw sockets, since no proper server library sends what is wanted here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "lookup",
            "parameters": {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]},
        },
    }
]


def item(key: str, mode: str = "ok", *, gold: str | None = None) -> dict[str, Any]:
    """An item that asks the server for this mode; its gold is what a good answer says."""
    arguments = json.dumps({"key": gold or key})
    call = {"id": "c", "type": "function", "function": {"name": "lookup", "arguments": arguments}}
    return {
        "id": key,
        "conversation_id": key,
        "messages": [{"role": "user", "content": f"{key} {mode}"}],
        "tools": TOOLS,
        "expected_output": {"role": "assistant", "tool_calls": [call]},
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in."""

    at: float
    key: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class Exchange:
    """One request and the way back."""

    key: str
    arguments: list[str]
    asked_before: int
    headers: dict[str, str]
    writer: asyncio.StreamWriter
    gone: asyncio.Event
    """The client has hung up, or the server is to go."""

    async def send(self, status: int, body: bytes, *, length: int | None = None, **headers: str) -> None:
        lines = {"Content-Type": "application/json", "Content-Length": str(len(body) if length is None else length)}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = f"HTTP/1.1 {status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
        self.writer.write(head.encode("latin-1") + body)
        await self.writer.drain()

    async def reply(self, message: Any, **more: Any) -> None:
        await self.send(200, json.dumps(completion(message, **more)).encode())

    async def wait(self, seconds: float) -> bool:
        """Whether the client is still there after so many seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.gone.wait(), seconds)
        return not self.gone.is_set()


def completion(message: Any, *, finish: str | None = "tool_calls", usage: Any = None) -> dict[str, Any]:
    """A reply of the protocol around this message."""
    counts = {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12} if usage is None else usage
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "x", "object": "chat.completion", "choices": [choice], "usage": counts}


def call(key: str, **more: Any) -> dict[str, Any]:
    """The right call for a key."""
    function = {"name": "lookup", "arguments": json.dumps({"key": key})}
    return {"id": "call_1", "type": "function", "function": function, **more}


def good(key: str) -> dict[str, Any]:
    """The right answer for a key."""
    return {"role": "assistant", "content": None, "tool_calls": [call(key)]}


Mode = Callable[[Exchange], Awaitable[bool | None]]
Kept = TypeVar("Kept", bound=Mode)
MODES: dict[str, Mode] = {}


def mode(name: str) -> Callable[[Kept], Kept]:
    """Register a mode. It returns True where the connection may be used again."""

    def keep(function: Kept) -> Kept:
        MODES[name] = function
        return function

    return keep


@mode("ok")
async def _ok(exchange: Exchange) -> bool:
    await exchange.reply(good(exchange.key))
    return True


@mode("named")
async def _named(exchange: Exchange) -> bool:
    """named:NAME, a server that has another name for its model."""
    reply = {**completion(good(exchange.key)), "model": exchange.arguments[0]}
    await exchange.send(200, json.dumps(reply).encode())
    return True


@mode("slow")
async def _slow(exchange: Exchange) -> bool:
    if not await exchange.wait(float(exchange.arguments[0])):
        return False
    return await _ok(exchange)


@mode("status")
async def _status(exchange: Exchange) -> bool:
    """status:CODE, or status:CODE:TIMES and then ok."""
    code, *times = exchange.arguments
    if times and exchange.asked_before >= int(times[0]):
        return await _ok(exchange)
    body = {"error": {"message": f"as asked, {code}", "type": "test", "code": None}}
    await exchange.send(int(code), json.dumps(body).encode())
    return True


RETRY_AFTER: dict[str, Callable[[str], dict[str, Any]]] = {
    "seconds": lambda value: {"Retry_After": value},
    "ms": lambda value: {"retry_after_ms": value},
    "date": lambda value: {"Retry_After": formatdate(time.time() + float(value), usegmt=True)},
    "text": lambda value: {"Retry_After": value},
}


@mode("wait")
async def _wait(exchange: Exchange) -> bool:
    """wait:UNIT:VALUE, a 429 with that Retry-After, and then ok; wait:UNIT:VALUE:always never gets better."""
    unit, value, *always = exchange.arguments
    if exchange.asked_before and not always:
        return await _ok(exchange)
    await exchange.send(429, b'{"error": {"message": "slow down"}}', **RETRY_AFTER[unit](value))
    return True


@mode("quota")
async def _quota(exchange: Exchange) -> bool:
    body = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
    await exchange.send(429, json.dumps(body).encode())
    return True


@mode("fails")
async def _fails(exchange: Exchange) -> bool:
    """fails:NAME, a refusal in the words of some server."""
    status, message = REFUSALS[exchange.arguments[0]]
    body = {"error": {"message": message.replace("KEY", exchange.key), "type": "BadRequestError", "code": status}}
    await exchange.send(status, json.dumps(body).encode())
    return True


REFUSALS = {
    "vllm": (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    "ollama": (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
    "llama.cpp": (500, "tools param requires --jinja flag"),
    "context": (
        400,
        "This model's maximum context length is 4096 tokens. However, you requested 5017 tokens (request KEY).",
    ),
    "max-tokens": (400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    "temperature": (400, "Unsupported value: 'temperature' does not support 0 with this model."),
}


@mode("redirect")
async def _redirect(exchange: Exchange) -> bool:
    """redirect:PORT."""
    await exchange.send(307, b"", Location=f"http://127.0.0.1:{exchange.arguments[0]}/v1/chat/completions")
    return True


@mode("echo")
async def _echo(exchange: Exchange) -> bool:
    """echo:CODE, the request's headers in the body."""
    text = "".join(f"{name}: {value}\n" for name, value in exchange.headers.items())
    await exchange.send(int(exchange.arguments[0]), json.dumps({"error": {"message": f"you sent {text}"}}).encode())
    return True


@mode("echo-html")
async def _echo_html(exchange: Exchange) -> bool:
    text = f"<html>{exchange.headers.get('authorization')}</html>"
    await exchange.send(200, text.encode(), Content_Type="text/html")
    return True


@mode("echo-answer")
async def _echo_answer(exchange: Exchange) -> bool:
    """A good answer that holds the request's key in its words and in its call."""
    key = exchange.headers.get("authorization", "")
    await exchange.reply({"role": "assistant", "content": key, "tool_calls": [call(key)], "reasoning_content": key})
    return True


@mode("reset")
async def _reset(exchange: Exchange) -> None:
    exchange.writer.transport.abort()


@mode("close")
async def _close(exchange: Exchange) -> None:
    """Not one byte."""


@mode("short")
async def _short(exchange: Exchange) -> None:
    """The connection ends before Content-Length is reached."""
    await exchange.send(200, b'{"choices": [', length=500)


@mode("garbage")
async def _garbage(exchange: Exchange) -> None:
    exchange.writer.write(b"SSH-2.0-OpenSSH_9.2\r\n\x00\xff\r\n\r\n")
    await exchange.writer.drain()


@mode("body")
async def _body(exchange: Exchange) -> bool:
    """body:NAME, a whole reply with status 200 that is not what the protocol says."""
    await exchange.send(200, BODIES[exchange.arguments[0]])
    return True


BODIES: dict[str, bytes] = {
    "truncated": json.dumps(completion(good("x"))).encode()[:-20],
    "html": b"<!doctype html><html><body>Welcome to nginx!</body></html>",
    "empty": b"",
    "null": b"null",
    "list": b"[]",
    "text": b'"ok"',
    "error": b'{"error": {"message": "model is loading", "code": 503}}',
    "bad-utf8": b'{"choices": [{"message": {"content": "\xff\xfe\x80"}}]}',
    "null-choices": b'{"choices": null}',
    "no-choices": b'{"id": "x"}',
    "empty-choices": b'{"choices": []}',
    "null-message": b'{"choices": [{"message": null}]}',
    "null-choice": b'{"choices": [null]}',
    "deep": b"[" * 100_000,
    "deep-nan": b'{"a": NaN, "b": ' + b"[" * 600 + b"]" * 600 + b"}",
    "event-stream": b'data: {"choices": [{"delta": {"content": "hi"}}]}\n\ndata: [DONE]\n\n',
}


@mode("says")
async def _says(exchange: Exchange) -> bool:
    """says:NAME, a right answer in the words of some other server."""
    await exchange.send(200, SAYINGS[exchange.arguments[0]](exchange.key))
    return True


def _say(message: Any, **more: Any) -> bytes:
    return json.dumps(completion(message, **more)).encode()


def _without_id(key: str) -> dict[str, Any]:
    return {"type": "function", "function": call(key)["function"]}


def _as_object(key: str) -> dict[str, Any]:
    return {"id": "c", "type": "function", "function": {"name": "lookup", "arguments": {"key": key}}}


SAYINGS: dict[str, Callable[[str], bytes]] = {
    "content-null": lambda key: _say({"role": "assistant", "content": None}, finish="stop"),
    "finish-stop": lambda key: _say(good(key), finish="stop"),
    "finish-none": lambda key: _say(good(key), finish=None),
    "function-call": lambda key: _say({"content": None, "function_call": call(key)["function"]}),
    "hermes": lambda key: _say(
        {"content": f'Sure.\n<tool_call>\n{{"name": "lookup", "arguments": {{"key": "{key}"}}}}\n</tool_call>'},
        finish="stop",
    ),
    "reasoning": lambda key: _say({**good(key), "reasoning_content": "let me think"}),
    "no-id": lambda key: _say({"tool_calls": [_without_id(key)]}),
    "object": lambda key: _say({"tool_calls": [_as_object(key)]}),
    "nan-usage": lambda key: _say(good(key), usage={"prompt_tokens": float("nan"), "total_tokens": 3}),
    "negative-usage": lambda key: _say(good(key), usage={"prompt_tokens": -1, "total_tokens": "3"}),
    "surrogate": lambda key: _say({**good(key), "content": "half \ud800 a pair"}),
    "bom": lambda key: b"\xef\xbb\xbf" + _say(good(key)),
}


@mode("ends")
async def _ends(exchange: Exchange) -> bool:
    """ends:NAME, an answer that is none."""
    message, finish = ENDINGS[exchange.arguments[0]]
    await exchange.reply({"role": "assistant", **message}, finish=finish)
    return True


ENDINGS: dict[str, tuple[dict[str, Any], str]] = {
    "length": ({"content": "Let me look that"}, "length"),
    "content_filter": ({"content": ""}, "content_filter"),
    "refusal": ({"content": None, "refusal": "I can't help with that"}, "stop"),
    "empty": ({"content": ""}, "stop"),
    "reasoning_only": ({"content": None, "reasoning_content": "the user wants"}, "stop"),
    "think": ({"content": "<think>the user wants</think>\n"}, "stop"),
    "other": ({"content": "so"}, "insufficient_system_resource"),
    "words": ({"content": "Which order?"}, "stop"),
}


@mode("events")
async def _events(exchange: Exchange) -> None:
    """events:END, the right call as a stream in small chunks: a byte-order mark, two choices, CR, LF or CRLF."""
    end = {"cr": b"\r", "lf": b"\n", "crlf": b"\r\n"}[exchange.arguments[0]]
    made = call(exchange.key)
    text = made["function"]["arguments"]
    pieces: list[dict[str, Any]] = [
        {"index": 0, "delta": {"content": "你好"}},
        {"index": 1, "delta": {"content": "not this one"}, "finish_reason": "stop"},
        {"index": 0, "delta": {"tool_calls": [{**made, "index": 0, "function": {"name": "lookup", "arguments": ""}}]}},
        *({"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": each}}]}} for each in text),
        {"index": 0, "delta": {}, "finish_reason": "tool_calls"},
    ]
    lines = [b"data: " + json.dumps({"choices": [piece]}, ensure_ascii=False).encode() + end + end for piece in pieces]
    raw = b"\xef\xbb\xbf" + b": hello" + end + b"".join(lines) + b"data: [DONE]" + end + end
    exchange.writer.write(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    for start in range(0, len(raw), 7):
        chunk = raw[start : start + 7]
        exchange.writer.write(b"%x\r\n" % len(chunk) + chunk + b"\r\n")
        await exchange.writer.drain()
    exchange.writer.write(b"0\r\n\r\n")
    await exchange.writer.drain()


@mode("hang")
async def _hang(exchange: Exchange) -> None:
    await exchange.wait(60)


@mode("hang-headers")
async def _hang_headers(exchange: Exchange) -> None:
    await exchange.send(200, b"", length=1000)
    await exchange.wait(60)


@mode("drip")
async def _drip(exchange: Exchange) -> None:
    """One byte every 50 ms: the connection is never idle, and never done."""
    await exchange.send(200, b"", length=100_000)
    while await exchange.wait(0.05):
        exchange.writer.write(b" ")
        await exchange.writer.drain()


@mode("endless")
async def _endless(exchange: Exchange) -> None:
    """endless:CODE, a body without a length that does not end."""
    code = exchange.arguments[0]
    exchange.writer.write(f"HTTP/1.1 {code} X\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
    while not exchange.gone.is_set():
        exchange.writer.write(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        await exchange.writer.drain()
        await asyncio.sleep(0)


@mode("huge")
async def _huge(exchange: Exchange) -> None:
    """50 MB with an honest length."""
    await exchange.send(200, b"", length=50 * 2**20)
    for _ in range(800):
        if exchange.gone.is_set():
            return
        exchange.writer.write(b" " * 65536)
        await exchange.writer.drain()
        await asyncio.sleep(0)


@cache
def _bomb() -> bytes:
    """200 MB of spaces, pressed without ever holding them."""
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(press.compress(b" " * 2**20) for _ in range(200)) + press.flush()


@mode("gzip-bomb")
async def _gzip_bomb(exchange: Exchange) -> None:
    """200 MB in 200 kB, though nobody asked for compression."""
    await exchange.send(200, await asyncio.to_thread(_bomb), Content_Encoding="gzip")


@dataclass(slots=True)
class FaultServer:
    """The server, in a thread of its own. A context manager; `url` is what goes after --api-url."""

    latency: float = 0.0
    """Seconds that every request takes before its mode begins."""
    ledger: list[Asked] = field(default_factory=list)
    most_at_once: int = 0
    port: int = 0
    _counts: Counter[str] = field(default_factory=Counter)
    _now: int = 0
    _lines: WeakKeyDictionary[asyncio.WriteTransport, asyncio.Task[None]] = field(default_factory=WeakKeyDictionary)
    _loop: asyncio.AbstractEventLoop | None = None
    _thread: threading.Thread | None = None
    _going: asyncio.Event | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def count(self, key: str) -> int:
        """How often this key was asked."""
        return self._counts[key]

    def counts(self) -> dict[str, int]:
        return dict(self._counts)

    def times(self, key: str) -> list[float]:
        return [asked.at for asked in self.ledger if asked.key == key]

    def __enter__(self) -> FaultServer:
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        assert ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.go_away()

    def go_away(self) -> None:
        """Stop listening and drop every connection."""
        if self._loop is not None and self._going is not None and self._thread is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._going.set)
            self._thread.join(10)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._going = asyncio.get_running_loop(), asyncio.Event()
        listener = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self.port = listener.sockets[0].getsockname()[1]
        ready.set()
        await self._going.wait()
        listener.close()
        open_lines = dict(self._lines)
        for transport, handler in open_lines.items():
            transport.abort()
            handler.cancel()
        await asyncio.gather(*open_lines.values(), return_exceptions=True)
        await asyncio.sleep(0)  # the transports of the last ones close in the next turn of the loop

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handler = asyncio.current_task()
        assert handler is not None
        self._lines[writer.transport] = handler
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while await self._one(reader, writer):
                    pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Read one request and answer it; whether the connection may be used again."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))))
        key, _, spec = body["messages"][-1]["content"].partition(" ")
        name, *arguments = (spec or "ok").split(":")
        before = self._counts[key]
        self._counts[key] += 1
        self.ledger.append(Asked(time.monotonic(), key, headers, body))
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        gone = asyncio.Event()
        watching = asyncio.create_task(_watch(reader, gone))
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            exchange = Exchange(key, arguments, before, headers, writer, gone)
            return bool(await MODES[name](exchange)) and not gone.is_set()
        finally:
            self._now -= 1
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching


async def _watch(reader: asyncio.StreamReader, gone: asyncio.Event) -> None:
    """Notice a client that hangs up while it is being answered (it sends nothing until then)."""
    while not reader.at_eof() and reader.exception() is None:
        await asyncio.sleep(0.02)
    gone.set()
