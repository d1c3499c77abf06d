"""The older form of the GenAI conventions: one event for every message, on the span or as log records.

An assistant's event that has calls may have lost its text on the way (one instrumentor writes either), and an event
without a body means that content was not captured.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .span import UNSURE, SpanError, content_of, lost_phrase, text_of
from .telemetry import Telemetry, json_value, maybe_json

_ROLES = ("system", "user", "assistant", "tool")
_WITHOUT_CONTENT = frozenset(
    {"role", "id", "tool_calls", "content", "event.name", "gen_ai.system", "gen_ai.message.index"}
)
"""The keys of an event whose content was not captured."""
_PROMPTS = {"gen_ai.content.prompt": "gen_ai.prompt", "gen_ai.content.completion": "gen_ai.completion"}


def messages_of_events(record: Telemetry, lost: list[str]) -> tuple[list[JsonObject], int] | None:
    """The messages of a span's events, and how many of them are the answer; None where it has no such events."""
    messages: list[JsonObject] = []
    said = 0
    for event in record.events:
        if event.name in _PROMPTS:
            key = _PROMPTS[event.name]
            read = _plain_messages(json_value(event.attributes.get(key), key), key)
            said += len(read) if key == "gen_ai.completion" else 0
            messages += read
        elif event.name.startswith("gen_ai.") and event.name.endswith((".message", ".choice")):
            message, is_answer = message_of_event(event.name, event.body or event.attributes, lost)
            messages.append(message)
            said += is_answer
    return (messages, said) if messages else None


def message_of_event(name: str, body: Any, lost: list[str]) -> tuple[JsonObject, bool]:
    """The message of an event, and whether it is the answer."""
    body = maybe_json(body)
    if body is None:
        body = {}
    if not isinstance(body, dict):
        raise SpanError(phrase("import.traces.no_body", name=name[:60]))
    is_answer = name == "gen_ai.choice"
    if is_answer and "message" in body:
        body = maybe_json(body["message"])
    role = (body.get("role") if isinstance(body, dict) else None) or name.removeprefix("gen_ai.").removesuffix(
        ".message"
    )
    role = "assistant" if role == "choice" else role
    if not isinstance(body, dict) or role not in _ROLES:
        raise SpanError(phrase("import.traces.role", role=repr(role)[:60]))
    calls = maybe_json(body.get("tool_calls"))
    content = body.get("content")
    made: JsonObject = {"role": role, "content": content_of(role, content)}
    if isinstance(calls, list) and calls:
        made["tool_calls"] = [_event_call(each) for each in calls]
        if content is None and not is_answer:
            made[UNSURE] = True
    elif content is None:
        if not set(body) <= _WITHOUT_CONTENT:
            raise SpanError(phrase("import.traces.no_body", name=name[:60]))
        made["content"] = ""
        lost.append(lost_phrase("content"))
    if role == "tool" and isinstance(body.get("id"), str):
        made["tool_call_id"] = body["id"]
    return made, is_answer


def _plain_messages(value: Any, name: str) -> list[JsonObject]:
    """Messages in OpenAI's shape, as JSON text on an event."""
    if not isinstance(value, list) or not all(isinstance(each, dict) and "role" in each for each in value):
        raise SpanError(phrase("import.traces.no_list", name=name))
    return value


def _event_call(call: Any) -> JsonObject:
    call = maybe_json(call)
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str) or not function["name"]:
        raise SpanError(phrase("import.traces.no_name"))
    arguments = text_of(function.get("arguments")) or "{}"
    made: JsonObject = {"type": "function", "function": {"name": function["name"], "arguments": arguments}}
    return ({"id": call["id"]} if isinstance(call.get("id"), str) else {}) | made
