"""Content in parts: texts under any of the names that frameworks use, media as they are; nothing that says nothing.

A part of text must have its text; a part of no known kind must hold something. Otherwise the row is at fault: a message
that reads as empty though its writer said something is worse than a row that is refused.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..types import ChatError
from .reading import Raw, Reading

_TEXT_TYPES = frozenset({"text", "input_text", "output_text"})
_TEXT_FIELDS = ("text", "value", "content")
_MEDIA = frozenset(
    {
        "audio",
        "audio_url",
        "codeExecutionResult",
        "executableCode",
        "file",
        "fileData",
        "file_data",
        "image",
        "image_url",
        "inlineData",
        "inline_data",
        "video",
        "video_url",
    }
)
LLAMAFACTORY = "llamafactory-v1"


def checked_parts(parts: list[Any], path: str, reading: Reading) -> str | list[Any]:
    """The parts, each with its text under `text`; LLaMA-Factory's are joined where all of them are text."""
    made = [_checked_part(part, f"{path}[{index}]") for index, part in enumerate(parts)]
    if not any(isinstance(part.get("value"), str) for part in parts):
        return made if any(new is not old for new, old in zip(made, parts, strict=True)) else parts
    reading.see(LLAMAFACTORY)
    texts = [part["text"] for part in made if part.get("type", "text") in _TEXT_TYPES]
    return "".join(texts) if len(texts) == len(made) else made


def _checked_part(part: Any, path: str) -> Raw:
    if not isinstance(part, dict):
        raise ChatError(path, phrase("chat.not_object"))
    kind = part.get("type")
    if kind is None:
        kind = "text" if _text_field(part) is not None else next((key for key in part if key in _MEDIA), None)
    if not isinstance(kind, str):
        raise ChatError(path, phrase("chat.unknown_part"))
    if kind in _TEXT_TYPES:
        return _text_part(part, path)
    if isinstance(part.get("value"), str) and len(part) == 2:
        return {"type": kind, kind: {"url": part["value"]} if kind.endswith("_url") else part["value"]}
    if kind not in _MEDIA and len(part) < 2:
        raise ChatError(path, phrase("chat.unknown_part"))
    return part


def _text_part(part: Raw, path: str) -> Raw:
    key = _text_field(part)
    if key is None:
        raise ChatError(path, phrase("chat.no_part_text"))
    if key == "text":
        return part
    return {**{name: value for name, value in part.items() if name != key}, "text": part[key]}


def _text_field(part: Raw) -> str | None:
    """The key under which a part has its text."""
    return next((key for key in _TEXT_FIELDS if isinstance(part.get(key), str)), None)
