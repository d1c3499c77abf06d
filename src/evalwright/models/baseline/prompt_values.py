"""What a baseline reads out of messages: the words, the calls, and the JSON values under their keys.

Messages may come from anyone, so nothing here trusts their shape: what cannot be read is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalwright.chat import Arguments, JsonError, Message, loads


def text_of(message: Message) -> str:
    """The words of a message, its text parts joined."""
    content: Any = message.get("content")
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def calls_in(messages: Iterable[Message]) -> Iterator[tuple[str, Arguments]]:
    """Every call in order: the tool's name and its arguments, which are empty where they cannot be read."""
    for message in messages:
        yield from _calls_of(message)


def _calls_of(message: Message) -> Iterator[tuple[str, Arguments]]:
    calls: Any = message.get("tool_calls") if message.get("role") == "assistant" else None
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict):
            continue
        name = function.get("name")
        if isinstance(name, str) and name:
            arguments = _parse_json_value(function.get("arguments"))
            yield name, arguments if isinstance(arguments, dict) else {}


def values_by_key(messages: Sequence[Message]) -> dict[str, list[Any]]:
    """Every value under a JSON key in the calls' arguments and the tools' results, the latest last."""
    found: dict[str, list[Any]] = {}
    for message in messages:
        for _, arguments in _calls_of(message):
            _collect(arguments, found)
        if message.get("role") in ("tool", "function"):
            _collect(_parse_json_value(text_of(message)), found)
    return found


def _parse_json_value(text: Any) -> Any:
    """JSON text read strictly; None where it is none. An object given in place of its text is that object."""
    if not isinstance(text, str):
        return text if isinstance(text, Mapping) else None
    try:
        return loads(text)
    except JsonError:
        return None


def _collect(value: Any, found: dict[str, list[Any]]) -> None:
    """Document order; the nesting is bounded by the reader."""
    if isinstance(value, dict):
        for key, inner in value.items():
            found.setdefault(key, []).append(inner)
            _collect(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, found)
