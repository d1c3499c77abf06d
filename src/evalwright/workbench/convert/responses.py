"""OpenAI's Responses API: messages, calls and results side by side in one list of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalwright.chat import Conversation, Message, calls_of

from .parts import Record, head


def write_responses(conversation: Conversation) -> Record:
    """The record: what would be sent as a request."""
    made = head(conversation)
    made["input"] = [item for message in conversation.messages for item in _items(message)]
    if conversation.tools:
        made["tools"] = [_responses_tool(tool.to_dict()) for tool in conversation.tools]
    if conversation.parallel_tool_calls is not None:
        made["parallel_tool_calls"] = conversation.parallel_tool_calls
    return made


def _items(message: Message) -> Iterator[Record]:
    content, calls = message.get("content"), calls_of(message)
    if message["role"] == "tool":
        call_id = message.get("tool_call_id") or ""
        yield {"type": "function_call_output", "call_id": call_id, "output": content or ""}
        return
    thought = message.get("reasoning_content")
    if isinstance(thought, str) and thought and message["role"] == "assistant":
        yield {"type": "reasoning", "summary": [{"type": "summary_text", "text": thought}]}
    if content or not calls:
        yield {"type": "message", "role": message["role"], "content": _responses_content(content, message["role"])}
    for call in calls:
        function = call["function"]
        made = {"name": function["name"], "arguments": function["arguments"]}
        yield {"type": "function_call", "call_id": call["id"], **made}


def _responses_content(content: Any, role: str) -> list[Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    if isinstance(content, list):
        return [_responses_part(part, kind) for part in content]
    return [{"type": kind, "text": content or ""}]


def _responses_part(part: Any, kind: str) -> Any:
    """A content part of the chat shape in the words of this one."""
    found = part.get("type") if isinstance(part, dict) else None
    if found == "text":
        return {**part, "type": kind}
    image = part.get("image_url") if found == "image_url" else None
    return {"type": "input_image", "image_url": image["url"]} if isinstance(image, dict) and "url" in image else part


def _responses_tool(raw: Record) -> Record:
    function = raw.get("function")
    return {"type": "function", **function} if isinstance(function, dict) else raw
