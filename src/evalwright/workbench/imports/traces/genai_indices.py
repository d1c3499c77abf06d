"""OpenLLMetry's numbered attributes: `gen_ai.prompt.0.role`, `gen_ai.completion.0.tool_calls.1.name` and their like."""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .span import SpanError, content_of, lost_phrase, text_of
from .telemetry import maybe_json, nested


def indexed_messages(attributes: JsonObject, lost: list[str]) -> tuple[list[JsonObject], int] | None:
    """The messages of numbered attributes, and how many are the answer; None where there are none."""
    given = [nested(attributes, f"gen_ai.{name}") for name in ("prompt", "completion")]
    if not any(isinstance(each, list) for each in given):
        return None
    sent, said = ([_indexed_message(each, lost) for each in side] if isinstance(side, list) else [] for side in given)
    if len(said) > 1:
        lost.append(lost_phrase("choices"))
    return sent + said[:1], min(len(said), 1)


def indexed_tools(attributes: JsonObject) -> list[JsonObject]:
    """The tools of `llm.request.functions.0.name` and its like."""
    given = nested(attributes, "llm.request.functions")
    made = []
    for each in given if isinstance(given, list) else ():
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            made.append({"type": "function", "function": each | {"parameters": maybe_json(each.get("parameters"))}})
    return made


def _indexed_message(given: Any, lost: list[str]) -> JsonObject:
    if not isinstance(given, dict) or not isinstance(given.get("role"), str):
        raise SpanError(phrase("import.traces.no_message", name="gen_ai.prompt"))
    content = given.get("content")
    made: JsonObject = {"role": given["role"], "content": _indexed_content(given["role"], content)}
    calls = given.get("tool_calls")
    if isinstance(calls, list) and calls:
        made["tool_calls"] = [_indexed_call(each) for each in calls]
    elif content is None:
        if given["role"] not in ("assistant", "tool"):
            raise SpanError(phrase("import.traces.no_message", name="gen_ai.prompt"))
        made["content"] = ""
        lost.append(lost_phrase("content"))
    if isinstance(given.get("tool_call_id"), str):
        made["tool_call_id"] = given["tool_call_id"]
    return made


def _indexed_content(role: str, content: Any) -> Any:
    """Text, or the parts of which it is the JSON text."""
    parts = maybe_json(content)
    is_parts = isinstance(parts, list) and parts and all(isinstance(each, dict) and "type" in each for each in parts)
    return parts if is_parts else content_of(role, content)


def _indexed_call(call: Any) -> JsonObject:
    if not isinstance(call, dict) or not isinstance(call.get("name"), str) or not call["name"]:
        raise SpanError(phrase("import.traces.no_name"))
    made: JsonObject = {
        "type": "function",
        "function": {"name": call["name"], "arguments": text_of(call.get("arguments")) or "{}"},
    }
    return ({"id": call["id"]} if isinstance(call.get("id"), str) else {}) | made
