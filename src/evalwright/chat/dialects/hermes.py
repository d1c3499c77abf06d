"""Calls and results written as text inside ordinary messages, the Hermes and Qwen way.

This works on messages that another dialect has read already. Only an assistant's text can call; only a message that
holds nothing but `<tool_response>` blocks is a result, and a user's only after a call was made in text.
"""

from __future__ import annotations

import json
import re

from ..spans import members
from ..text_calls import calls_in_text
from .reading import Raw, Reading, assistant, make_call

_OPEN, _CLOSE = "<tool_response>", "</tool_response>"
_TOOLS = re.compile(r"<tools>|</tools>")


def read(message: Raw, path: str, reading: Reading) -> list[Raw]:
    """The message itself, or what its text stands for."""
    content = message.get("content")
    if not isinstance(content, str):
        return [message]
    if message["role"] == "assistant":
        if "<tool_call>" not in content or "tool_calls" in message:
            return [message]
        return [_with_calls(message, content, path, reading)]
    if _OPEN in content and _may_answer(message, reading):
        bodies = _bodies(content)
        if bodies:
            reading.see("hermes")
            kept = {key: value for key, value in message.items() if key not in ("role", "content")}
            return [_tool_response_message(body, kept, reading) for body in bodies]
    return [message]


def tools_text(system: str) -> list[str]:
    """The texts between `<tools>` tags of a system prompt, where Hermes and Qwen put the definitions."""
    found: list[str] = []
    start: int | None = None
    for tag in _TOOLS.finditer(system):
        if tag.group() == "<tools>":
            start = tag.end()
        elif start is not None:
            found.append(system[start : tag.start()].strip())
            start = None
    return found


def _with_calls(message: Raw, content: str, path: str, reading: Reading) -> Raw:
    read = calls_in_text(content, reading.tools)
    if not read.calls:
        return message
    reading.see("hermes")
    functions = [call["function"] for call in read.calls]
    reading.text_call_names = {function["name"] for function in functions if function["name"]}
    if any(function["name"] is None for function in functions):
        reading.note("unreadable_calls")
    calls = [make_call(None, function["name"], function["arguments"], path) for function in functions]
    kept = {key: value for key, value in message.items() if key not in ("role", "content")}
    if read.reasoning:
        kept.pop("reasoning_content", None)
    return assistant(read.text, calls, read.reasoning, **kept)


def _may_answer(message: Raw, reading: Reading) -> bool:
    if message["role"] == "tool":
        return "tool_call_id" not in message
    return message["role"] == "user" and "hermes" in reading.dialects


def _bodies(content: str) -> list[str]:
    """What stands in the blocks, or nothing where there is text beside them."""
    bodies: list[str] = []
    rest = content.strip()
    at = 0
    while rest.startswith(_OPEN, at):
        close = rest.find(_CLOSE, at)
        if close < 0:
            return []
        bodies.append(rest[at + len(_OPEN) : close].strip())
        at = close + len(_CLOSE)
        while at < len(rest) and rest[at].isspace():
            at += 1
    return bodies if at == len(rest) else []


def _tool_response_message(body: str, kept: Raw, reading: Reading) -> Raw:
    """A tool message; Hermes wraps the result with the tool's name, which is taken off where it was called."""
    made: Raw = {**kept, "role": "tool", "content": body}
    try:
        parts = members(body)
        name = json.loads(parts.get("name", "null"))
    except (ValueError, RecursionError):
        return made
    if set(parts) != {"name", "content"} or not isinstance(name, str) or name not in reading.text_call_names:
        return made
    content = parts["content"]
    return made | {"name": name, "content": json.loads(content) if content.startswith('"') else content}
