"""Spans and log records by OpenTelemetry's GenAI conventions, new and old: messages in attributes (native or JSON
text), on the event of an inference, as one event a message (before 1.37), or as OpenLLMetry's numbered attributes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .genai_events import message_of_event, messages_of_events
from .genai_indices import indexed_messages, indexed_tools
from .genai_parts import messages_of_parts, system_of_parts
from .span import Kind, Span, SpanError, ToolRun, lost_phrase, text_of
from .telemetry import Telemetry, json_value

_KINDS: dict[str, Kind] = {
    "chat": "chat",
    "generate_content": "chat",
    "text_completion": "chat",
    "completion": "chat",
    "execute_tool": "tool",
    "invoke_agent": "agent",
    "create_agent": "agent",
    "invoke_workflow": "agent",
}
_INPUT, _OUTPUT, _SYSTEM = "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions"
_DEFINITIONS = "gen_ai.tool.definitions"
_WHOLE = ("pydantic_ai.all_messages", "all_messages_events")
_MARKS = ("gen_ai.", "llm.request.", "traceloop.", "pydantic_ai.", "logfire.")
_DETAILS = "gen_ai.client.inference.operation.details"
_REFERENCES = (f"{_INPUT}.ref", f"{_OUTPUT}.ref", "gen_ai.input.messages_ref", "gen_ai.output.messages_ref")


def speaks_genai(record: Telemetry) -> bool:
    """Whether these attributes are of the GenAI conventions."""
    if _is_message_event(record.name) or any(key.startswith(_MARKS) for key in record.attributes):
        return True
    return any(event.name.startswith("gen_ai.") for event in record.events)


def genai_span(record: Telemetry) -> Span | None:
    """The span that a record stands for; None where it is about nothing that was said or done."""
    attributes = record.attributes
    if record.is_log and _is_message_event(record.name):
        return _of_log_message(record)
    kind = _genai_kind_of(record)
    if kind is None:
        return None
    made = Span(kind, record.trace, record.id, record.start, record.scope or "gen_ai", error=record.error)
    made.service = record.service
    made.conversation = _name(attributes, "gen_ai.conversation.id")
    made.session = _name(attributes, "session.id", "traceloop.association.properties.session_id")
    made.model = _name(attributes, "gen_ai.request.model", "gen_ai.response.model")
    if kind == "tool":
        made.run = _tool_run(attributes, record.error)
        return made if made.run is not None else None
    _read_messages(made, record)
    made.tools = _tools_of(attributes, made.lost)
    return made


def _is_message_event(name: str) -> bool:
    """Whether an event is one message, by the conventions before 1.37."""
    return name == "gen_ai.choice" or (name.startswith("gen_ai.") and name.endswith(".message"))


def _genai_kind_of(record: Telemetry) -> Kind | None:
    attributes = record.attributes
    operation = attributes.get("gen_ai.operation.name")
    if isinstance(operation, str) and operation in _KINDS:
        return _KINDS[operation]
    if (
        attributes.get("traceloop.span.kind") == "tool"
        or "gen_ai.tool.call.id" in attributes
        or "tool_arguments" in attributes
    ):
        return "tool"
    if any(name in attributes for name in _WHOLE):
        return "agent"
    if (
        _INPUT in attributes
        or "gen_ai.prompt.0.role" in attributes
        or attributes.get("llm.request.type") in ("chat", "completion")
    ):
        return "chat"
    if any(_is_message_event(event.name) or event.name == _DETAILS for event in record.events):
        return "chat"
    return None


def _read_messages(made: Span, record: Telemetry) -> None:
    """Find the messages in the first of the places where they may stand."""
    attributes = record.attributes
    details = next((event.attributes for event in record.events if event.name == _DETAILS), {})
    whole = made.kind == "agent" and any(name in attributes for name in _WHOLE)
    for place in () if whole else (attributes, details):
        if any(name in place for name in (_INPUT, _OUTPUT)):
            _from_attributes(made, place)
            return
    for name in _WHOLE if made.kind == "agent" else ():
        if name in attributes:
            made.kind = "chat"  # it holds every message, as the last inference would
            made.messages = _of_whole(json_value(attributes[name], name), name, made.lost)
            return
    found = indexed_messages(attributes, made.lost) or messages_of_events(record, made.lost)
    if found is not None:
        made.messages, made.said = found
    elif any(name in attributes for name in _REFERENCES):
        made.lost.append(lost_phrase("elsewhere"))


def _from_attributes(made: Span, attributes: JsonObject) -> None:
    system = attributes.get(_SYSTEM)
    before = system_of_parts(json_value(system, _SYSTEM), _SYSTEM, made.lost) if system else []
    for name in (_INPUT, _OUTPUT):
        value = attributes.get(name)
        read = messages_of_parts(json_value(value, name), name, made.lost) if value is not None else []
        if name == _INPUT and read and before and read[0] == before[0]:
            before = []
        made.messages += before + read if name == _INPUT else read
        made.said = len(read)
    if _INPUT not in attributes:
        made.messages = before + made.messages
    if _OUTPUT not in attributes:
        made.said = 0


def _of_whole(value: Any, name: str, lost: list[str]) -> list[JsonObject]:
    """All messages of an agent's run: in parts, or as events."""
    if isinstance(value, list) and all(isinstance(each, dict) and "parts" not in each for each in value):
        return [message_of_event(str(each.get("event.name", "")), each, lost)[0] for each in value]
    return messages_of_parts(value, name, lost)


def _of_log_message(record: Telemetry) -> Span:
    """One message of an inference, as a log record."""
    made = Span("message", record.trace, record.id, record.start, record.scope or "gen_ai", service=record.service)
    message, is_answer = message_of_event(record.name, record.events[0].body or record.attributes, made.lost)
    made.messages, made.said = [message], int(is_answer)
    if made.lost:  # its content was not captured, so the inference is not known as a whole
        made.kind, made.messages = "silent", []
    return made


def _tool_run(attributes: JsonObject, error: str | None) -> ToolRun | None:
    name = _name(attributes, "gen_ai.tool.name", "traceloop.entity.name")
    if name is None:
        return None
    given = attributes.get("gen_ai.tool.call.arguments", attributes.get("tool_arguments"))
    result = attributes.get("gen_ai.tool.call.result", attributes.get("tool_response"))
    return ToolRun(name, _name(attributes, "gen_ai.tool.call.id"), text_of(given), text_of(result), error is not None)


def _tools_of(attributes: JsonObject, lost: list[str]) -> list[JsonObject]:
    """The tools that were offered, flat or in OpenAI's shape."""
    if _DEFINITIONS not in attributes:
        return indexed_tools(attributes) or _pydantic_tools(attributes)
    value = attributes[_DEFINITIONS]
    kept, others = _repeated_definitions(value) if isinstance(value, str) else _definitions(value)
    lost += [lost_phrase("hosted_tools")] if others else []
    return kept


def _definitions(value: Any) -> tuple[list[JsonObject], int]:
    """The functions among the definitions, and how many others there are."""
    value = json_value(value, _DEFINITIONS)
    if not isinstance(value, list):
        raise SpanError(phrase("import.traces.no_list", name=_DEFINITIONS))
    given = [json_value(each, _DEFINITIONS) for each in value]
    kept = [each for each in given if isinstance(each, dict) and each.get("type", "function") == "function"]
    return kept, len(given) - len(kept)


_repeated_definitions = lru_cache(maxsize=64)(_definitions)
"""Every span of a service has the same; nobody changes them."""


def _pydantic_tools(attributes: JsonObject) -> list[JsonObject]:
    """What older versions of pydantic-ai have of the tools."""
    given = attributes.get("model_request_parameters")
    value = json_value(given, "model_request_parameters") if given is not None else None
    tools = value.get("function_tools") if isinstance(value, dict) else None
    keys = {"name": "name", "description": "description", "parameters_json_schema": "parameters"}
    return [
        {"type": "function"} | {new: tool[old] for old, new in keys.items() if tool.get(old) is not None}
        for tool in tools or ()
        if isinstance(tool, dict)
    ]


def _name(attributes: JsonObject, *names: str) -> str | None:
    found = (attributes.get(name) for name in names)
    return next((value for value in found if isinstance(value, str) and value), None)
