"""How a value may differ from what stands in a conversation and still come from there; each way has a name.

A transform is a function from a value and the places to the place it came from, or None. They are tried in the order
of `TRANSFORMS`, the plainest first, and only for values that stand nowhere as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from evalwright.text import resource_json

from .provenance_dates import dates_in, is_relative, times_in
from .provenance_place import Place, decimal_of, folded
from .provenance_tokens import WORD, find_token
from .provenance_words import WORD_TRANSFORMS, Found, Places, Scalar

_MAX_JOINED = 12
_MAX_LENGTH = 2_000
_MAX_AMOUNTS = 400
_MAX_ADDENDS = 40
_SMALL = 10
_SEPARATORS = re.compile(r"\s*[,;，；、|\n]\s*|\s+-\s+")


def hash_sign(value: Scalar, places: Places) -> Found | None:
    """A `#` in front was added."""
    if not isinstance(value, str) or len(value) < 2 or value[0] != "#":
        return None
    return stands(value[1:], places)


def case(value: Scalar, places: Places) -> Found | None:
    """The same words in other letter case, punctuation or width."""
    if not isinstance(value, str):
        return None
    wanted = folded(value)
    if not wanted:
        return None
    before, after = " " if wanted[0] in WORD else "", " " if wanted[-1] in WORD else ""
    longest = max(wanted.split(), key=len)
    for index, place in places:
        if place.lacks(longest):
            continue
        if f"{before}{wanted}{after}" in place.folded or find_token(place.folded, wanted) >= 0:
            return index, _path_where(place, lambda leaf: find_token(folded(leaf), wanted) >= 0)
    return None


def digits_only(value: Scalar, places: Places) -> Found | None:
    """The same digits written in other groups, as in telephone and card numbers."""
    digits = re.sub(r"[\s().+/-]", "", str(value))
    if len(digits) < 7 or not (digits.isascii() and digits.isdigit()):
        return None
    for index, place in places:
        if any(run.endswith(digits) or digits.endswith(run) for run in place.digits):
            return index, None
    return None


def number_format(value: Scalar, places: Places) -> Found | None:
    """The same number in another format: `1,299.50`, `15%`, `3万`, `two`."""
    number = _decimal_of_scalar(value)
    if number is None or (isinstance(value, str) and value[:1] == "0" and "." not in value):
        return None
    for index, place in places:
        if number in place.numbers or -number in place.numbers:
            return index, place.numbers.get(number) or None
    whole = not isinstance(value, str) and number == int(number)
    words = resource_json(__package__, "words/numbers.json").get(str(int(number)), ()) if whole else ()
    for index, place in places:
        if place.kind != "system" and any(find_token(place.folded, word) >= 0 for word in words):
            return index, None
    return None


def date_format(value: Scalar, places: Places) -> Found | None:
    """The same day or time written in another way, or counted from a day that is named."""
    if not isinstance(value, str) or not 4 <= len(value) <= 40 or not any(char.isdigit() for char in value):
        return None
    days, times = dates_in(value), times_in(value)
    if not days and not times:
        return None
    at = _day(days, places) if days else None
    if days and at is None:
        return None
    if times <= {(0, 0), (23, 59)} and at is not None:
        return at
    on = next(((index, None) for index, place in places if times & place.times), None)
    return on and (at or on)


def joined(value: Scalar, places: Places) -> Found | None:
    """Put together from parts that stand in the conversation: a full name, an address, a list of ids."""
    if not isinstance(value, str) or len(value) > _MAX_LENGTH:
        return None
    parts = [part for part in _SEPARATORS.split(value) if part]
    if 2 <= len(parts) <= _MAX_JOINED:
        found = [stands(part, places) or case(part, places) or hash_sign(part, places) for part in parts]
        return found[0] if all(found) else None
    return _joined_name(value, places)


def sum_or_difference(value: Scalar, places: Places) -> Found | None:
    """A sum or difference of amounts that tools returned or somebody named."""
    number = _decimal_of_scalar(value) if not isinstance(value, str) else None
    if number is None:
        return None
    amounts = _amounts(places)
    if abs(number) < _SMALL and number == int(number):  # small counts differ by small counts, which proves nothing
        amounts = {amount: index for amount, index in amounts.items() if amount >= _SMALL}
    for first, index in amounts.items():
        if number - first in amounts or first - number in amounts:
            return index, None
    if len(amounts) <= _MAX_ADDENDS:
        for first, index in amounts.items():
            for second in amounts:
                if number - first - second in amounts:
                    return index, None
    return _sum_of_list(number, places)


TRANSFORMS: tuple[tuple[str, Callable[[Scalar, Places], Found | None]], ...] = (
    ("'#' added", hash_sign),
    ("case or punctuation", case),
    ("digits only", digits_only),
    ("number format", number_format),
    ("date format", date_format),
    ("joining", joined),
    ("sum or difference", sum_or_difference),
    *WORD_TRANSFORMS,
)

JOINED_PATH, COMPOSED = "joined path", "composed by template"
"""The names of what is put together from several places (`provenance_paths`, `provenance_queries`)."""


def stands(value: str, places: Places) -> Found | None:
    """The place where a text stands as it is, as a whole token."""
    for index, place in places:
        at = find_token(place.text, value)
        if at >= 0:
            path = _path_where(place, lambda leaf: leaf == value)
            return index, path or _path_where(place, lambda leaf: find_token(leaf, value) >= 0) or place.address_at(at)
    for index, place in places:  # what JSON writes with escapes shows only in the values themselves
        if "\\" in place.text and place.leaves:
            path = _path_where(place, lambda leaf: find_token(leaf, value) >= 0)
            if path:
                return index, path
    return None


def _path_where(place: Place, test: Callable[[str], bool]) -> str | None:
    for path, leaf in place.leaves:
        if test(leaf if isinstance(leaf, str) else _written(leaf)):
            return path
    return None


def _written(leaf: object) -> str:
    return "true" if leaf is True else "false" if leaf is False else "null" if leaf is None else repr(leaf)


def _decimal_of_scalar(value: Scalar) -> Decimal | None:
    return decimal_of(value if isinstance(value, str) else repr(value))


def _day(days: frozenset[tuple[int | None, int, int]], places: Places) -> Found | None:
    for index, place in places:
        if any(_same_day(day, other) for day in days for other in place.dates):
            return index, None
    relative = next((index for index, place in places if place.kind == "user" and is_relative(place.text)), None)
    if relative is None:
        return None
    anchors = [_date(day) for _, place in places for day in place.dates]
    near = any(abs((made - anchor).days) <= 31 for made in map(_date, days) if made for anchor in anchors if anchor)
    return (relative, None) if near else None


def _same_day(day: tuple[int | None, int, int], other: tuple[int | None, int, int]) -> bool:
    return day[1:] == other[1:] and (day[0] == other[0] or day[0] is None or other[0] is None)


def _date(day: tuple[int | None, int, int]) -> date | None:
    try:
        return date(day[0], day[1], day[2]) if day[0] is not None else None
    except ValueError:
        return None


def _joined_name(value: str, places: Places) -> Found | None:
    """Words of a name that stand apart, or two values of one result put together (`张` and `伟`)."""
    words = value.split()
    if 2 <= len(words) <= 4 and all(word[:1].isupper() for word in words):
        for index, place in places:
            if all(find_token(place.folded, folded(word) or word) >= 0 for word in words):
                return index, None
    if len(value) > 80 or value.isascii():
        return None
    for index, place in places:
        leaves = {leaf for _, leaf in place.leaves if isinstance(leaf, str)}
        if any(value[:at] in leaves and value[at:] in leaves for at in range(1, len(value))):
            return index, None
    return None


def _amounts(places: Places) -> dict[Decimal, int]:
    """Numbers that can be amounts, and the message each stands in."""
    found: dict[Decimal, int] = {}
    for index, place in places:
        if place.kind != "system":
            for number in place.numbers:
                found.setdefault(number, index)
        if len(found) > _MAX_AMOUNTS:
            break
    return found


def _sum_of_list(number: Decimal, places: Places) -> Found | None:
    """The sum of one column of a result, such as the prices of all items."""
    for index, place in places:
        columns: dict[str, Decimal] = {}
        for path, leaf in place.leaves:
            if isinstance(leaf, int | float) and not isinstance(leaf, bool):
                column = re.sub(r"\[\d+\]", "[*]", path)
                columns[column] = columns.get(column, Decimal(0)) + Decimal(repr(leaf))
        summed = next((column for column, total in columns.items() if total == number), None)
        if summed is not None:
            return index, summed
    return None
