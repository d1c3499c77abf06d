"""Results that are sentences already: a tool that answers in words is told in its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..phrases import Out
from .names import word_set

_SHORTEST = 9
"""A shorter text with a stop is an abbreviation."""
_BEGINS = word_set("The There This That Your You It No")
"""How a sentence begins that may stand in another one."""


def is_sentence(fields: Sequence[tuple[str, Any]]) -> bool:
    """Whether what is to be told is one text without a name, which ends as a sentence does."""
    name, value = fields[0] if len(fields) == 1 else ("-", None)
    return not name and isinstance(value, str) and value.endswith((".", "。")) and len(value) >= _SHORTEST


def write_sentence(value: str, out: Out) -> None:
    """The sentence as it is, fit to stand in another one: without its stop, and small at the beginning."""
    first, _, rest = value.rstrip(".").partition(" ")
    if first in _BEGINS and rest:
        out.text(f"{first.lower()} ")
        out.value(rest)
    else:
        out.value(value.rstrip("."))
