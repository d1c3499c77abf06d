"""Spans by the OpenInference conventions (Phoenix, Arize, their instrumentors of OpenAI, LangChain and others):
messages as flattened attributes, or as lists of objects in Phoenix's exports.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .chat_messages import openai_message, tool_run_result
from .span import Kind, Span, SpanError, ToolRun, lost_phrase, text_of
from .telemetry import Telemetry, json_value, maybe_json, nested

_KINDS: dict[str, Kind] = {"LLM": "chat", "TOOL": "tool"}
_HIDDEN = "__REDACTED__"


def speaks_openinference(record: Telemetry) -> bool:
    """Whether these attributes are of OpenInference."""
    return "openinference.span.kind" in record.attributes or "openinference" in record.attributes


def openinference_span(record: Telemetry) -> Span | None:
    """The span that a record stands for; None where it is of a kind that holds no messages of its own."""
    attributes = record.attributes
    named = attributes.get("openinference.span.kind") or nested(attributes, "openinference").get("span", {}).get("kind")
    kind = _KINDS.get(str(named).upper())
    if kind is None:
        return None
    made = Span(kind, record.trace, record.id, record.start, record.scope or "openinference", error=record.error)
    made.service = record.service
    made.session = _openinference_text(nested(attributes, "session.id") or _in(attributes, "session", "id"))
    if kind == "tool":
        made.run = _tool_run(record)
        return made if made.run is not None else None
    made.model = _openinference_text(_value(attributes, "llm.model_name"))
    sent, said = (_messages(attributes, f"llm.{side}_messages", made.lost) for side in ("input", "output"))
    said = [each for each in said if each.get("content") or each.get("tool_calls")] if record.error else said
    made.lost += [lost_phrase("choices")] if len(said) > 1 else []
    made.messages, made.said = sent + said[:1], min(len(said), 1)
    made.tools = _openinference_tools(attributes)
    return made


def _messages(attributes: JsonObject, name: str, lost: list[str]) -> list[JsonObject]:
    value = _value(attributes, name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise SpanError(phrase("import.traces.no_list", name=name))
    return [_openinference_message(each, name, lost) for each in value]


def _openinference_message(given: Any, name: str, lost: list[str]) -> JsonObject:
    inner = _unflattened(given).get("message") if isinstance(given, dict) else None
    if not isinstance(inner, dict) or not isinstance(inner.get("role"), str):
        raise SpanError(phrase("import.traces.no_message", name=name))
    content = inner.get("content")
    if content is None and isinstance(inner.get("contents"), list):
        content = [_part(each) for each in inner["contents"]]
    calls = [_openinference_call(each) for each in inner.get("tool_calls") or ()]
    if _HIDDEN in (content, inner.get("content")):
        lost.append(lost_phrase("hidden"))
    made = {"role": inner["role"], "content": content, "tool_calls": calls, "tool_call_id": inner.get("tool_call_id")}
    if isinstance(inner.get("function_call_name"), str):
        arguments = inner.get("function_call_arguments_json")
        made["tool_calls"] = [{"function": {"name": inner["function_call_name"], "arguments": arguments}}]
    return openai_message(made, lost)


def _part(given: Any) -> JsonObject:
    part = _unflattened(given).get("message_content") if isinstance(given, dict) else None
    if isinstance(part, dict) and isinstance(part.get("text"), str):
        return {"type": "text", "text": part["text"]}
    image = part.get("image") if isinstance(part, dict) else None
    address = (
        image.get("image", image).get("url")
        if isinstance(image, dict) and isinstance(image.get("image", image), dict)
        else None
    )
    if not isinstance(address, str):
        raise SpanError(phrase("import.traces.no_content", type=repr(part)[:60]))
    return {"type": "image_url", "image_url": {"url": address}}


def _openinference_call(given: Any) -> JsonObject:
    call = _unflattened(given).get("tool_call") if isinstance(given, dict) else None
    if not isinstance(call, dict) or not isinstance(call.get("function"), dict):
        raise SpanError(phrase("import.traces.no_name"))
    return {"id": call.get("id"), "function": call["function"]}


def _openinference_tools(attributes: JsonObject) -> list[JsonObject]:
    """The definitions, from the attribute that has them or from the parameters of the request."""
    value = _value(attributes, "llm.tools")
    found = []
    for each in value if isinstance(value, list) else ():
        tool = _unflattened(each).get("tool") if isinstance(each, dict) else None
        found += (
            [json_value(tool["json_schema"], "llm.tools")] if isinstance(tool, dict) and "json_schema" in tool else []
        )
    if not found:
        given = maybe_json(_value(attributes, "llm.invocation_parameters"))
        listed = given.get("tools") if isinstance(given, dict) else None
        found = listed if isinstance(listed, list) else []
    return [each for each in found if isinstance(each, dict)]


def _tool_run(record: Telemetry) -> ToolRun | None:
    attributes = record.attributes
    name = _openinference_text(_value(attributes, "tool.name")) or record.name
    given = _value(attributes, "input.value")
    given = text_of(given) if given is not None else text_of(_value(attributes, "tool.parameters"))
    result, call_id = tool_run_result(maybe_json(_value(attributes, "output.value")))
    call_id = (
        call_id
        or _openinference_text(_value(attributes, "tool_call.id"))
        or _openinference_text(_value(attributes, "tool.id"))
    )
    return ToolRun(name, call_id, given, result, record.error is not None) if name else None


def _value(attributes: JsonObject, name: str) -> Any:
    """An attribute as it stands, of numbered ones, or inside objects."""
    found = nested(attributes, name)
    return _in(attributes, *name.split(".")) if found is None else found


def _in(value: Any, *path: str) -> Any:
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _unflattened(value: JsonObject) -> JsonObject:
    """An object whose keys may be paths, `message.role`."""
    if not any("." in key for key in value):
        return value
    return {key.partition(".")[0]: nested(value, key.partition(".")[0]) for key in value}


def _openinference_text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
