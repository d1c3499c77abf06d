"""Results that speak to whoever reads them: orders to an assistant are neither told to a user nor followed."""

from __future__ import annotations

import re

from evalwright.text import resource_json

_WORDS: dict[str, list[str]] = resource_json(__package__, "words/instructing.json")
_ORDERS = (re.compile("|".join(_WORDS["any_case"]), re.I), re.compile("|".join(_WORDS["exact"])))
_READ = 20_000
"""Characters of a text that are looked at."""


def instructs(text: str) -> bool:
    """Whether a text gives orders to the assistant that reads it."""
    return any(pattern.search(text[:_READ]) for pattern in _ORDERS)
