"""Whether a made-up thing is one of those that a search asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .names import key_of, words_of
from .parameters import Param

_LOW, _HIGH = (
    frozenset({"min", "minimum", "from", "after", "since", "start"}),
    frozenset({"max", "maximum", "until", "before", "end"}),
)
_PAGING = frozenset(
    {"limit", "page", "offset", "sort", "per_page", "max_results", "order_by", "top_k", "lang", "language"}
)
_FREE = frozenset({"query", "keyword", "keywords", "search", "text", "q", "term"})


def matches(record: Mapping[str, Any], param: Param, value: Any) -> bool:
    """Whether one value that is asked for holds for this thing; what it says nothing about holds."""
    words = words_of(param.name)
    if param.name in _PAGING or isinstance(value, list | dict):
        return True
    if _FREE & set(words) and param.name not in record:
        return _mentions(record, str(value))
    if param.name in record:
        return _equal_ignoring_case(record[param.name], value)
    if words[:1] and (words[0] in _LOW or words[0] in _HIGH) and len(words) > 1:
        held = record.get("_".join(words[1:]))
        return held is None or _ordered(held, value, low=words[0] in _LOW)
    held = record.get(param.key, record.get(key_of(param.name)))
    return held is None or _equal_ignoring_case(held, value)


def _mentions(record: Mapping[str, Any], text: str) -> bool:
    wanted = text.casefold()
    return any(isinstance(value, str) and wanted in value.casefold() for value in record.values())


def _equal_ignoring_case(held: Any, value: Any) -> bool:
    if isinstance(held, str) and isinstance(value, str):
        return held.casefold() == value.casefold()
    return bool(held == value)


def _ordered(held: Any, value: Any, *, low: bool) -> bool:
    try:
        return bool(held >= value if low else held <= value)
    except TypeError:
        return True
