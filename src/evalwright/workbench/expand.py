"""Cutting conversations into items: one question per tool call.

Calls made in parallel in one message are asked one after the other: the k-th item's history holds the earlier calls
of that message with their results, so that no two items have the same history and different answers. Every message
is turned into bytes once and the items are joined from those, so cutting costs little more than copying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from evalwright.chat import Conversation, JsonObject, Message, Tool, ToolCall
from evalwright.data import BadRow, dumps

from .acceptable import ALTERNATIVES, Inference, usage_of


@dataclass(frozen=True, slots=True)
class ExpandOptions:
    """How conversations are cut."""

    no_call: bool = False
    """Also ask at every point where the assistant rightly answered in text."""
    parallel: Literal["split", "together"] = "split"
    """Calls of one message: one item each, or one item that expects them all, in any order."""
    assistant_text: Literal["keep", "drop"] = "keep"
    """Text said by the assistant right before the call: part of the history, or not."""
    wrap: bool = False
    """Write `{"item": {...}}` as hosted services take it."""
    acceptable: Literal["infer", "off"] = "infer"
    """Whether an item says what else is right: as the conversation tells itself, else inferred from it; or not."""


@dataclass(slots=True)
class Expanded:
    """What came out of a file."""

    conversations: int = 0
    items: int = 0
    acceptable: Counter[str] = field(default_factory=Counter)
    """Items with more than one right answer (`items`), and by reason."""
    without_calls: list[str] = field(default_factory=list)
    """Ids of conversations in which no tool is called."""
    bad_rows: list[BadRow] = field(default_factory=list)

    def count(self, identifier: str, items: int) -> None:
        """Count one conversation more."""
        self.conversations += 1
        self.items += items
        if not items:
            self.without_calls.append(identifier)

    def merge(self, later: Expanded) -> None:
        """Count what came out of the next part of the file."""
        self.conversations += later.conversations
        self.items += later.items
        self.acceptable.update(later.acceptable)
        self.without_calls += later.without_calls
        self.bad_rows += later.bad_rows


def expand(conversation: Conversation, options: ExpandOptions | None = None) -> Iterator[JsonObject]:
    """The items of one conversation, as records."""
    from evalwright.chat import loads

    options = options or ExpandOptions()
    inference = Inference(usage_of([conversation])) if options.acceptable == "infer" else None
    for line in item_lines(conversation, conversation.id or "0", options, inference):
        yield loads(line.decode())


def tools_json(tools: list[Tool]) -> bytes:
    """The tools of a conversation as they stand in its items."""
    return dumps([tool.to_dict() for tool in tools])


def item_lines(
    conversation: Conversation,
    identifier: str,
    options: ExpandOptions,
    inference: Inference | None,
    tools: bytes | None = None,
) -> Iterator[bytes]:
    """The items of a conversation as JSON lines, joined from parts that are encoded once.

    `tools`: what `tools_json` gave for the same tools, where they were written before.
    """
    cut = _Cutter(conversation, identifier, options, inference, tools or tools_json(conversation.tools))
    for index, message in enumerate(conversation.messages):
        if message["role"] != "assistant":
            continue
        calls = message.get("tool_calls") or []
        if calls and options.parallel == "together":
            yield cut.item(index, message, calls, 0, len(calls))
        elif calls:
            yield from (cut.item(index, message, calls, k, k + 1) for k in range(len(calls)))
        elif options.no_call and cut.is_text_decision(index):
            yield cut.no_call_item(index, message)


def _origin_fields(conversation: Conversation) -> JsonObject:
    """What a conversation says of where it comes from: its metadata, and the environment that it was made in.

    What it says of each call stands in the items of those calls.
    """
    stated = conversation.extra.get("environment", conversation.metadata.get("environment"))
    rest = {name: value for name, value in conversation.metadata.items() if name != ALTERNATIVES}
    told = {"environment": stated if isinstance(stated, dict) else None, "metadata": rest}
    return {name: value for name, value in told.items() if value}


def _joined_fields(fields: JsonObject) -> bytes:
    """Further fields of an object that is being written, each after a comma."""
    return b"," + dumps(fields)[1:-1] if fields else b""


class _Cutter:
    """One conversation, its messages encoded once, and how many calls were cut so far."""

    def __init__(
        self,
        conversation: Conversation,
        identifier: str,
        options: ExpandOptions,
        inference: Inference | None,
        tools: bytes,
    ) -> None:
        self.conversation = conversation
        self.inference = inference
        self.messages = conversation.messages
        self.encoded = [dumps(message) for message in self.messages]
        self.tools = tools
        self.identifier = identifier
        self.options = options
        self.origin = _joined_fields(_origin_fields(conversation))
        self.calls = 0
        self.texts = 0

    def item(self, index: int, message: Message, calls: list[ToolCall], first: int, last: int) -> bytes:
        """The item that expects calls[first:last] of this message."""
        history = self._history(index, message, calls[:first])
        number = self.calls
        self.calls += last - first
        expected: Message = {"role": "assistant", "tool_calls": calls[first:last]}
        besides: JsonObject = {}
        if self.inference is not None:
            besides = self.inference.fields(self.conversation, index, calls, first, last)
        return self._item_line(f"{self.identifier}#{number}", number, history, expected, besides)

    def no_call_item(self, index: int, message: Message) -> bytes:
        """The item that expects an answer in text."""
        number = self.texts
        self.texts += 1
        expected: Message = {"role": "assistant", "content": message.get("content"), "tool_calls": []}
        return self._item_line(f"{self.identifier}#t{number}", self.calls, self.encoded[:index], expected, {})

    def is_text_decision(self, index: int) -> bool:
        """Whether the assistant chose here to answer in text: asked by someone, and no call follows at once."""
        if index == 0 or self.messages[index - 1]["role"] not in ("user", "tool"):
            return False
        following = self.messages[index + 1] if index + 1 < len(self.messages) else None
        return not (following and following["role"] == "assistant" and following.get("tool_calls"))

    def _history(self, index: int, message: Message, earlier: list[ToolCall]) -> list[bytes]:
        keep = self.options.assistant_text == "keep"
        text = message.get("content") if keep else None
        before = self.encoded[:index]
        if not keep and not earlier:
            before = before[: self._without_trailing_text(index)]
        if earlier:
            return [
                *before,
                dumps({**message, "content": text, "tool_calls": earlier}),
                *self._results(index, {call["id"] for call in earlier}),
            ]
        if text:
            return [*before, dumps({"role": "assistant", "content": text})]
        return before

    def _without_trailing_text(self, index: int) -> int:
        while index and self._is_plain_assistant(self.messages[index - 1]):
            index -= 1
        return index

    @staticmethod
    def _is_plain_assistant(message: Message) -> bool:
        return message["role"] == "assistant" and not message.get("tool_calls")

    def _results(self, index: int, wanted: set[str]) -> Iterator[bytes]:
        for position in range(index + 1, len(self.messages)):
            message = self.messages[position]
            if message["role"] != "tool":
                return
            if message.get("tool_call_id") in wanted:
                yield self.encoded[position]

    def _item_line(
        self, identifier: str, number: int, history: list[bytes], expected: Message, besides: JsonObject
    ) -> bytes:
        line = b'{"id":%b,"conversation_id":%b,"call_index":%d,"messages":[%b],"tools":%b,"expected_output":%b%b}' % (
            dumps(identifier),
            dumps(self.identifier),
            number,
            b",".join(history),
            self.tools,
            dumps(expected),
            _joined_fields(besides) + self.origin,
        )
        return b'{"item":%b}' % line if self.options.wrap else line
