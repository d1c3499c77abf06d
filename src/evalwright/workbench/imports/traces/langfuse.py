"""Observations of Langfuse: rows of its API and its exports, in both spellings of their keys, and the spans of
OpenTelemetry that its SDK sends.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject

from .chat_messages import openai_messages, tool_run_result
from .span import Span, ToolRun, text_of
from .telemetry import Telemetry, maybe_json, time_of

_TYPES = ("GENERATION", "SPAN", "TOOL", "AGENT", "EVENT", "CHAIN", "RETRIEVER", "EMBEDDING", "EVALUATOR", "GUARDRAIL")


_PREFIX = "langfuse.observation."


def is_langfuse(record: Any) -> bool:
    """Whether a row is an observation."""
    traced = isinstance(record, dict) and ("trace_id" in record or "traceId" in record)
    return traced and str(record.get("type")).upper() in _TYPES and ("input" in record or "output" in record)


def langfuse_span(record: JsonObject) -> Span | None:
    """The span of an observation; None where it is of a kind that holds no messages of its own."""
    kind = str(record["type"]).upper()
    start = time_of(_either(record, "start_time", "startTime"))
    failed = str(record.get("level")).upper() == "ERROR"
    error = text_of(_either(record, "status_message", "statusMessage")) or "error" if failed else None
    made = Span(
        "chat", str(_either(record, "trace_id", "traceId")), str(record.get("id")), start, "langfuse", error=error
    )
    session = _either(record, "session_id", "sessionId")
    made.session = session if isinstance(session, str) and session else None
    if kind == "TOOL":
        result, call_id = tool_run_result(maybe_json(record.get("output")))
        made.kind, made.run = (
            "tool",
            ToolRun(str(record.get("name")), call_id, text_of(record.get("input")), result, failed),
        )
        return made
    if kind != "GENERATION":
        return None
    model = _either(record, "model", "providedModelName") or record.get("provided_model_name")
    made.model = model if isinstance(model, str) else None
    given = maybe_json(record.get("input"))
    if given is not None:
        made.messages = openai_messages(given, made.lost)
    said = openai_messages(record["output"], made.lost, "assistant") if record.get("output") is not None else []
    made.messages += said
    made.said = len(said)
    made.tools = _langfuse_tools(given, record)
    return made


def speaks_langfuse(record: Telemetry) -> bool:
    """Whether a span was made by Langfuse's SDK."""
    return f"{_PREFIX}type" in record.attributes


def langfuse_telemetry_span(record: Telemetry) -> Span | None:
    """The span that the SDK sent, which is an observation under other names."""
    attributes = record.attributes
    told = {name: attributes[_PREFIX + name] for name in ("type", "input", "output") if _PREFIX + name in attributes}
    failed = record.error is not None or attributes.get(f"{_PREFIX}level") == "ERROR"
    named = {
        "id": record.id,
        "trace_id": record.trace,
        "name": record.name,
        "model": attributes.get(f"{_PREFIX}model.name"),
        "session_id": attributes.get("session.id") or attributes.get("langfuse.session.id"),
        "start_time": record.start,
        "level": "ERROR" if failed else None,
        "status_message": attributes.get(f"{_PREFIX}status_message") or record.error,
    }
    made = langfuse_span(told | named)
    if made is not None:
        made.service = record.service
    return made


def _langfuse_tools(given: Any, record: JsonObject) -> list[JsonObject]:
    parameters = maybe_json(_either(record, "model_parameters", "modelParameters"))
    for place in (given, parameters, record):
        tools = maybe_json(place.get("tools")) if isinstance(place, dict) else None
        if isinstance(tools, list) and tools:
            return [tool for tool in tools if isinstance(tool, dict)]
    return []


def _either(record: JsonObject, one: str, other: str) -> Any:
    return record.get(one) if record.get(one) is not None else record.get(other)
