"""Gemini's shape: contents of parts, calls and results among them, the system prompt apart."""

from __future__ import annotations

from typing import Any

from evalwright.chat import Conversation, JsonError, Message, calls_of, loads

from .parts import Record, functions_of, names_of, object_arguments, split_system, text_of_content

_KEYWORDS = frozenset(
    {"type", "format", "title", "description", "nullable", "enum", "items", "properties", "required", "anyOf"}
    | {"minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "pattern", "minProperties"}
    | {"maxProperties", "default", "example"}
)
"""What Gemini's own schema language knows; a schema with anything else goes in whole, as JSON Schema."""


def write_gemini(conversation: Conversation) -> Record:
    """The record."""
    system, messages = split_system(conversation.messages)
    names = names_of(conversation)
    made: Record = {"systemInstruction": {"parts": [{"text": system}]}} if system else {}
    made["contents"] = []
    for message in messages:
        _add_gemini_content(made["contents"], message, names)
    functions = functions_of(conversation)
    if functions:
        made["tools"] = [{"functionDeclarations": [_declaration(function) for function in functions]}]
    return made


def _add_gemini_content(made: list[Record], message: Message, names: dict[str, str]) -> None:
    if message["role"] == "tool":
        part = _function_response_part(message, names)
        if made and "functionResponse" in made[-1]["parts"][-1]:
            made[-1]["parts"].append(part)
        else:
            made.append({"role": "user", "parts": [part]})
    elif message["role"] == "assistant":
        made.append({"role": "model", "parts": _model_parts(message)})
    else:
        made.append({"role": "user", "parts": [{"text": text_of_content(message.get("content"))}]})


def _model_parts(message: Message) -> list[Record]:
    text, thought, calls = text_of_content(message.get("content")), message.get("reasoning_content"), calls_of(message)
    parts: list[Record] = []
    if isinstance(thought, str) and thought:
        parts.append({"text": thought, "thought": True})
    if text or not calls:
        parts.append({"text": text})
    for call in calls:
        arguments = object_arguments(call, "gemini")
        parts.append({"functionCall": {"id": call["id"], "name": call["function"]["name"], "args": arguments}})
    return parts


def _function_response_part(message: Message, names: dict[str, str]) -> Record:
    call_id = message.get("tool_call_id") or ""
    made: Record = {"id": call_id} if call_id else {}
    name = names.get(call_id) or message.get("name") or "unknown"
    return {"functionResponse": {**made, "name": name, "response": _response(text_of_content(message.get("content")))}}


def _response(text: str) -> Any:
    """Gemini wants an object; any other result is wrapped the way its documents say."""
    try:
        found = loads(text)
    except JsonError:
        found = None
    return found if isinstance(found, dict) else {"output": text}


def _declaration(function: Record) -> Record:
    made = {key: function[key] for key in ("name", "description") if function.get(key) is not None}
    schema = function.get("parameters")
    if not isinstance(schema, dict):
        return made
    return {**made, "parameters": _upper(schema)} if _simple(schema) else {**made, "parametersJsonSchema": schema}


def _simple(schema: Any) -> bool:
    """Whether Gemini's schema language has a word for everything here."""
    if not isinstance(schema, dict) or not schema.keys() <= _KEYWORDS or not isinstance(schema.get("type"), str):
        return False
    properties = schema.get("properties", {})
    inner = list(properties.values()) if isinstance(properties, dict) else [None]
    inner += [schema["items"]] if "items" in schema else []
    return "anyOf" not in schema and all(map(_simple, inner))


def _upper(schema: Record) -> Record:
    made = {**schema, "type": schema["type"].upper()}
    if "items" in schema:
        made["items"] = _upper(schema["items"])
    if "properties" in schema:
        made["properties"] = {name: _upper(inner) for name, inner in schema["properties"].items()}
    return made
