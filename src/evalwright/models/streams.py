"""A reply that comes in pieces: server-sent events put together into the message they spell.

Tool calls arrive as fragments under an index; text, reasoning and arguments are joined in the order they come. A
stream that ends without saying why is a broken connection, not an answer.
"""

from __future__ import annotations

import json
from typing import Any

import orjson

from .failures import one_line
from .protocol import AnswerError

_TEXTS = ("content", "reasoning_content", "reasoning", "refusal")


class StreamedReply:
    """One reply under way: bytes go in, and in the end the body of an ordinary reply comes out."""

    def __init__(self) -> None:
        self._pending = b""
        self._message: dict[str, Any] = {"role": "assistant"}
        self._calls: dict[int, dict[str, Any]] = {}
        self._finish: str | None = None
        self._usage: Any = None
        self._seen = False
        self.done = False

    def feed(self, chunk: bytes) -> None:
        """Take in the next bytes, however they are cut."""
        self._pending += chunk
        *lines, self._pending = self._pending.replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            self._line(line)

    def body(self) -> bytes:
        """The reply as a server that does not stream would have sent it; AnswerError where it is not whole."""
        if self._pending:
            self._line(self._pending)
        if not self._seen or (self._finish is None and not self.done):
            raise AnswerError("connection", "the stream ended before the reply did", retry=True)
        if self._calls:
            self._message["tool_calls"] = [self._calls[index] for index in sorted(self._calls)]
        choice = {"index": 0, "message": self._message, "finish_reason": self._finish}
        return json.dumps({"choices": [choice], "usage": self._usage}).encode("utf-8")

    def _line(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        if field != b"data" or self.done:
            return  # comments, event names, ids: nothing that belongs to the reply
        value = value.strip()
        if value == b"[DONE]":
            self.done = True
            return
        try:
            event = orjson.loads(value)
        except orjson.JSONDecodeError:
            shown = one_line(value.decode("utf-8", "replace"), 120)
            raise AnswerError("invalid_response", f"an event of the stream is not JSON: {shown}", retry=True) from None
        if isinstance(event, dict):
            self._event(event)

    def _event(self, event: dict[str, Any]) -> None:
        if event.get("error"):
            shown = one_line(json.dumps(event["error"], ensure_ascii=False))
            raise AnswerError("invalid_response", f"the server sent an error inside the stream: {shown}", retry=True)
        self._usage = event.get("usage") or self._usage
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return
        self._seen = True
        if isinstance(choice.get("finish_reason"), str):
            self._finish = choice["finish_reason"]
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            self._add(delta)

    def _add(self, delta: dict[str, Any]) -> None:
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                self._message[name] = self._message.get(name, "") + delta[name]
        if isinstance(delta.get("function_call"), dict):
            call = self._message.setdefault("function_call", {})
            _join(call, delta["function_call"])
        fragments = delta.get("tool_calls")
        for position, fragment in enumerate(fragments if isinstance(fragments, list) else ()):
            if isinstance(fragment, dict):
                self._add_call(position, fragment)

    def _add_call(self, position: int, fragment: dict[str, Any]) -> None:
        index = fragment.get("index")
        number = index if isinstance(index, int) else position
        call = self._calls.setdefault(number, {"id": None, "type": "function", "function": {}})
        call["id"] = fragment.get("id") or call["id"]
        if isinstance(fragment.get("function"), dict):
            _join(call["function"], fragment["function"])


def _join(function: dict[str, Any], fragment: dict[str, Any]) -> None:
    """Add a piece of a call: the name comes once, the arguments bit by bit."""
    if isinstance(fragment.get("name"), str):
        function["name"] = function.get("name") or fragment["name"]
    arguments = fragment.get("arguments")
    if isinstance(arguments, str):
        function["arguments"] = function.get("arguments", "") + arguments
    elif arguments is not None:
        function["arguments"] = arguments
