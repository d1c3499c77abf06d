"""Cutting conversations into items: one question per tool call.

Calls made in parallel in one message are asked one after the other: the k-th item's history holds the earlier calls
of that message with their results, so that no two items have the same history and different answers. Every message
is turned into bytes once and the items are joined from those, so cutting costs little more than copying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Literal

from evalwright.chat import ChatError, Conversation, JsonObject, Message, ToolCall, read_conversation
from evalwright.data import (
    BadRow,
    IdPlan,
    Row,
    as_file,
    check_outputs,
    dumps,
    label_of,
    note_dialects,
    own_id,
    plan_ids,
    scan_rows,
    unwrap,
    write_atomic,
)
from evalwright.errors import InputError
from evalwright.text import said_by

from .acceptable import ALTERNATIVES, Inference, ToolUsage, usage_of


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


def expand(conversation: Conversation, options: ExpandOptions | None = None) -> Iterator[JsonObject]:
    """The items of one conversation, as records."""
    from evalwright.chat import loads

    options = options or ExpandOptions()
    inference = Inference(usage_of([conversation])) if options.acceptable == "infer" else None
    for line in _item_lines(conversation, conversation.id or "0", options, inference):
        yield loads(line.decode())


def expand_file(
    path: str | Path,
    out: str | Path,
    options: ExpandOptions | None = None,
    *,
    skip_bad_rows: bool = False,
) -> Expanded:
    """Cut every conversation of a file into items, written to `out` as a whole or not at all."""
    options = options or ExpandOptions()
    label = label_of(path)
    check_outputs([path], [out])
    with as_file(path) as source, write_atomic(out) as stream:
        usage = _usage(source) if options.acceptable == "infer" else None
        try:
            return _write_items(source, label, stream, options, IdPlan(), usage, skip_bad_rows=skip_bad_rows)
        except _RepeatedId:
            stream.seek(0)
            stream.truncate()
            plan = plan_ids(own_id(unwrap(row.value)) for row in scan_rows(source) if isinstance(row, Row))
            return _write_items(source, label, stream, options, plan, usage, skip_bad_rows=skip_bad_rows)


def _usage(source: Path) -> ToolUsage:
    """How the whole file uses its tools; rows that are none are told of later."""
    made = ToolUsage()
    for row in scan_rows(source):
        if isinstance(row, Row):
            with suppress(ChatError):
                made.add(read_conversation(row.value))
    return made


class _RepeatedId(Exception):  # noqa: N818 - not an error: the sign that ids must be planned first
    """Two conversations would get the same id."""


def _write_items(
    source: Path,
    label: str,
    stream: BinaryIO,
    options: ExpandOptions,
    plan: IdPlan,
    usage: ToolUsage | None,
    *,
    skip_bad_rows: bool,
) -> Expanded:
    done = Expanded()
    inference = None if usage is None else Inference(usage)
    seen: set[int] = set()
    for position, row in enumerate(scan_rows(source)):
        conversation = _conversation(row, label)
        if isinstance(conversation, BadRow):
            if not skip_bad_rows:
                raise conversation.as_error()
            done.bad_rows.append(conversation)
            continue
        identifier = plan.of(position, conversation.id)
        if hash(identifier) in seen:
            raise _RepeatedId
        seen.add(hash(identifier))
        _write_and_count_items(done, identifier, stream, _item_lines(conversation, identifier, options, inference))
    done.acceptable = Counter() if inference is None else inference.counts
    return done


def _conversation(row: Row | BadRow, label: str) -> Conversation | BadRow:
    if isinstance(row, BadRow):
        return row.at(label)
    if isinstance(inner := unwrap(row.value), dict) and "expected_output" in inner:
        raise InputError.named("readers.already_items", path=row.at(label), line=row.line)
    try:
        conversation = read_conversation(row.value)
    except ChatError as error:
        return BadRow(row.at(label), row.line, said_by(error), row.part)
    note_dialects(label, conversation.dialects)
    return conversation


def _write_and_count_items(done: Expanded, identifier: str, stream: BinaryIO, lines: Iterator[bytes]) -> None:
    done.conversations += 1
    calls = 0
    for line in lines:
        stream.write(line)
        stream.write(b"\n")
        calls += 1
    done.items += calls
    if not calls:
        done.without_calls.append(identifier)


def _item_lines(
    conversation: Conversation, identifier: str, options: ExpandOptions, inference: Inference | None
) -> Iterator[bytes]:
    """The items of a conversation as JSON lines, joined from parts that are encoded once."""
    cut = _Cutter(conversation, identifier, options, inference)
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
        self, conversation: Conversation, identifier: str, options: ExpandOptions, inference: Inference | None
    ) -> None:
        self.conversation = conversation
        self.inference = inference
        self.messages = conversation.messages
        self.encoded = [dumps(message) for message in self.messages]
        self.tools = dumps([tool.to_dict() for tool in conversation.tools])
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
