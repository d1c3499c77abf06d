"""An item: one question cut from a conversation, with the calls that were due. The shape of a line of eval.jsonl."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from evalwright.chat import ChatError, JsonObject, Message, calls_of
from evalwright.text import phrase

_CUT = re.compile(r"^(?P<conversation>.+)#\w+$", re.DOTALL)


@dataclass(slots=True)
class Item:
    """One question: given these messages and tools, which calls come next?"""

    id: str
    conversation_id: str
    call_index: int
    messages: list[Message]
    tools: list[JsonObject]
    expected: list[Any]
    """The calls that were due, as given; empty where none was."""
    argument_rules: Any = None
    """For each of them the rules of its arguments, as given."""
    acceptable: Any = None
    """Other answers that are as right, as given."""
    unfair: str | None = None
    """Why the gold itself is wrong, where somebody says so."""
    environment: JsonObject | None = None
    """The environment that its conversation was made in, as stated."""


BESIDE_THE_QUESTION = ("acceptable", "argument_rules", "environment", "metadata", "open", "unfair")
"""Fields of an item that no answer depends on: adding them to a data set asks nobody again."""


def unwrap(record: Any) -> Any:
    """The record inside an `{"item": {...}}` wrapper, or the record itself."""
    if isinstance(record, dict) and isinstance(record.get("item"), dict) and "messages" not in record:
        return record["item"]
    return record


def read_item(record: Any, identifier: str) -> Item:
    """The item in a record; ChatError where it is none, or has no gold."""
    record = unwrap(record)
    if not isinstance(record, dict):
        raise ChatError("", phrase("bad_row.item.kind"))
    expected = _expected_calls(record)
    messages, tools = _messages_and_tools(record)
    return Item(
        id=identifier,
        conversation_id=_conversation_id(record, identifier),
        call_index=_call_index(record, messages),
        messages=messages,
        tools=tools,
        expected=expected,
        argument_rules=record.get("argument_rules"),
        acceptable=record.get("acceptable"),
        unfair=_unfair(record.get("unfair")),
        environment=_environment(record),
    )


def _unfair(value: Any) -> str | None:
    if value is None or value is False:
        return None
    if value is True or (isinstance(value, str) and value.strip()):
        return "" if value is True else value
    raise ChatError("unfair", phrase("bad_row.item.unfair"))


def _environment(record: JsonObject) -> JsonObject | None:
    metadata = record.get("metadata")
    stated = record.get("environment", metadata.get("environment") if isinstance(metadata, dict) else None)
    return stated if isinstance(stated, dict) else None


class _LastTools:
    """The tools that were found to be plain last: records that share them are looked at once."""

    seen: Any = None


def _messages_and_tools(record: JsonObject) -> tuple[list[Message], list[JsonObject]]:
    """The messages and tools of a record. Plain tools are sent as they stand, so nobody has to look into them here."""
    # Late: questions of other tasks need none of it.
    from evalwright.chat import plain_tools, read_conversation, read_messages

    tools = record.get("tools")
    if tools is None or tools is not _LastTools.seen:
        tools = _LastTools.seen = plain_tools(tools)
    if tools is not None and record.get("messages") and "system" not in record:
        return read_messages(record["messages"]), tools
    conversation = read_conversation({key: record[key] for key in record if key != "expected_output"})
    return conversation.messages, [tool.to_dict() for tool in conversation.tools]


def _expected_calls(record: JsonObject) -> list[Any]:
    if "expected_output" not in record:
        raise ChatError("expected_output", phrase("bad_row.item.no_gold"))
    gold = record["expected_output"]
    calls = gold.get("tool_calls") if isinstance(gold, dict) else gold
    if isinstance(gold, dict) and calls is None and isinstance(gold.get("function_call"), dict):
        calls = [gold["function_call"]]
    if isinstance(gold, dict) and calls is None and ("tool_calls" in gold or "content" in gold):
        return []
    if not isinstance(calls, list):
        raise ChatError("expected_output", phrase("bad_row.item.gold_kind"))
    return calls


def _conversation_id(record: JsonObject, identifier: str) -> str:
    given = record.get("conversation_id")
    if isinstance(given, str | int) and not isinstance(given, bool):
        return str(given)
    cut = _CUT.match(identifier)
    return cut["conversation"] if cut else identifier


def _call_index(record: JsonObject, messages: list[Message]) -> int:
    given = record.get("call_index")
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    return sum(len(calls_of(message)) for message in messages)
