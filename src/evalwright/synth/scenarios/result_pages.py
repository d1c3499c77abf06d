"""Pages of a result: the list that one holds, and what says only which page it is and how many things there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..generic.names import words_of

_TOTALS = frozenset({"total", "count"})
_PAGING = _TOTALS | {
    *("next", "previous", "prev", "cursor", "page", "pages", "token", "has", "more", "limit", "offset", "size", "per"),
    *("ok", "success", "status", "number", "items", "results", "returned"),
}
"""What the fields of a page are called that say which page it is."""
_PAGE_RECORDS = frozenset({"meta", "metadata", "pagination", "paging", "links", "_links"})
"""What holds such fields, where they stand together."""


def paged(record: Mapping[str, Any]) -> tuple[Sequence[Any], int] | None:
    """The list of a page and how many there are in all, where all else says only which page it is."""
    lists = [key for key, value in record.items() if isinstance(value, list) and value]
    others = {key: value for key, value in record.items() if key not in lists}
    if len(lists) != 1 or not others or not all(_is_of_paging(str(key), value) for key, value in others.items()):
        return None
    beside = [
        *others.items(),
        *(pair for each in others.values() if isinstance(each, Mapping) for pair in each.items()),
    ]
    totals = [value for key, value in beside if type(value) is int and _TOTALS & set(words_of(str(key)))]
    return record[lists[0]], max(totals, default=0)


def is_empty_page(record: Mapping[str, Any]) -> bool:
    """Whether a page holds an empty list, and all else says only that there is nothing."""
    lists = [key for key, value in record.items() if isinstance(value, list)]
    others = {key: value for key, value in record.items() if key not in lists}
    totals = [value for key, value in others.items() if _TOTALS & set(words_of(str(key)))]
    empty = len(lists) == 1 and not record[lists[0]] and not any(totals)
    return empty and all(_is_of_paging(str(key), value) for key, value in others.items())


def _is_of_paging(key: str, value: Any) -> bool:
    if isinstance(value, Mapping):
        return key.lower() in _PAGE_RECORDS
    words = set(words_of(key))
    return not isinstance(value, list) and (value is None or (bool(words) and words <= _PAGING))
