"""A sentence as it is written in a word file, and the sentence with its values put in.

`{name}` is a value, `{name:,}` a number with its thousands apart, `{name|one|many}` a word that depends on a number.
Values are put in as they are and never read again as a template, so text from data cannot reach anything through
them. Standard library alone: the standalone grader carries this file along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

_SLOT = re.compile(r"\{(\w+)(:,|\|[^{}|]*\|[^{}|]*)?\}")


def filled(sentence: str, values: Mapping[str, Any]) -> str:
    """The sentence with its values; KeyError where one is missing."""
    if "{" not in sentence:
        return sentence
    text, *slots = _split_slots(sentence)
    threes = zip(slots[::3], slots[1::3], slots[2::3], strict=True)
    return text + "".join([_format_slot(values[name], form) + after for name, form, after in threes])


@lru_cache(maxsize=4096)
def _split_slots(sentence: str) -> list[str]:
    """The text before the first slot; then for each slot its name, its form and the text after it."""
    return [part or "" for part in _SLOT.split(sentence)]


def _format_slot(value: Any, form: str) -> str:
    if not form:
        return str(value)
    if form == ":,":
        return f"{value:,}" if isinstance(value, (int, float)) else str(value)
    _, one, many = form.split("|")
    return one if value in (1, "1") else many
