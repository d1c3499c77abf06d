"""Reading values that may be of any type: what is not what it should be counts as absent."""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject


def mapping(value: Any) -> JsonObject:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listing(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def words(value: Any) -> str:
    """The value if it is text, without the space around it, else nothing."""
    return value.strip() if isinstance(value, str) else ""
