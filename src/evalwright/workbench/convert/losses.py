"""What a format could not hold: the record as it reads back, compared field by field with what went in.

Fields are named by pattern (`messages[].name`), not by place, so that a file has a few of them. Arguments and results
count as the same where they mean the same JSON; ids of calls may change as long as each result still answers its call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from evalwright.chat import JsonError, Message, calls_of, loads_exact
from evalwright.text import phrase

from .parts import Record

_JOINED = phrase("convert.lost.joined")
_CALL_ID = "messages[].tool_calls[].id"
_PAIRED = ("role", "content", "tool_calls", "tool_call_id")


def losses(before: Record, after: Record) -> list[str]:
    """The names of the fields of one canonical record that another, read back, does not have."""
    return list(dict.fromkeys(_losses(before, after)))


def _losses(before: Record, after: Record) -> Iterator[str]:
    for key, value in before.items():
        if key in ("messages", "tools"):
            continue
        if key not in after or after[key] != value:
            yield key
    yield from _in_tools(before["tools"], after["tools"])
    if len(before["messages"]) != len(after["messages"]):
        yield _JOINED
        yield from _in_all(before["messages"], after["messages"])
        return
    ids = (_ordinals(before["messages"]), _ordinals(after["messages"]))
    for one, other in zip(before["messages"], after["messages"], strict=True):
        yield from _in_message(one, other, ids)


def _in_all(before: list[Record], after: list[Record]) -> Iterator[str]:
    """What is missing where messages cannot be paired: calls in order, texts anywhere, further keys by number."""
    calls = [[call for message in side for call in _record_calls(message)] for side in (before, after)]
    yield from _in_calls(calls[0], calls[1])
    said = "\n".join(str(message.get("content") or "") for message in after)
    if any(isinstance(text := message.get("content"), str) and text not in said for message in before):
        yield "messages[].content"
    for key in dict.fromkeys(key for message in before for key in message if key not in _PAIRED):
        if sum(key in message for message in after) < sum(key in message for message in before):
            yield f"messages[].{key}"


def _in_tools(before: list[Any], after: list[Any]) -> Iterator[str]:
    if len(before) != len(after):
        yield "tools"
        return
    for one, other in zip(before, after, strict=True):
        yield from (f"tools[].{name}" for name in _missing(one, other, ""))


def _missing(before: Any, after: Any, path: str) -> Iterator[str]:
    """Where a tool differs, down to the keys of its function."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and path in ("", "function"):
        for key in before:
            inner = f"{path}.{key}" if path else key
            yield from _missing(before[key], after.get(key, _ABSENT), inner)
    else:
        yield path


_ABSENT = object()


def _in_message(before: Record, after: Record, ids: tuple[dict[str, int], dict[str, int]]) -> Iterator[str]:
    for key, value in before.items():
        other = after.get(key)
        if key == "tool_calls" and before["role"] == "assistant":
            yield from _in_calls(value or [], _record_calls(after))
        elif key == "tool_call_id" and before["role"] == "tool":
            if value in ids[0] and ids[0][value] != ids[1].get(str(other)):
                yield "messages[].tool_call_id"
        elif key == "content":
            if not _same_content(before, value, other):
                yield "messages[].content"
        elif key not in after or other != value:
            yield f"messages[].{key}"


def _in_calls(before: list[Any], after: list[Any]) -> Iterator[str]:
    if len(before) != len(after):
        yield "messages[].tool_calls"
        return
    for one, other in zip(before, after, strict=True):
        if one["id"] != other["id"]:
            yield _CALL_ID
        if one["function"]["name"] != other["function"]["name"]:
            yield "messages[].tool_calls[].function.name"
        if not _same_json(one["function"]["arguments"], other["function"]["arguments"]):
            yield "messages[].tool_calls[].function.arguments"
        for key in one:
            if key not in ("id", "type", "function") and other.get(key) != one[key]:
                yield f"messages[].tool_calls[].{key}"
        for key in one["function"]:
            if key not in ("name", "arguments") and other["function"].get(key) != one["function"][key]:
                yield f"messages[].tool_calls[].function.{key}"


def _same_content(message: Record, before: Any, after: Any) -> bool:
    if before == after or (not before and not after):
        return True
    return (
        message["role"] == "tool" and isinstance(before, str) and isinstance(after, str) and _same_json(before, after)
    )


def _same_json(before: str, after: str) -> bool:
    """Whether two texts are the same, or the same JSON; no arguments at all are the empty object."""
    if before == after:
        return True
    try:
        return bool(loads_exact(before.strip() or "{}") == loads_exact(after.strip() or "{}"))
    except JsonError:
        return False


def _record_calls(message: Record) -> list[Any]:
    return calls_of(cast("Message", message))


def _ordinals(messages: list[Record]) -> dict[str, int]:
    """Every call id and which call of the conversation it is."""
    ids = (call["id"] for message in messages for call in _record_calls(message))
    return {identifier: number for number, identifier in enumerate(ids)}
