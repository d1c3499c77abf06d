"""Generation settings as a local model understands them, from those of a request.

What is asked for and cannot be done is refused, so that no number is reported for settings that were not in force.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.errors import UsageError

DEFAULT_MAX_TOKENS = 512
_LENGTHS = ("max_tokens", "max_completion_tokens", "max_new_tokens")
_KNOWN = (*_LENGTHS, "temperature", "top_p", "top_k", "stop", "seed", "tool_choice", "parallel_tool_calls",
          "enable_thinking", "chat_template_kwargs")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Generation:
    """How one answer is generated."""

    max_tokens: int = DEFAULT_MAX_TOKENS
    max_tokens_given: bool = False
    """Whether the user asked for this length; the default gives way where the context has less room."""
    temperature: float = 0.0
    """0 is greedy."""
    top_p: float = 1.0
    top_k: int = 0
    stop: tuple[str, ...] = ()
    seed: int = 0
    """Decided by the content of the request, so that the company in a batch never changes an answer."""
    tools: bool = True
    template: tuple[tuple[str, Any], ...] = ()
    """What the chat template is told besides, such as enable_thinking."""


def read_settings(settings: Mapping[str, Any], content: bytes, tag: str = "") -> Generation:
    """The settings of a request whose prepared bytes are `content`; UsageError where one cannot be kept."""
    for name in settings:
        if name not in _KNOWN:
            raise UsageError.named("model.setting", name=repr(name), known=", ".join(sorted(_KNOWN)))
    length = next((settings[name] for name in _LENGTHS if settings.get(name) is not None), None)
    choice = settings.get("tool_choice", "auto")
    if choice not in ("auto", "none", None):
        raise UsageError.named("model.tool_choice")
    return Generation(
        max_tokens=_check_number(length, "max_tokens", int, 1) or DEFAULT_MAX_TOKENS,
        max_tokens_given=length is not None,
        temperature=_check_number(settings.get("temperature"), "temperature", float, 0) or 0.0,
        top_p=_check_number(settings.get("top_p"), "top_p", float, 0) or 1.0,
        top_k=max(0, _check_number(settings.get("top_k"), "top_k", int, -1) or 0),
        stop=_stops(settings.get("stop")),
        seed=_seed(_check_number(settings.get("seed"), "seed", int, None) or 0, content, tag),
        tools=choice != "none",
        template=_for_template(settings),
    )


def _check_number(value: Any, name: str, kind: type[Any], least: float | None) -> Any:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, kind)) or (least is not None and value < least):
        raise UsageError.named("model.setting_value", name=name, value=repr(value))
    return kind(value)


def _stops(value: Any) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value or []
    if not isinstance(listed, list | tuple) or not all(isinstance(text, str) and text for text in listed):
        raise UsageError.named("model.stop")
    return tuple(listed)


def _seed(seed: int, content: bytes, tag: str) -> int:
    mark = hashlib.blake2b(content, digest_size=8)
    mark.update(f"\0{seed}\0{tag}".encode())
    return int.from_bytes(mark.digest(), "big") >> 1


def _for_template(settings: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    told = settings.get("chat_template_kwargs")
    found = dict(told) if isinstance(told, Mapping) else {}
    if "enable_thinking" in settings:
        found["enable_thinking"] = settings["enable_thinking"]
    return tuple(sorted(found.items()))
