"""What of a result is worth saying: a few single values that a person would want to hear."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from .names import changes, words_of
from .toolview import ToolView

Told = tuple[str, Any]
"""The name of a field and its value."""


class Telling(TypedDict):
    """The slots for telling a result: `fields` of one thing, or `found` things by name, or `empty`."""

    fields: list[Told]
    found: list[tuple[Any, Told | None]]
    """Names, each with the one thing more that is said of it."""
    empty: bool
    more: NotRequired[bool]
    """Whether there are others than these."""


_FIRST = ("status", "result", "name", "title", "condition", "price", "total", "amount", "balance", "temperature")
_TOTALS = frozenset({"total", "count", "size", "page", "total_count", "limit", "offset"})
_CLOCKS = (("at",), ("time",), ("timestamp",), ("ts",), ("epoch",))
_SECONDS = 1_000_000_000
_MOST = 4
_MAX_TEXT = 80
_LISTED = 3


def told_of(value: Any, view: ToolView, rng: random.Random) -> Telling:
    """What is said of a result."""
    if isinstance(value, Mapping):
        rows = next((inner for inner in value.values() if isinstance(inner, list)), None)
        plain = _fields(value)
        if rows is not None and (view.act == "list" or all(name.lower() in _TOTALS for name, _ in plain)):
            return _list_summary(rows)
        asked = {param.name for param in view.params}
        if not changes(view.act):  # nobody wants to be told what they asked
            plain = [field for field in plain if field[0] not in asked] or plain
        told = _without_inner_numbers(plain, view, asked)
        return {"fields": _chosen(told, asked, rng), "found": [], "empty": False}
    if isinstance(value, list):
        return _list_summary(value)
    plain_value = value if sayable(value) else None
    return {"fields": [("", plain_value)] if plain_value is not None else [], "found": [], "empty": False}


def _without_inner_numbers(fields: list[Told], view: ToolView, asked: set[str]) -> list[Told]:
    """A bare number for another thing than the one that a tool is about says nothing, where there is more to tell."""
    own = {"id", f"{view.noun}_id", *asked}
    kept = [(name, value) for name, value in fields if name in own or not _is_number_of(name, value)]
    return kept or fields


def _is_number_of(name: str, value: Any) -> bool:
    return isinstance(value, int) and words_of(name)[-1:] == ("id",)


def sayable(value: Any) -> bool:
    """Whether a value can stand in a sentence."""
    if isinstance(value, str):
        return 0 < len(value) <= _MAX_TEXT and value.isprintable() and value.strip() == value
    return isinstance(value, int | float) and not isinstance(value, bool)


def _list_summary(rows: list[Any]) -> Telling:
    found = []
    for row in rows[:_LISTED]:
        name = name_of(row) if isinstance(row, Mapping) else row if sayable(row) else None
        if name is not None:
            found.append((name, _aside(row, name)))
    return {"fields": [], "found": found, "empty": not rows, "more": len(rows) > len(found) > 0}


def _aside(row: Any, name: Any) -> Told | None:
    """The one thing more that is said of each in a list."""
    if not isinstance(row, Mapping):
        return None
    for wanted in ("price", "status", "due", "date", "time", "rating", "author", "state", "created"):
        for key, value in row.items():
            if wanted in words_of(str(key)) and _is_told(str(key), value) and value != name:
                return (str(key), value)
    first = next(iter(row.items()), ("", None))
    return (str(first[0]), first[1]) if sayable(first[1]) and first[1] != name else None


def name_of(row: Mapping[str, Any]) -> Any:
    """How a person would call this: its name, else its first single value."""
    for wanted in ("name", "title", "label"):
        for key, value in row.items():
            if wanted in words_of(str(key)) and sayable(value):
                return value
    return next((value for value in row.values() if sayable(value)), None)


def _fields(value: Mapping[str, Any]) -> list[Told]:
    found: list[Told] = []
    for key, inner in value.items():
        if _is_told(str(key), inner):
            found.append((str(key), inner))
        elif isinstance(inner, Mapping):
            found += [(str(name), each) for name, each in inner.items() if _is_told(str(name), each)][:3]
    return found[:24]


def _is_told(name: str, value: Any) -> bool:
    """Whether people say this; nobody says the seconds since 1970."""
    clock = isinstance(value, int | float) and value >= _SECONDS and words_of(name)[-1:] in _CLOCKS
    return sayable(value) and not clock


def _chosen(fields: list[Told], changed: set[str], rng: random.Random) -> list[Told]:
    """A few, what matters most first, in the order they stand."""
    count = rng.choice((2, 3, 3, _MOST))
    ranked = sorted(range(len(fields)), key=lambda at: (_rank(fields[at][0]) - 5 * (fields[at][0] in changed), at))
    return [fields[at] for at in sorted(ranked[:count])]


def _rank(name: str) -> int:
    words = words_of(name)
    for at, wanted in enumerate(_FIRST):
        if wanted in words:
            return at
    if words[-1:] in (("id",), ("at",)) or words[:1] in (("address",), ("zip",), ("country",), ("state",)):
        return len(_FIRST) + 1
    return len(_FIRST)
