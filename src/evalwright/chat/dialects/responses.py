"""Items of OpenAI's Responses API: messages, calls and results stand side by side in one list.

Calls that follow one another, or follow what the assistant said, are one turn, so they join one message.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..types import ChatError
from . import blocks
from .reading import Raw, Reading, clean_id, joined, named_call, open_call, result_content

_TEXT = frozenset({"input_text", "output_text", "text", "summary_text", "reasoning_text"})


def speaks(raw: Raw) -> bool:
    """Whether the element is an item: typed, and either a typed message or without a role."""
    kind = raw.get("type")
    return isinstance(kind, str) and (kind == "message" or "role" not in raw)


def message(raw: Raw, reading: Reading) -> Raw:
    """A message item as an ordinary message, its text parts joined; OpenAI's reader finishes it."""
    if not blocks.speaks(raw):  # Anthropic types its messages in the same way
        reading.see("responses")
    kept = {key: value for key, value in raw.items() if key not in ("type", "id", "status")}
    content = raw.get("content")
    if isinstance(content, list):
        text = joined(content, _TEXT, "")
        kept["content"] = content if text is None else text
    if raw.get("role") == "assistant" and reading.reasoning:
        kept["reasoning_content"], reading.reasoning = reading.reasoning, None
    return kept


def read(raw: Raw, path: str, reading: Reading, made: list[Raw]) -> list[Raw]:
    """The messages for any other item; a call that joins the turn before it changes `made` and gives none."""
    kind = raw["type"]
    reading.see("responses")
    if kind == "function_call":
        return _add_function_call(raw, path, reading, made)
    if kind == "function_call_output":
        return [_function_output_message(raw, path)]
    if kind == "reasoning":
        reading.reasoning = _reasoning(raw)
        return []
    raise ChatError(f"{path}.type", phrase("chat.unknown_type", kind=kind[:40]))


def _add_function_call(raw: Raw, path: str, reading: Reading, made: list[Raw]) -> list[Raw]:
    call_id = raw.get("call_id", raw.get("id"))
    call = named_call(call_id, raw.get("name"), raw.get("arguments"), f"{path}.arguments")
    return open_call(call, reading, made)


def _function_output_message(raw: Raw, path: str) -> Raw:
    made: Raw = {"role": "tool", "content": result_content(raw.get("output"), f"{path}.output")}
    call_id = clean_id(raw.get("call_id"))
    return made if call_id is None else made | {"tool_call_id": call_id}


def _reasoning(raw: Raw) -> str | None:
    parts: list[Any] = []
    for key in ("content", "summary"):
        value = raw.get(key)
        if isinstance(value, list) and value:
            parts = value
            break
    return joined(parts, _TEXT, "\n") or None
