"""Traces of the OpenAI Agents SDK, as its processors get them: `trace` and `trace.span` objects.

Its chat-completions model writes every message; its Responses model writes no more than the id of the response, so
such a conversation can only be named as lost.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject

from .chat_messages import openai_messages
from .span import Span, ToolRun, lost_phrase, text_of
from .telemetry import time_of


def is_openai_agents(record: Any) -> bool:
    """Whether a row is a trace or a span of the SDK."""
    return isinstance(record, dict) and record.get("object") in ("trace", "trace.span") and "id" in record


def openai_agents_span(record: JsonObject) -> Span | None:
    """The span of a row; None where it is of a kind that holds no messages of its own."""
    data = record.get("span_data")
    if record["object"] == "trace":
        made = Span("agent", str(record["id"]), str(record["id"]), 0, "openai-agents")
        made.session = group if isinstance(group := record.get("group_id"), str) else None
        return made if made.session else None
    if not isinstance(data, dict):
        return None
    error = record.get("error")
    said_error = text_of(error.get("message")) or "error" if isinstance(error, dict) else None
    start = time_of(record.get("started_at"))
    made = Span("chat", str(record.get("trace_id")), str(record["id"]), start, "openai-agents", error=said_error)
    kind = data.get("type")
    if kind == "function":
        run = ToolRun(
            str(data.get("name")), None, text_of(data.get("input")), text_of(data.get("output")), error is not None
        )
        made.kind, made.run = "tool", run
        return made
    if kind == "agent":
        made.kind = "agent"
        made.tool_names = [name for name in data.get("tools") or () if isinstance(name, str)]
        return made
    if kind == "response":
        made.lost.append(lost_phrase("responses"))
        return made
    return _generation(made, data) if kind == "generation" else None


def _generation(made: Span, data: JsonObject) -> Span:
    made.model = model if isinstance(model := data.get("model"), str) else None
    if data.get("input"):
        made.messages = openai_messages(data["input"], made.lost)
    said = openai_messages(data["output"], made.lost, "assistant") if data.get("output") else []
    made.messages += said
    made.said = len(said)
    return made
