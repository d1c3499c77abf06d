"""Messages of OpenTelemetry's GenAI conventions: a role and parts, as messages of OpenAI's shape.

A message with several results becomes as many messages of the role tool. Parts that a conversation has no place for
are named in `lost`; a part of an unknown type, or a message that would be empty, is a `SpanError`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .span import SpanError, lost_phrase, text_of

_ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "model": "assistant",
}
_NO_PLACE = (
    *("server_tool_call", "server_tool_call_response", "compaction"),
    "Microsoft.Extensions.AI.TextReasoningContent",  # encrypted
)


def messages_of_parts(value: Any, name: str, lost: list[str]) -> list[JsonObject]:
    """The messages of `gen_ai.input.messages` and its like."""
    if not isinstance(value, list):
        raise SpanError(phrase("import.traces.no_list", name=name))
    made: list[JsonObject] = []
    for each in value:
        plain = _plain_message(each)
        if plain is not None:
            made.append(plain)
        else:
            made += _of_message(each, name, lost)
    return made


def _plain_message(message: Any) -> JsonObject | None:
    """The message of one part, as nearly all are: a text, a call or a result; None for all others.

    Histories are sent again in every span, so this is where most of the time of an import goes.
    """
    try:
        role, (part,) = message["role"], message["parts"]
        kind = part["type"]
        if kind == "text" and role in ("user", "assistant", "system") and type(part["content"]) is str:
            return {"role": role, "content": part["content"]}
        if kind == "tool_call_response" and type(part["response"]) is str and type(part["id"]) is str:
            return {"role": "tool", "content": part["response"], "tool_call_id": part["id"]}
        if kind == "tool_call" and role == "assistant" and part["id"]:
            return {"role": role, "content": None, "tool_calls": [_part_call(part)]}
    except (KeyError, TypeError, ValueError):
        pass  # of another shape, or wrong: said by whoever reads it in full
    return None


def system_of_parts(value: Any, name: str, lost: list[str]) -> list[JsonObject]:
    """The system message of `gen_ai.system_instructions`."""
    if isinstance(value, str) and value:
        return [{"role": "system", "content": value}]
    if not isinstance(value, list):
        raise SpanError(phrase("import.traces.no_list", name=name))
    return list(_of_message({"role": "system", "parts": value}, name, lost)) if value else []


def _of_message(message: Any, name: str, lost: list[str]) -> Iterator[JsonObject]:
    if not isinstance(message, dict):
        raise SpanError(phrase("import.traces.no_message", name=name))
    given = message.get("role")
    role = _ROLES.get(given) if isinstance(given, str) else None
    if role is None:
        raise SpanError(phrase("import.traces.role", role=repr(message.get("role"))[:60]))
    parts = message.get("parts")
    if parts is None and "content" in message:
        parts = _parts_of_content(message["content"])
    if not isinstance(parts, list):
        raise SpanError(phrase("import.traces.no_parts", name=name))
    reader = _Parts(role, lost)
    for part in parts:
        yield from reader.take(part)
    yield from reader.rest(empty=not parts)


def _parts_of_content(content: Any) -> Any:
    return [{"type": "text", "content": content}] if isinstance(content, str) else content


class _Parts:
    """The parts of one message on their way into messages."""

    def __init__(self, role: str, lost: list[str]) -> None:
        self.role = role
        self.lost = lost
        self.content: list[JsonObject] = []
        self.calls: list[JsonObject] = []
        self.reasoning: list[str] = []
        self.told = False

    def take(self, part: Any) -> Iterator[JsonObject]:
        if not isinstance(part, dict):
            raise SpanError(phrase("import.traces.part", type=repr(part)[:60]))
        kind = part.get("type")
        if kind == "tool_call_response":
            yield from self._so_far()
            yield self._result(part)
        elif kind == "text":
            self.content.append({"type": "text", "text": _part_content(part)})
        elif kind == "tool_call":
            self.calls.append(_part_call(part))
        elif kind in ("reasoning", "thinking"):
            self.reasoning.append(_part_content(part))
        elif kind in ("uri", "blob", "file", "image-url", "image"):
            self.content.append(_media(part))
        elif kind in _NO_PLACE:
            self.told = True
            self.lost.append(lost_phrase("part", type=kind))
        else:
            raise SpanError(phrase("import.traces.part", type=repr(kind)[:60]))

    def _result(self, part: JsonObject) -> JsonObject:
        self.told = True
        result = part.get("response", part.get("result"))
        if result is None and "response" not in part and "result" not in part:
            self.lost.append(lost_phrase("results"))
        made: JsonObject = {"role": "tool", "content": text_of(result) or ""}
        return made | ({"tool_call_id": part["id"]} if isinstance(part.get("id"), str) else {})

    def rest(self, *, empty: bool = False) -> Iterator[JsonObject]:
        """The message of what is left; SpanError where parts were given and nothing came of them."""
        yield from self._so_far()
        if not self.told and not empty:
            raise SpanError(phrase("import.traces.no_parts", name=self.role))

    def _so_far(self) -> Iterator[JsonObject]:
        """The message of what was taken since the last result."""
        if self.role == "tool" and self.content and not self.calls:
            self.told = True
            yield {"role": "tool", "content": self._part_said()}
        elif self.content or self.calls or self.reasoning:
            self.told = True
            yield self._part_message()
        self.content, self.calls, self.reasoning = [], [], []

    def _part_message(self) -> JsonObject:
        made: JsonObject = {"role": self.role, "content": self._part_said()}
        if self.calls:
            made["tool_calls"] = self.calls
        if self.reasoning:
            made["reasoning_content"] = "".join(self.reasoning)
        return made

    def _part_said(self) -> str | list[JsonObject] | None:
        if not self.content:
            return None if self.calls else ""
        if all(part["type"] == "text" for part in self.content) and (len(self.content) == 1 or self.role != "user"):
            return "".join(part["text"] for part in self.content)
        return self.content


def _part_content(part: JsonObject) -> str:
    content = part.get("content", part.get("text"))
    if not isinstance(content, str):
        raise SpanError(phrase("import.traces.no_content", type=repr(part.get("type"))[:60]))
    return content


def _part_call(part: JsonObject) -> JsonObject:
    name = part.get("name")
    if not isinstance(name, str) or not name:
        raise SpanError(phrase("import.traces.no_name"))
    function = {"name": name, "arguments": text_of(part.get("arguments")) or "{}"}
    made: JsonObject = {"type": "function", "function": function}
    return ({"id": part["id"]} if isinstance(part.get("id"), str) else {}) | made


def _media(part: JsonObject) -> JsonObject:
    """An image or a file as the part of a message that it was."""
    address = part.get("uri") or part.get("url")
    if part["type"] == "blob" and isinstance(part.get("content"), str):
        address = f"data:{part.get('mime_type') or 'application/octet-stream'};base64,{part['content']}"
    if isinstance(part.get("file_id"), str):
        return {"type": "file", "file": {"file_id": part["file_id"]}}
    if not isinstance(address, str):
        raise SpanError(phrase("import.traces.no_content", type=repr(part["type"])[:60]))
    return {"type": "image_url", "image_url": {"url": address}}
