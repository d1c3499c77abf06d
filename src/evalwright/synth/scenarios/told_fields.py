"""Which fields of a result are told: not those that say only how the call went, where other pages are, or ids.

Records flow in, the same records with fewer fields flow out; a record is never left without any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.text import resource_json

from ..generic.names import singular, words_of

_WORDS: dict[str, dict[str, str]] = resource_json(__package__, "words/telling.json")
COLONS = tuple(words["colon"].strip() for words in _WORDS.values() if "colon" in words)
"""What stands behind a heading, in each language."""
KEYS = ("id", "uuid", "_id")
"""What a thing that has a name is not told by."""
_OF_CALLS = frozenset(_WORDS["of_calls"]["text"].split())
"""What a status says of a call beside the name of what it gave."""
_PAGES = frozenset({"links", "meta", "metadata", "pagination", "paging", "page", "sort"})
_ENDS_EMPTY = re.compile(r"\|[ :|-]*-{3,}[ :|-]*\|\s*\Z")
"""A table that has only its head."""
_CODED = re.compile(r"[a-z]+(?:_[a-z]+)+")
_PROGRAM_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{24,}")


def without_tables(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record whose texts end before a table that somebody drew of what other fields hold, or of nothing."""
    held = any(isinstance(value, Mapping | list) and value for value in record.values())
    cut = {
        key: _before_table(value) if isinstance(value, str) and (held or _ENDS_EMPTY.search(value)) else value
        for key, value in record.items()
    }
    return {key: value for key, value in cut.items() if value or not record[key]}


def _before_table(text: str) -> str:
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if line.lstrip().startswith("|")), None)
    if at is None:
        return text
    kept = lines[:at]
    while kept and (not kept[-1].strip() or kept[-1].rstrip().endswith(COLONS)):
        kept.pop()
    return "\n".join(kept)


def without_pages(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record without objects that only say where its other pages are."""
    kept = {
        key: value
        for key, value in record.items()
        if not (isinstance(value, Mapping) and str(key).lower().strip("_") in _PAGES)
    }
    return kept or record


def without_ids(record: Mapping[str, Any], least: int) -> Mapping[str, Any]:
    """A record without ids that only programs read, where so many other fields say something."""
    kept = {
        key: value for key, value in record.items() if not (isinstance(value, str) and _PROGRAM_ID.fullmatch(value))
    }
    return kept if sum(value not in (None, "", [], {}) for value in kept.values()) >= least else record


def is_of_the_call(key: str, value: Any, record: Mapping[str, Any]) -> bool:
    """Whether a field says of the call, not of the world: that it worked, or `tasks_listed` beside the tasks."""
    if _says_that_it_went_well(key, value) or _is_said_beside(key, value, record):
        return True
    words = words_of(value) if key.lower() == "status" and isinstance(value, str) and "_" in value else ()
    held = {word for name, each in record.items() if isinstance(each, Mapping | list) for word in words_of(str(name))}
    things = {singular(word) for word in held}
    return any(singular(word) in things for word in words) and all(
        singular(word) in things or word in _OF_CALLS for word in words
    )


def _is_said_beside(key: str, value: Any, record: Mapping[str, Any]) -> bool:
    """Whether a status is a word for programs, and a message says in words what happened."""
    coded = key.lower() == "status" and isinstance(value, str) and _CODED.fullmatch(value) is not None
    return coded and any(isinstance(record.get(name), str) and " " in record[name] for name in ("message", "msg"))


def _says_that_it_went_well(key: str, value: Any) -> bool:
    """Whether a field says no more than that the call worked."""
    if key.lower() not in ("status", "success", "ok", "code", "error", "errors"):
        return False
    return value is True or value is None or value in (0, 200, "", []) or str(value).lower() in ("ok", "success", "200")


def without_positions(things: Sequence[Any]) -> Sequence[Any]:
    """Things without a first field that only counts them from 0, such as the columns of a table."""
    if len(things) < 3 or not all(isinstance(each, Mapping) and each for each in things):
        return things
    count = next(iter(things[0]))
    if count in KEYS or [next(iter(each.items())) for each in things] != [(count, at) for at in range(len(things))]:
        return things
    return [{key: value for key, value in each.items() if key != count} for each in things]
