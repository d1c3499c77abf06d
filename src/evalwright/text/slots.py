"""A sentence as it is written in a word file, and the sentence with its values put in.

`{name}` is a value, `{name:,}` a number with its thousands apart, `{name|one|many}` a word that depends on a number.
Values are put in as they are and never read again as a template, so text from data cannot reach anything through
them. Standard library alone: the standalone grader carries this file along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SLOT = re.compile(r"\{(\w+)(?:(:,)|\|([^{}|]*)\|([^{}|]*))?\}")


def filled(sentence: str, values: Mapping[str, Any]) -> str:
    """The sentence with its values; KeyError where one is missing."""
    if "{" not in sentence:
        return sentence
    return _SLOT.sub(lambda slot: _value(slot, values), sentence)


def _value(slot: re.Match[str], values: Mapping[str, Any]) -> str:
    name, grouped, one, many = slot.groups()
    value = values[name]
    if grouped:
        return f"{value:,}" if isinstance(value, (int, float)) else str(value)
    if one is None:
        return str(value)
    return str(one if value == 1 else many)
