"""Whether a tool's result holds anything that could be told."""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonError, loads_text

from .answer_words import empty_result

_SHORT = 120
"""Characters of a text that may say nothing but that there is nothing."""


def is_empty_result(text: str) -> bool:
    """Whether a result is empty: no text, `[]`, `{"items": [], "total": 0}`, or words for that."""
    if len(text) >= _SHORT:
        return text.isspace()
    if text[:1] in "{[":
        try:
            return _holds_nothing(loads_text(text))
        except JsonError:
            return False
    return not text.strip() or empty_result().search(text) is not None


def _holds_nothing(value: Any) -> bool:
    if isinstance(value, dict | list):
        return all(map(_holds_nothing, value.values() if isinstance(value, dict) else value))
    return value is None or value == "" or (value == 0 and not isinstance(value, bool))
