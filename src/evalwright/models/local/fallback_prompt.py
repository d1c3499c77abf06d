"""Tools, calls and results written into ordinary messages, for chat templates that leave them out.

The form is that of Hermes, which most small models have met. Training and inference use the same function: what a
model is taught is to the letter what it is shown later.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.chat import JsonObject, write_calls

from .compact_tools import signature

Raw = JsonObject
"""A message as templates take it, or a tool."""

_BEFORE = "# Tools\n\nYou may call these functions:\n<tools>\n"
_AFTER = (
    "\n</tools>\n\nTo call a function, answer with its name and arguments as JSON, like this:\n"
    '<tool_call>\n{"name": "NAME", "arguments": {"KEY": "VALUE"}}\n</tool_call>'
)


def tools_text(tools: Sequence[Raw]) -> str:
    """The part of the system message that names the tools and says how they are called."""
    return _BEFORE + "\n".join(map(signature, tools)) + _AFTER


def with_tools(messages: Sequence[Raw], tools: Sequence[Raw]) -> list[Raw]:
    """The messages with the tools in the system message."""
    if not tools:
        return list(messages)
    text = tools_text(tools)
    if messages and messages[0]["role"] == "system":
        first = {**messages[0], "content": f"{messages[0]['content']}\n\n{text}".lstrip("\n")}
        return [first, *messages[1:]]
    return [{"role": "system", "content": text}, *messages]


def without_calls(messages: Sequence[Raw]) -> list[Raw]:
    """The messages with calls and results as text: results come from the user, in tags, several in one message."""
    made: list[Raw] = []
    for message in messages:
        role, text = message["role"], message["content"]
        if role == "tool":
            role, text = "user", f"<tool_response>\n{text}\n</tool_response>"
        elif role == "assistant" and message.get("tool_calls"):
            written = write_calls("hermes", message["tool_calls"])
            text = f"{text}\n{written}" if text else written
        if made and made[-1]["role"] == role:
            made[-1] = {"role": role, "content": f"{made[-1]['content']}\n{text}"}
        else:
            made.append({"role": role, "content": text})
    return made


def without_system(messages: Sequence[Raw]) -> list[Raw]:
    """The messages with what the system says at the head of the first that the user says."""
    if not messages or messages[0]["role"] != "system":
        return list(messages)
    text, rest = messages[0]["content"], list(messages[1:])
    if rest and rest[0]["role"] == "user":
        return [{**rest[0], "content": f"{text}\n\n{rest[0]['content']}"}, *rest[1:]]
    return [{"role": "user", "content": text}, *rest]
