"""What the writers share: who called what, texts of contents, arguments as objects, and what cannot be written."""

from __future__ import annotations

import json
from typing import Any

from evalwright.chat import Call, Conversation, JsonError, JsonObject, Message, ToolCall, calls_of, loads, read_call
from evalwright.text import phrase

Record = JsonObject
"""What a format of others is made of: a record, a message, a part, a call."""


class Unfit(Exception):  # noqa: N818 - not an error yet: the caller knows the line, and whether to go on
    """A conversation that a format cannot hold at all; the sentence says why."""


def names_of(conversation: Conversation) -> dict[str, str]:
    """The name of the tool behind each call id."""
    return {call["id"]: call["function"]["name"] for message in conversation.messages for call in calls_of(message)}


def text_of_content(content: Any) -> str:
    """Content as text: parts that are text are joined, any other part is written as JSON."""
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(_part_text(part) for part in content)


def _part_text(part: Any) -> str:
    text = part.get("text") if isinstance(part, dict) else None
    return text if isinstance(text, str) else json.dumps(part, ensure_ascii=False)


def object_arguments(call: ToolCall, to: str) -> Record:
    """The arguments as an object, for formats that have no other form."""
    name = call["function"]["name"]
    if not isinstance(read_call(call), Call):
        raise Unfit(phrase("convert.unfit.arguments", name=repr(name[:80]), to=to))
    text = call["function"]["arguments"]
    made = loads(text) if text.strip() else {}
    assert isinstance(made, dict)
    return made


def call_text(call: ToolCall) -> str:
    """A call as the JSON text `{"name": ..., "arguments": ...}`, the arguments spelt as they are.

    Arguments that are no JSON stand there as text; a call without a name is the raw text it was.
    """
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    if not name:
        return arguments
    inner = arguments if is_json(arguments, dict) else json.dumps(arguments, ensure_ascii=False)
    return f'{{"name": {json.dumps(name, ensure_ascii=False)}, "arguments": {inner}}}'


def is_json(text: str, kind: type | tuple[type, ...]) -> bool:
    """Whether a text is one JSON value of that kind, with nothing around it."""
    if text != text.strip():
        return False
    try:
        return isinstance(loads(text), kind)
    except JsonError:
        return False


def split_system(messages: list[Message]) -> tuple[str, list[Message]]:
    """The system prompt, and the messages without it; several are joined, for formats that have room for one."""
    system = [text_of_content(message.get("content")) for message in messages if message["role"] == "system"]
    return "\n\n".join(filter(None, system)), [message for message in messages if message["role"] != "system"]


def head(conversation: Conversation) -> Record:
    """The id and the metadata, for formats that may carry them along."""
    made: Record = {} if conversation.id is None else {"id": conversation.id}
    return {**made, "metadata": conversation.metadata} if conversation.metadata else made


def functions_of(conversation: Conversation) -> list[Record]:
    """The function definitions of the tools; tools of a service itself have none and are left out."""
    raw = (tool.raw.get("function") for tool in conversation.tools)
    return [function for function in raw if isinstance(function, dict)]
