"""The single values of a tool's result, each under the name that says what it is: the key that it stands at.

Only what a name may make an id is looked for, so results that are no JSON objects or lists have none.
"""

from __future__ import annotations

import re
from typing import Any

from evalwright.chat import JsonError, loads_text

MAX_VALUES = 50_000
"""Keys and values of one result that are looked at; more is a table, not an answer."""
_LAST = re.compile(r"([^.\[\]]+)(?:\[\d+\])*$")
_STEPS = re.compile(r"[.\[\]]")

NamedValue = tuple[str, Any]


def named_values(text: str) -> list[NamedValue]:
    """Every value inside a result, with the last key on the way to it; a key that is a path is a value itself."""
    if text.lstrip()[:1] not in ("{", "["):
        return []
    try:
        content = loads_text(text)
    except JsonError:
        return []
    found: list[NamedValue] = []
    _collect_values(content, "$", found, MAX_VALUES)
    return found


def _collect_values(value: Any, name: str | None, found: list[NamedValue], left: int) -> int:
    """Add the values inside; how many more may be looked at."""
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if left <= 0:
                return 0
            last: str | None = key
            if not key or _STEPS.search(key):
                match = _LAST.search(f".{key}")
                last = match[1] if match else None
                if last is not None and last != key:
                    found.append((last, key))
            left = _collect_values(inner, last, found, left - 1)
    elif kind is list:
        for inner in value:
            if left <= 0:
                return 0
            left = _collect_values(inner, name, found, left)
    else:
        if left > 0 and name is not None and value != name:
            found.append((name, value))
        return left - 1
    return left
