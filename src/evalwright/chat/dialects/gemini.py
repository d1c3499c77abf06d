"""Gemini's contents: a role (`user`, `model`, `function`) and parts, with calls and results among them, without ids."""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..types import ChatError
from .parts import checked_parts
from .reading import Raw, Reading, assistant, json_text, named_call

_ROLES = {"user": "user", "model": "assistant", "assistant": "assistant", "function": "tool", "tool": "tool"}
_CALL = ("functionCall", "function_call")
_RESULT = ("functionResponse", "function_response")


def speaks(raw: Raw) -> bool:
    """Whether the element has parts."""
    return "parts" in raw


def read(raw: Raw, path: str, reading: Reading) -> list[Raw]:
    """The canonical messages for one content."""
    reading.see("gemini")
    role = raw.get("role", "user")
    known = _ROLES.get(role) if isinstance(role, str) else None
    if known is None:
        raise ChatError(f"{path}.role", phrase("chat.gemini_role"))
    parts = as_parts(raw["parts"], f"{path}.parts")
    if known == "assistant":
        return [_read_model(parts, path)]
    return _read_others(parts, "user" if known == "tool" else known, path)


def as_parts(value: object, path: str) -> list[Raw]:
    """The parts of a content; a single part may stand without its list."""
    parts = [value] if isinstance(value, dict) else value
    if not isinstance(parts, list):
        raise ChatError(path, phrase("chat.not_list"))
    for index, part in enumerate(parts):
        if not isinstance(part, dict):
            raise ChatError(f"{path}[{index}]", phrase("chat.not_object"))
    return parts


def said(parts: list[Raw], path: str) -> str | list[Any]:
    """Parts as message content: text where all is text, else the parts."""
    texts = [part.get("text") for part in parts]
    if all(isinstance(text, str) for text in texts):
        return "".join(texts)  # type: ignore[arg-type]
    return checked_parts(parts, path, Reading())


def _read_model(parts: list[Raw], path: str) -> Raw:
    calls: list[Raw] = []
    words: list[Raw] = []
    thoughts: list[str] = []
    for index, part in enumerate(parts):
        call = _inside(part, _CALL)
        if call is not None:
            calls.append(named_call(call.get("id"), call.get("name"), call.get("args"), f"{path}.parts[{index}]"))
        elif part.get("thought") is True and isinstance(part.get("text"), str):
            thoughts.append(part["text"])
        else:
            words.append(part)
    return assistant(said(words, f"{path}.parts"), calls, "".join(thoughts))


def _read_others(parts: list[Raw], role: str, path: str) -> list[Raw]:
    made: list[Raw] = []
    words: list[Raw] = []
    for index, part in enumerate(parts):
        result = _inside(part, _RESULT)
        if result is None:
            words.append(part)
            continue
        if words:
            made.append({"role": role, "content": said(words, f"{path}.parts")})
            words = []
        made.append(_function_response_message(result, f"{path}.parts[{index}]"))
    if words or not parts:
        made.append({"role": role, "content": said(words, f"{path}.parts")})
    return made


def _function_response_message(result: Raw, path: str) -> Raw:
    response = result.get("response")
    content = response if isinstance(response, str) else "" if response is None else json_text(response, path)
    made: Raw = {"role": "tool", "content": content}
    if isinstance(result.get("name"), str):
        made["name"] = result["name"]
    if isinstance(result.get("id"), str) and result["id"]:
        made["tool_call_id"] = result["id"]
    return made


def _inside(part: Raw, keys: tuple[str, str]) -> Raw | None:
    return next((part[key] for key in keys if isinstance(part.get(key), dict)), None)
