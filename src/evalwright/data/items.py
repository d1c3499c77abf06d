"""An item: one question cut from a conversation, with the calls that were due. The shape of a line of eval.jsonl."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from evalwright.chat import ChatError, Message, plain_tools, read_conversation

_CUT = re.compile(r"^(?P<conversation>.+)#\w+$", re.DOTALL)


@dataclass(slots=True)
class Item:
    """One question: given these messages and tools, which calls come next?"""

    id: str
    conversation_id: str
    call_index: int
    messages: list[Message]
    tools: list[dict[str, Any]]
    expected: list[Any]
    """The calls that were due, as given; empty where none was."""


def unwrap(record: Any) -> Any:
    """The record inside an `{"item": {...}}` wrapper, or the record itself."""
    if isinstance(record, dict) and isinstance(record.get("item"), dict) and "messages" not in record:
        return record["item"]
    return record


def read_item(record: Any, identifier: str) -> Item:
    """The item in a record; ChatError where it is none, or has no gold."""
    record = unwrap(record)
    if not isinstance(record, dict):
        raise ChatError("", "an item is a JSON object")
    expected = _expected_calls(record)
    tools = plain_tools(record.get("tools"))
    # Tools that are plain are sent as they stand, so nobody has to look into them here.
    rest = record if tools is None else {**record, "tools": []}
    conversation = read_conversation({key: rest[key] for key in rest if key != "expected_output"})
    return Item(
        id=identifier,
        conversation_id=_conversation_id(record, identifier),
        call_index=_call_index(record, conversation.messages),
        messages=conversation.messages,
        tools=[tool.to_dict() for tool in conversation.tools] if tools is None else tools,
        expected=expected,
    )


def _expected_calls(record: dict[str, Any]) -> list[Any]:
    if "expected_output" not in record:
        raise ChatError("expected_output", "the item has no gold: `expected_output` is missing")
    gold = record["expected_output"]
    calls = gold.get("tool_calls") if isinstance(gold, dict) else gold
    if isinstance(gold, dict) and calls is None and isinstance(gold.get("function_call"), dict):
        calls = [gold["function_call"]]
    if isinstance(gold, dict) and calls is None and ("tool_calls" in gold or "content" in gold):
        return []
    if not isinstance(calls, list):
        raise ChatError("expected_output", "the item has no gold: `expected_output.tool_calls` is not a list")
    return calls


def _conversation_id(record: dict[str, Any], identifier: str) -> str:
    given = record.get("conversation_id")
    if isinstance(given, str | int) and not isinstance(given, bool):
        return str(given)
    cut = _CUT.match(identifier)
    return cut["conversation"] if cut else identifier


def _call_index(record: dict[str, Any], messages: list[Message]) -> int:
    given = record.get("call_index")
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    return sum(len(message.get("tool_calls") or ()) for message in messages)
