"""A sample of inspect's logs: its messages, with calls as inspect writes them, long texts put back from `attachments`,
and tools from the last model call among the events.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..dialects.reading import Raw, json_text
from ..types import ChatError
from .fields import without

_ATTACHMENT = "attachment://"
LEFT_OUT = ("events", "store", "timelines")
"""Keys of a sample that say how the run went, for which a conversation has no place."""
_SAID_TWICE = ("messages", "attachments", "output", "events_data", "message_pool", "call_pool")


def sample(record: Raw) -> Raw | None:
    """The conversation of a sample."""
    messages = record["messages"]
    if not isinstance(messages, list):
        raise ChatError("messages", phrase("chat.not_list"))
    if not messages:
        error = record.get("error")
        told = error.get("message") if isinstance(error, dict) else None
        why = phrase("chat.no_answer_error", error=str(told)[:200]) if told else phrase("chat.empty_messages")
        raise ChatError("messages", why)
    attachments = record.get("attachments")
    texts = attachments if isinstance(attachments, dict) else {}
    made: Raw = {
        "messages": [
            _inspect_message(_with_attachments(message, texts), index) for index, message in enumerate(messages)
        ]
    }
    tools = _inspect_tools(record.get("events"), texts)
    made |= {"tools": tools} if tools else {}
    rest = without(record, *LEFT_OUT, *_SAID_TWICE)
    epoch = record.get("epoch")
    if isinstance(epoch, int) and epoch > 1 and isinstance(record.get("id"), int | str):
        rest["id"] = f"{record['id']}_epoch_{epoch}"
    return {**made, **rest}


def _with_attachments(value: Any, texts: Raw) -> Any:
    """A value with the texts that were kept apart put back."""
    if isinstance(value, str):
        found = texts.get(value.removeprefix(_ATTACHMENT)) if value.startswith(_ATTACHMENT) else None
        return found if isinstance(found, str) else value
    if isinstance(value, list):
        return [_with_attachments(inner, texts) for inner in value]
    return {key: _with_attachments(inner, texts) for key, inner in value.items()} if isinstance(value, dict) else value


def _inspect_message(message: Any, index: int) -> Any:
    """A message in OpenAI's shape; the name of a result's tool stands under `function`."""
    if not isinstance(message, dict):
        return message
    made = without(message, "function", "tool_calls") if message.get("role") in ("assistant", "tool") else dict(message)
    calls = message.get("tool_calls")
    if message.get("role") == "assistant" and calls:
        if not isinstance(calls, list):
            raise ChatError(f"messages[{index}].tool_calls", phrase("chat.not_list"))
        where = f"messages[{index}].tool_calls"
        made["tool_calls"] = [_inspect_call(call, f"{where}[{number}]") for number, call in enumerate(calls)]
    if message.get("role") == "tool" and isinstance(message.get("function"), str):
        made["name"] = message["function"]
    return made


def _inspect_call(call: Any, path: str) -> Raw:
    name = call.get("function") if isinstance(call, dict) else None
    if not isinstance(name, str) or not name:
        raise ChatError(path, phrase("chat.missing_name"))
    arguments = call.get("arguments")
    text = arguments if isinstance(arguments, str) else json_text({} if arguments is None else arguments, path)
    return {"id": call.get("id"), "type": "function", "function": {"name": name, "arguments": text}}


def _inspect_tools(events: Any, texts: Raw) -> list[Any]:
    """The tools of the last model call that had any."""
    for event in reversed(events if isinstance(events, list) else []):
        tools = event.get("tools") if isinstance(event, dict) and event.get("event") == "model" else None
        if isinstance(tools, list) and tools:
            return [_with_attachments(without(tool, "options"), texts) for tool in tools if isinstance(tool, dict)]
    return []
