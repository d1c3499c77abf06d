"""What makes two messages the same one, sent again: who speaks, and the calls or else the words.

Ids of calls, white space around words and in results, and how arguments are spelled play no part, and nor does the
text beside calls, which some instrumentors leave out when a message is sent again. The numbers hold within one process
only.
"""

from __future__ import annotations

from array import array
from typing import Any

import orjson

from evalwright.chat import JsonObject

from .span import UNSURE

_WHITE = b" \t\r\n"
_SYSTEM = ("system", "developer")
_SPEAKERS = ("system", "user", "assistant")


def identities(messages: list[JsonObject]) -> array[int]:
    """A number for each message: equal where they are the same."""
    return array("q", map(_message_identity, messages))


def _message_identity(message: JsonObject) -> int:
    role = message.get("role")
    calls = message.get("tool_calls")
    if calls:
        return hash((role, *map(_call_identity, calls)))
    role = "system" if role in _SYSTEM else role
    content = message.get("content")
    if type(content) is list and len(content) == 1 and content[0].get("type") == "text":
        content = content[0].get("text")  # the same words, which clients send now as text and now as a part
    if type(content) is str and role in _SPEAKERS:
        return hash((role, content.strip()))
    data = content.encode("utf-8", "replace") if isinstance(content, str) else orjson.dumps(content)
    if role is None:  # an item of the Responses API
        data = orjson.dumps(message)
    return hash((role, data.translate(None, _WHITE)))


def _call_identity(call: Any) -> tuple[str, bytes]:
    function = call["function"]
    text = function["arguments"]
    try:
        return function["name"], orjson.dumps(orjson.loads(text), option=orjson.OPT_SORT_KEYS)
    except ValueError:
        return function["name"], text.encode("utf-8", "replace")


def richness(messages: list[JsonObject]) -> array[int]:
    """How much each message says beside what identifies it; 0 where that may have been left out."""
    return array("q", (0 if UNSURE in message else 1 + len(message.get("content") or "") for message in messages))


def chain(seed: str, numbers: array[int]) -> list[int]:
    """A number for every beginning of a sequence: the first message, the first two, and so on."""
    made = []
    current = hash(seed)
    for number in numbers:
        current = hash((current, number))
        made.append(current)
    return made


def open_calls(messages: list[JsonObject]) -> int:
    """How many calls have no result in these messages."""
    calls = sum(len(message.get("tool_calls") or ()) for message in messages)
    results = sum(message.get("role") in ("tool", "function") for message in messages)
    return max(0, calls - results)
