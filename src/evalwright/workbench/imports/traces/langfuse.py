"""Observations of Langfuse: rows of its API and its exports, in both spellings of their keys, and the spans of
OpenTelemetry that its SDK sends.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject

from .chat_messages import openai_messages, tool_run_result
from .client_shapes import unwrapped, without_definitions
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
    given, output = maybe_json(record.get("input")), maybe_json(record.get("output"))
    told: list[JsonObject] = []
    if given is not None:
        asked, told = without_definitions(_listed(unwrapped(given, "user")))
        made.messages = [*_instructions(output), *openai_messages(asked, made.lost)]
    said = openai_messages(output, made.lost, "assistant") if output is not None else []
    made.messages += said
    made.said = len(said)
    made.tools = told or _langfuse_tools(given, output, record)
    return made


def is_langfuse_trace(record: Any) -> bool:
    """Whether a row is a whole trace with its observations: downloaded from a trace's page, or given by the API."""
    rows = record.get("observations") if isinstance(record, dict) else None
    return isinstance(rows, list) and any(isinstance(row, dict) and "type" in row for row in rows)


def observations_of(record: JsonObject) -> list[JsonObject]:
    """The observations of a trace, with what the trace alone says."""
    trace = record["trace"] if isinstance(record.get("trace"), dict) else record
    known = {"traceId": trace.get("id"), "sessionId": trace.get("sessionId")}
    rows = record["observations"]
    return [known | {key: value for key, value in row.items() if value is not None} for row in map(_observation, rows)]


def _observation(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {"type": "GENERATION", "input": [value]}


def _listed(value: Any) -> list[Any]:
    return (
        value
        if isinstance(value, list)
        else [{"role": "user", "content": value}]
        if isinstance(value, str)
        else [value]
    )


def _instructions(output: Any) -> list[JsonObject]:
    """The system prompt, which a reply of the Responses API repeats and its request's input does not hold."""
    told = output.get("instructions") if isinstance(output, dict) and output.get("object") == "response" else None
    return [{"role": "system", "content": told}] if isinstance(told, str) and told else []


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


def _langfuse_tools(given: Any, output: Any, record: JsonObject) -> list[JsonObject]:
    parameters = maybe_json(_either(record, "model_parameters", "modelParameters"))
    config = given.get("config") if isinstance(given, dict) else None
    for place in (given, config, parameters, record, output):
        tools = maybe_json(place.get("tools")) if isinstance(place, dict) else None
        if isinstance(tools, list) and tools:
            return [tool for tool in tools if isinstance(tool, dict)]
    named = maybe_json(_either(record, "tool_definitions", "toolDefinitions"))
    return [_defined(name, maybe_json(given)) for name, given in named.items()] if isinstance(named, dict) else []


def _defined(name: str, given: Any) -> JsonObject:
    """A tool of the map that Langfuse makes of all definitions it finds."""
    told = given if isinstance(given, dict) else {}
    words = {"description": told["description"]} if told.get("description") else {}
    parameters = maybe_json(told.get("parameters"))
    schema = parameters if isinstance(parameters, dict) else {"type": "object", "properties": {}}
    return {"type": "function", "function": {"name": name, **words, "parameters": schema}}


def _either(record: JsonObject, one: str, other: str) -> Any:
    return record.get(one) if record.get(one) is not None else record.get(other)
