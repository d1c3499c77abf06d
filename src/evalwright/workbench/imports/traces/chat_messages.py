"""Messages as clients and frameworks hand them to a tracer: OpenAI's, LangChain's in three spellings, plain text.

What comes out has OpenAI's shape and only the keys that say something; a message of no known shape is a `SpanError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .client_shapes import canonical, has_parts, name_results, of_parts, said_calls, unwrapped
from .span import SpanError, content_of, lost_phrase, text_of
from .telemetry import maybe_json

_LANGCHAIN = {
    "human": "user",
    "HumanMessage": "user",
    "ai": "assistant",
    "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessage": "system",
    "tool": "tool",
    "ToolMessage": "tool",
    "function": "function",
    "FunctionMessage": "function",
}
_KEPT = ("name", "reasoning_content", "refusal", "function_call")
_MAY_BE_SILENT = ("assistant", "tool")
"""Who may give nothing: an answer without words, a result without a value."""
_RUNS = ("function_call", "function_call_output")
_ITEMS = (*_RUNS, "reasoning", "message")


def openai_messages(value: Any, lost: list[str], role: str = "user") -> list[JsonObject]:
    """The messages of what a tracer was handed: a list, nested once or not, one message, a text, a request, a reply."""
    value = unwrapped(maybe_json(value), role)
    if isinstance(value, str):
        return [{"role": role, "content": value}]
    given = value if isinstance(value, list) else [value]
    if given and isinstance(given[0], dict) and given[0].get("object") == "response":
        return _of_response(given[0])
    if has_parts(given):
        return of_parts(given, lost)
    if any(isinstance(each, dict) and each.get("type") in _RUNS and "role" not in each for each in given):
        return canonical(given)
    known = role if role == "assistant" else None
    made = [openai_message(each, lost, known) for each in given if each is not None]
    name_results(made)
    return made


def _of_response(response: JsonObject) -> list[JsonObject]:
    """The messages of an answer in the shape of the Responses API."""
    output = response.get("output")
    return canonical(output if isinstance(output, list) else [output])


def openai_message(given: Any, lost: list[str], role: str | None = None) -> JsonObject:
    """One message in OpenAI's shape; `role`: whose it is, where it need not say so."""
    given = _langchain(maybe_json(given))
    if isinstance(given, dict) and given.get("type") in _ITEMS and "role" not in given:
        return given  # an item of the Responses API, which the reader of conversations knows
    if not isinstance(given, dict) or not isinstance(given.get("role", role), str):
        raise SpanError(phrase("import.traces.no_message", name="messages"))
    written = said_calls(given)
    if written is not None:
        given = {**given, "role": "assistant", "content": None, "tool_calls": written}
    made: JsonObject = {"role": given.get("role", role), "content": _chat_content(given)}
    calls = maybe_json(given.get("tool_calls") or _further(given))
    if isinstance(calls, list) and calls:
        made["tool_calls"] = [openai_call(each) for each in calls]
    if isinstance(given.get("tool_call_id"), str):
        made["tool_call_id"] = given["tool_call_id"]
    made |= {key: given[key] for key in _KEPT if given.get(key)}
    if made["content"] is None and not calls and "function_call" not in made:
        if "content" not in given or made["role"] not in _MAY_BE_SILENT:
            raise SpanError(phrase("import.traces.no_message", name="messages"))
        made["content"] = ""
        lost.append(lost_phrase("content"))
    return made


def _chat_content(given: JsonObject) -> Any:
    """Text, parts or nothing."""
    content = content_of(given.get("role", ""), given.get("content"))
    if isinstance(content, list) and given.get("tool_calls"):
        # Blocks of calls are said again by `tool_calls`.
        blocks = ("tool_use", "function_call")
        content = [each for each in content if not (isinstance(each, dict) and each.get("type") in blocks)]
    return content or None if isinstance(content, list) else content


def _langchain(given: Any) -> Any:
    """LangChain's messages: a serialised constructor, `{type, data}`, or `{type, content}`; others as they are."""
    if not isinstance(given, dict) or "role" in given:
        return given
    outer, kind = given, given.get("type")
    if kind == "constructor" and isinstance(given.get("id"), Sequence) and isinstance(given.get("kwargs"), dict):
        kind, given = given["id"][-1] if given["id"] else None, given["kwargs"]
    elif isinstance(given.get("data"), dict) and "content" in given["data"]:
        given = given["data"]
        kind = kind or given.get("type")
    role = _LANGCHAIN.get(kind) if isinstance(kind, str) else None
    if role is None and "lc" in outer:
        raise SpanError(phrase("import.traces.role", role=repr(kind)[:60]))
    if role is None or "content" not in given:
        return given
    return {**given, "role": role}


def _further(given: JsonObject) -> Any:
    """The calls that LangChain keeps beside a message."""
    further = given.get("additional_kwargs")
    return further.get("tool_calls") if isinstance(further, dict) else None


def openai_call(call: Any) -> JsonObject:
    """One call, from OpenAI's shape or LangChain's `{name, args, id}`."""
    function = call.get("function") if isinstance(call, dict) else None
    name = call.get("name", call.get("toolName")) if isinstance(call, dict) else None
    if function is None and name is not None:
        function = {"name": name, "arguments": call.get("args", call.get("arguments", call.get("input")))}
    if not isinstance(function, dict) or not isinstance(function.get("name"), str) or not function["name"]:
        raise SpanError(phrase("import.traces.no_name"))
    made: JsonObject = {
        "type": "function",
        "function": {"name": function["name"], "arguments": text_of(function.get("arguments")) or "{}"},
    }
    call_id = call.get("id", call.get("toolCallId"))
    return ({"id": call_id} if isinstance(call_id, str) else {}) | made


def tool_run_result(value: Any) -> tuple[str | None, str | None]:
    """What a tool gave, and the id of its call where the result names it."""
    if isinstance(value, dict) and set(value) == {"output"}:
        value = maybe_json(value["output"])
    message = _langchain(value)
    if isinstance(message, dict) and message.get("role") == "tool" and "content" in message:
        call_id = message.get("tool_call_id")
        return text_of(message["content"]), call_id if isinstance(call_id, str) else None
    return text_of(value), None
