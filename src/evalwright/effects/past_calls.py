"""The calls that a conversation has made so far, each with the result that it recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from evalwright.chat import Message, calls_of


class PastCall(NamedTuple):
    """One call of the history."""

    call: Any
    """As it stands in its message."""
    result: str | None
    """The text that answered it; None where nothing did."""


def calls_so_far(messages: Sequence[Message]) -> list[PastCall]:
    """Every call of a history, in order."""
    made: list[Any] = []
    answers: dict[str, str] = {}
    for message in messages:
        if message["role"] == "tool":
            answers.setdefault(str(message.get("tool_call_id")), _content_text(message.get("content")))
        elif message["role"] == "assistant":
            made += calls_of(message)
    return [PastCall(call, answers.get(str(call.get("id")))) for call in made]


def _content_text(content: Any) -> str:
    """The text of a message, also of one that is given in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
