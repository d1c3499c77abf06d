"""Requests and replies as clients write them, down to the messages in them.

A tracer stores what its client was given and gave back, so that a generation's input may be a whole request (OpenAI's,
Gemini's), and its output a whole reply, one choice of it, or bare calls.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import ChatError, JsonObject, read_messages
from evalwright.text import phrase

from .genai_parts import messages_of_parts
from .span import SpanError
from .telemetry import maybe_json

_ROLES = ("system", "developer", "user", "assistant", "tool", "function", "model")


def unwrapped(value: Any, role: str) -> Any:
    """The messages of a request or a reply; what is neither comes back as it is."""
    if isinstance(value, dict):
        return _of_object(value)
    if isinstance(value, list) and value and role == "assistant" and all(_is_bare_call(each) for each in value):
        return [{"role": role, "content": None, "tool_calls": value}]
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        return value[0]
    return value


def _of_object(value: JsonObject) -> Any:
    for key in ("choices", "candidates"):
        found = value.get(key)
        if isinstance(found, list) and found and isinstance(found[0], dict):
            inner = found[0].get("message", found[0].get("content"))
            return [inner] if isinstance(inner, dict) else value
    if isinstance(value.get("messages"), list):
        return value["messages"]
    if isinstance(value.get("message"), dict) and "role" not in value:
        return [value["message"]]
    if isinstance(value.get("content"), dict) and "parts" in value["content"]:
        return [value["content"]]
    if "contents" in value:
        return _of_gemini_request(value)
    return value["prompt"] if isinstance(value.get("prompt"), str) else value


def _is_bare_call(value: Any) -> bool:
    return isinstance(value, dict) and "role" not in value and isinstance(value.get("toolName"), str)


def _of_gemini_request(value: JsonObject) -> list[Any]:
    config = value.get("config")
    places = (value, config if isinstance(config, dict) else {})
    keys = ("system_instruction", "systemInstruction")
    told = next((place[key] for place in places for key in keys if place.get(key)), None)
    said = told.get("parts", told) if isinstance(told, dict) else told
    texts = [said] if isinstance(said, str) else [each.get("text", "") for each in said or [] if isinstance(each, dict)]
    first = [{"role": "system", "content": "".join(texts)}] if any(texts) else []
    contents = value["contents"]
    given = contents if isinstance(contents, list) else [contents]
    return [*first, *({"role": "user", "content": each} if isinstance(each, str) else each for each in given)]


def has_parts(messages: list[Any]) -> bool:
    """Whether these are messages of parts: OpenTelemetry's or Gemini's."""
    return any(isinstance(each, dict) and isinstance(each.get("parts"), list) for each in messages)


def of_parts(messages: list[Any], lost: list[str]) -> list[JsonObject]:
    """Messages of parts in OpenAI's shape."""
    parts = [part for each in messages if isinstance(each, dict) for part in each.get("parts") or []]
    if any(isinstance(part, dict) and "type" in part for part in parts):
        return messages_of_parts(messages, "messages", lost)
    return canonical(messages)


def canonical(messages: list[Any]) -> list[JsonObject]:
    """Messages of any dialect that conversations are written in."""
    try:
        return [dict(each) for each in read_messages(messages)]
    except ChatError:
        raise SpanError(phrase("import.traces.no_message", name="messages")) from None


def without_definitions(messages: list[Any]) -> tuple[list[Any], list[JsonObject]]:
    """Messages, and the definitions of tools that LangChain's handler of Langfuse puts among them."""
    tools = [found for each in messages if (found := _definition(each)) is not None]
    return ([each for each in messages if _definition(each) is None] if tools else messages), tools


def _definition(message: Any) -> JsonObject | None:
    content = (
        maybe_json(message.get("content")) if isinstance(message, dict) and message.get("role") == "tool" else None
    )
    if isinstance(content, dict) and isinstance(content.get("function"), dict) and content.get("type") == "function":
        return content
    return None


def name_results(messages: list[JsonObject]) -> None:
    """A result whose role is the name of its tool is given the role of results, and the id of its call."""
    waiting: list[JsonObject] = []
    for each in messages:
        waiting += each.get("tool_calls") or []
        if each.get("role") in _ROLES or "role" not in each:
            continue
        call = next((call for call in waiting if call["function"]["name"] == each["role"]), None)
        if call is not None:
            waiting.remove(call)
            each.update({"role": "tool"} | ({"tool_call_id": call["id"]} if "id" in call else {}))


def said_calls(given: JsonObject) -> list[Any] | None:
    """The calls of a message that has them as its text (Koog); None where it is a text like any other."""
    text = given.get("content")
    if not isinstance(text, str) or not text.startswith('[{"') or '"function"' not in text:
        return None
    calls = maybe_json(text)
    is_one = isinstance(calls, list) and all(
        isinstance(call, dict) and call.keys() == {"function", "id", "type"} and call["type"] == "function"
        for call in calls
    )
    return calls if is_one else None
