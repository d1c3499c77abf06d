"""Values that a result lists side by side: which list a value stands in, and what else is said of each entry.

Lists of ids, lists of records, tables by key: each entry has the value that a call may take, and a record of what else
the list tells of it, by which a user's words may pick it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonObject

_FEWEST_OF_A_TABLE = 3
_MOST_ENTRIES = 500
_DEEPEST = 8
_DATE = re.compile(r"\d{4}-\d{2}(-\d{2})?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d{2}")
_WHOLE_DATE = re.compile(
    r"(?<!\d)(\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{1,2}:\d{2})(?!\d)"
)
"""A date or time inside a text; INV-2024-0017 holds none."""
_YEARS = (1900, 2100)
_LEAST_ID = 100
_AMOUNT = re.compile(r"[-+]?\d{1,3}(?:[.,]\d+)*\s*[^\W\d_]{0,5}%?")
_TOKENS = re.compile(r"[^\W_]+")
_WORDS = re.compile(r"[^\W\d_]{3,}|[\u4e00-\u9fff]{2}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several values that stand side by side."""

    value: str | int
    record: JsonObject
    """What else is said of it."""

    def words(self) -> dict[str, str]:
        """What describes it in words, by field: no ids, dates or numbers."""
        return {
            key: text.casefold()
            for key, text in self.record.items()
            if isinstance(text, str) and text != self.value and _is_wordy(text)
        }


Listing = list[Entry]


class Listings:
    """Every list of one result, read once for all values that are looked for in it."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._lists = [listing for listing in _listings(value, 0) if len(listing) > 1]

    def holding(self, wanted: str | int) -> list[Listing]:
        """The lists in which a value stands beside others of its kind."""
        return [listing for listing in self._lists if any(_same(entry.value, wanted) for entry in listing)]

    def stands_alone(self, wanted: str | int) -> bool:
        """Whether a value stands in the result outside of its lists too: something else then speaks of it."""
        listed = sum(_same(entry.value, wanted) for listing in self._lists for entry in listing)
        return _count(self._value, wanted, 0) > listed


def is_pickable(value: Any) -> bool:
    """Whether a value is one that names a thing."""
    return (isinstance(value, str) and len(value) > 1) or (isinstance(value, int) and not isinstance(value, bool))


def are_codes(values: Sequence[str | int]) -> bool:
    """Whether values tell nothing but which thing they are: numbers, or texts that differ in digits or codes alone.

    Dates and times say when, years too; amounts and small numbers say how many, or in which order.
    """
    if any(map(_holds_date, values)) or all(map(_is_year, values)) or all(map(_says_how_many, values)):
        return False
    words = [_TOKENS.findall(value) for value in values if isinstance(value, str)]
    if len({len(each) for each in words}) > 1:
        return False
    return all(_are_alike_or_codes(place) for place in zip(*words, strict=True))


def _holds_date(value: str | int) -> bool:
    return isinstance(value, str) and bool(_DATE.fullmatch(value) or _WHOLE_DATE.search(value))


def _is_year(value: str | int) -> bool:
    return isinstance(value, int) and _YEARS[0] <= value <= _YEARS[1]


def _says_how_many(value: str | int) -> bool:
    return value < _LEAST_ID if isinstance(value, int) else bool(_AMOUNT.fullmatch(value))


def _are_alike_or_codes(tokens: tuple[str, ...]) -> bool:
    """Whether the parts at one place of several texts are the same but for digits, or codes such as 8JX2WO."""
    if len({re.sub(r"\d+", "", token) for token in tokens}) == 1:
        return True
    return len({len(token) for token in tokens}) == 1 and any(map(_is_code, tokens))


def _is_code(token: str) -> bool:
    """Whether digits stand among letters in a part of a text, other than as the number behind a word."""
    return bool(re.search(r"\d", token)) and not re.fullmatch(r"[^\W\d_]+\d+", token)


def _listings(value: Any, depth: int) -> Iterator[Listing]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        yield from _of_list(value[:_MOST_ENTRIES])
        for each in value[:_MOST_ENTRIES]:
            yield from _listings(each, depth + 1)
    elif isinstance(value, dict):
        yield from _of_table(value)
        for each in value.values():
            yield from _listings(each, depth + 1)


def _of_list(values: list[Any]) -> Iterator[Listing]:
    if values and all(is_pickable(each) for each in values):
        yield [Entry(each, {}) for each in values]
    elif values and all(isinstance(each, dict) for each in values):
        for field in values[0]:
            if all(is_pickable(each.get(field)) for each in values):
                yield [Entry(each[field], _scalars(each, field)) for each in values]


def _of_table(table: JsonObject) -> Iterator[Listing]:
    """A table by key: names with ids, or ids with records."""
    if len(table) < 2:
        return
    if all(isinstance(each, dict) for each in table.values()) and _of_one_build([*table]):
        yield [Entry(key, _scalars(each, "")) for key, each in table.items()]
    values = list(table.values())
    if len(table) >= _FEWEST_OF_A_TABLE and all(map(is_pickable, values)) and _of_one_build(values):
        yield [Entry(each, {"key": key}) for key, each in table.items()]


def _scalars(record: JsonObject, besides: str) -> JsonObject:
    return {key: each for key, each in record.items() if key != besides and not isinstance(each, dict | list)}


def _of_one_build(values: list[Any]) -> bool:
    """Whether values are of one build: the same letters and digits in the same places, roughly."""
    shapes = {re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", str(each))) for each in values}
    return len(shapes) == 1


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _count(value: Any, wanted: str | int, depth: int) -> int:
    if isinstance(value, dict) and depth <= _DEEPEST:
        keys = sum(_same(key, wanted) for key in value)
        return keys + sum(_count(each, wanted, depth + 1) for each in value.values())
    if isinstance(value, list) and depth <= _DEEPEST:
        return sum(_count(each, wanted, depth + 1) for each in value)
    return _same(value, wanted)


def _is_wordy(text: str) -> bool:
    """Whether a text describes something, as a name or a status does, and is no id, date or number."""
    return not _DATE.fullmatch(text.strip()) and not any(char.isdigit() for char in text) and bool(_WORDS.search(text))
