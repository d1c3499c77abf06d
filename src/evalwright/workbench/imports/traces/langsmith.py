"""Runs of LangSmith: what its API and its exports have, with LangChain's messages in all their spellings."""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject

from .chat_messages import openai_messages, tool_run_result
from .span import Span, ToolRun, text_of
from .telemetry import maybe_json, time_of

_THREAD = ("session_id", "thread_id", "conversation_id")
"""The keys of metadata that make runs a thread."""


def is_langsmith(record: Any) -> bool:
    """Whether a row is a run."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("run_type"), str)
        and ("inputs" in record or "outputs" in record)
    )


def langsmith_span(record: JsonObject) -> Span | None:
    """The span of a run; None where it is of a kind that holds no messages of its own."""
    start = time_of(record.get("start_time"))
    trace = str(record.get("trace_id") or record.get("id"))
    made = Span("chat", trace, str(record.get("id")), start, "langsmith", error=text_of(record.get("error") or None))
    extra = _langsmith_object(maybe_json(record.get("extra")))
    metadata = _langsmith_object(extra.get("metadata"))
    made.session = next((metadata[key] for key in _THREAD if isinstance(metadata.get(key), str)), None)
    made.service = name if isinstance(name := record.get("session_name"), str) else ""
    inputs, outputs = _langsmith_object(maybe_json(record.get("inputs"))), maybe_json(record.get("outputs"))
    if record["run_type"] == "tool":
        result, call_id = tool_run_result(outputs)
        made.kind = "tool"
        made.run = ToolRun(
            str(record.get("name")), call_id, _langsmith_arguments(inputs), result, made.error is not None
        )
        return made
    if record["run_type"] != "llm":
        return None
    parameters = _langsmith_object(extra.get("invocation_params"))
    model = parameters.get("model") or parameters.get("model_name") or metadata.get("ls_model_name")
    made.model = model if isinstance(model, str) else None
    given = inputs.get("messages", inputs.get("prompts", inputs.get("input")))
    if given is not None:
        made.messages = openai_messages(given, made.lost)
    said = _answer(outputs, made.lost)
    made.messages += said
    made.said = len(said)
    tools: list[Any] = next(
        (place["tools"] for place in (parameters, inputs) if isinstance(place.get("tools"), list)), []
    )
    made.tools = [tool for tool in tools if isinstance(tool, dict)]
    return made


def _answer(outputs: Any, lost: list[str]) -> list[JsonObject]:
    """The message that came back, wherever it stands."""
    if not isinstance(outputs, dict):
        return []
    generations = outputs.get("generations")
    first: Any = generations
    while isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, dict):
        return openai_messages(first.get("message", first.get("text")), lost, "assistant")
    choices = outputs.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return openai_messages(choices[0].get("message"), lost, "assistant")
    for key in ("message", "output", "messages"):
        if outputs.get(key):
            return openai_messages(outputs[key], lost, "assistant")
    return openai_messages(outputs, lost, "assistant") if "role" in outputs or "content" in outputs else []


def _langsmith_arguments(inputs: JsonObject) -> str | None:
    """A tool's arguments; LangChain hands them on as the text of a Python dictionary."""
    if set(inputs) != {"input"} or not isinstance(inputs["input"], str):
        return text_of({key: value for key, value in inputs.items() if key != "tool_call_id"})
    import ast

    try:
        value = ast.literal_eval(inputs["input"])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return inputs["input"]
    return text_of(value) if isinstance(value, dict) else inputs["input"]


def _langsmith_object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}
