"""Anthropic's shape: the system prompt apart, calls and results as content blocks."""

from __future__ import annotations

from typing import Any

from evalwright.chat import Conversation, Message, calls_of
from evalwright.text import phrase

from .parts import Record, Unfit, functions_of, head, object_arguments, split_system

_PARTS = frozenset({"text", "image", "document"})
_NO_ARGUMENTS: Record = {"type": "object", "properties": {}}


def write_anthropic(conversation: Conversation) -> Record:
    """The record."""
    system, messages = split_system(conversation.messages)
    made = head(conversation)
    if system:
        made["system"] = system
    made["messages"] = []
    for message in messages:
        _add_anthropic_message(made["messages"], message)
    if conversation.tools:
        made["tools"] = [_anthropic_tool(function) for function in functions_of(conversation)]
    return made


def _add_anthropic_message(made: list[Record], message: Message) -> None:
    """One message more; results, and what the user says after them, are one turn of the user."""
    content = message.get("content")
    _check_content_parts(content)
    if message["role"] == "tool":
        if made and _holds_results(made[-1]) and made[-1]["content"][-1]["type"] == "tool_result":
            made[-1]["content"].append(_tool_result_block(message))
        else:
            made.append({"role": "user", "content": [_tool_result_block(message)]})
    elif message["role"] == "user" and made and _holds_results(made[-1]) and isinstance(content, str) and content:
        if made[-1]["content"][-1]["type"] == "text":
            made.append({"role": "user", "content": content})
        else:
            made[-1]["content"].append({"type": "text", "text": content})
    elif message["role"] == "assistant":
        made.append({"role": "assistant", "content": _blocks(message)})
    else:
        made.append({"role": message["role"], "content": content or ""})


def _check_content_parts(content: Any) -> None:
    for part in content if isinstance(content, list) else ():
        kind = part.get("type") if isinstance(part, dict) else None
        if not isinstance(kind, str) or kind not in _PARTS:
            raise Unfit(phrase("convert.unfit.part", kind=repr(str(kind)[:80])))


def _holds_results(message: Record) -> bool:
    content = message["content"]
    return message["role"] == "user" and isinstance(content, list) and content[0].get("type") == "tool_result"


def _tool_result_block(message: Message) -> Record:
    made: Record = {
        "type": "tool_result",
        "tool_use_id": message.get("tool_call_id") or "",
        "content": message.get("content") or "",
    }
    return {**made, "is_error": True} if message.get("is_error") is True else made


def _blocks(message: Message) -> Any:
    content, calls, thought = message.get("content"), calls_of(message), message.get("reasoning_content")
    if not calls and not thought:
        return content or ""
    blocks: list[Record] = []
    if isinstance(thought, str) and thought:
        blocks.append({"type": "thinking", "thinking": thought, "signature": ""})
    if isinstance(content, list):
        blocks += content
    elif content:
        blocks.append({"type": "text", "text": content})
    for call in calls:
        arguments = object_arguments(call, "anthropic")
        blocks.append({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": arguments})
    return blocks


def _anthropic_tool(function: Record) -> Record:
    made = {key: function[key] for key in ("name", "description") if function.get(key) is not None}
    return {**made, "input_schema": function.get("parameters") or _NO_ARGUMENTS}
