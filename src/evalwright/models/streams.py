"""A reply that comes in pieces, put together into the message that it spells.

Pieces belong to a choice by its `index`, and tool calls arrive as fragments under an index of their own; text,
reasoning and arguments are joined in the order they come. A stream that ends without saying why is a broken connection,
not an answer. How bytes become events is in `events.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import orjson

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .failures import one_line
from .protocol import AnswerError
from .server_sent_events import EventReader, ServerEvent

_TEXTS = ("content", "reasoning_content", "reasoning", "refusal")
_DONE = b"[DONE]"


class StreamedReply:
    """One reply under way: bytes go in, and in the end the body of an ordinary reply comes out."""

    def __init__(self) -> None:
        self._events = EventReader()
        self._choices: dict[int, _Choice] = {}
        self._usage: Any = None
        self._model: Any = None
        self.done = False

    def feed(self, chunk: bytes) -> None:
        """Take in the next bytes, however they are cut."""
        for event in self._events.feed(chunk):
            self._take_event(event)

    def body(self) -> bytes:
        """The reply as a server that does not stream would have sent it; AnswerError where it is not whole."""
        for event in self._events.rest():
            self._take_event(event)
        unfinished = [choice for choice in self._choices.values() if choice.finish is None]
        if not self._choices or (unfinished and not self.done):
            raise AnswerError("connection", phrase("failures.reply.stream_ended"), retry=True)
        choices = [self._choices[index].whole(index) for index in sorted(self._choices)]
        return json.dumps({"model": self._model, "choices": choices, "usage": self._usage}).encode("utf-8")

    def _take_event(self, event: ServerEvent) -> None:
        if self.done:
            return
        *before, last = event.lines
        self.done = last.strip() == _DONE
        for value in _event_values(ServerEvent(event.name, tuple(before)) if self.done else event):
            if event.name == "error" or (isinstance(value, dict) and value.get("error")):
                raise _told_of_error(value)
            if isinstance(value, dict):
                self._add_chunk(value)

    def _add_chunk(self, value: JsonObject) -> None:
        self._usage = value.get("usage") or self._usage
        self._model = self._model or value.get("model")
        choices = value.get("choices")
        for position, piece in enumerate(choices if isinstance(choices, list) else ()):
            if isinstance(piece, dict):
                index = piece.get("index")
                number = index if isinstance(index, int) else position
                self._choices.setdefault(number, _Choice()).add(piece)


class _JoinedFunction(TypedDict, total=False):
    name: str
    arguments: Any
    """Text bit by bit, as a rule; some servers send an object at once."""


class _JoinedCall(TypedDict):
    """A call whose fragments are being joined."""

    id: Any
    type: Literal["function"]
    function: _JoinedFunction


class _WholeChoice(TypedDict):
    index: int
    message: JsonObject
    finish_reason: str | None


@dataclass(slots=True)
class _Choice:
    """One of the answers of a reply, as far as it has come."""

    message: JsonObject = field(default_factory=lambda: {"role": "assistant"})
    calls: list[_JoinedCall] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    """Where in `calls` the fragments of an index go."""
    numbers: list[int] = field(default_factory=list)
    """The index of every call."""
    finish: str | None = None

    def add(self, piece: JsonObject) -> None:
        if isinstance(piece.get("finish_reason"), str):
            self.finish = piece["finish_reason"]
        delta = piece.get("delta") or piece.get("message")
        if not isinstance(delta, dict):
            return
        for name in _TEXTS:
            if isinstance(delta.get(name), str):
                self.message[name] = self.message.get(name, "") + delta[name]
        if isinstance(delta.get("function_call"), dict):
            _join(self.message.setdefault("function_call", {}), delta["function_call"])
        fragments = delta.get("tool_calls")
        for position, fragment in enumerate(fragments if isinstance(fragments, list) else ()):
            if isinstance(fragment, dict):
                self._add_call(position, fragment)

    def whole(self, index: int) -> _WholeChoice:
        """The choice as it stands in an ordinary reply."""
        order = sorted(range(len(self.calls)), key=self.numbers.__getitem__)
        called = {"tool_calls": [self.calls[place] for place in order]} if self.calls else {}
        return {"index": index, "message": {**self.message, **called}, "finish_reason": self.finish}

    def _add_call(self, position: int, fragment: JsonObject) -> None:
        index = fragment.get("index")
        number = index if isinstance(index, int) else position
        place = self.places.get(number)
        if place is None or _begins_another(self.calls[place], fragment):
            place = self.places[number] = len(self.calls)
            self.numbers.append(number)
            self.calls.append({"id": None, "type": "function", "function": {}})
        call = self.calls[place]
        call["id"] = fragment.get("id") or call["id"]
        if isinstance(fragment.get("function"), dict):
            _join(call["function"], fragment["function"])


def _event_values(event: ServerEvent) -> list[Any]:
    """The JSON values of an event: one, or one a line where a server leaves out the blank lines."""
    if not event.data.strip():
        return []
    whole = _parsed(event.data)
    if not isinstance(whole, _NotJson):
        return [whole]
    several = [_parsed(line) for line in event.lines if line.strip()]
    if any(isinstance(value, _NotJson) for value in several):
        shown = one_line(event.data[:120].decode("utf-8", "replace"))
        raise AnswerError("invalid_response", phrase("failures.reply.stream_not_json", event=shown), retry=True)
    return several


class _NotJson:
    """What stands where a value would, for null is a value."""


def _parsed(text: bytes) -> Any:
    """The value; a half of a surrogate pair is taken, since its other half comes with the next piece."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        return _NotJson()


def _told_of_error(value: Any) -> AnswerError:
    error = value.get("error", value) if isinstance(value, dict) else value
    shown = one_line(json.dumps(error, ensure_ascii=False))
    return AnswerError("invalid_response", phrase("failures.reply.stream_error", error=shown), retry=True)


def _begins_another(call: _JoinedCall, fragment: JsonObject) -> bool:
    """Whether a fragment under the same index is another call: some servers number all of them 0, or not at all."""
    function = fragment.get("function")
    named = isinstance(function, dict) and bool(function.get("name"))
    return named and bool(call["id"]) and bool(fragment.get("id")) and fragment["id"] != call["id"]


def _join(function: _JoinedFunction, fragment: JsonObject) -> None:
    """Add a piece of a call: the name comes once, the arguments bit by bit."""
    if isinstance(fragment.get("name"), str):
        function["name"] = function.get("name") or fragment["name"]
    arguments = fragment.get("arguments")
    before = function.get("arguments")
    if isinstance(arguments, str):
        function["arguments"] = before + arguments if isinstance(before, str) else arguments
    elif arguments is not None:
        function["arguments"] = arguments
