"""Values that follow from words: EUR from euros, fr from 法语, 60 from a minute, dollar from dollars, AAPL from Apple.

Each way is a named transform, as in `provenance_transforms`; what it knows of the world (currencies, languages,
countries, airports, units, months, in English and Chinese) stands in `words/world.json` and `words/durations.json`. A
value must be one of the names or codes of an entry, and another name of the same entry must stand in the conversation:
an id that stands nowhere is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial

from evalwright.text import resource_json

from .provenance_place import Place, decimal_of, folded
from .provenance_tokens import find_token

Scalar = str | int | float
Places = Sequence[tuple[int, Place]]
Found = tuple[int, str | None]
"""The index of the message and, in a tool's result, the JSON path or the line and field."""

_LONGEST = 40
_PLURALS = (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("zes", "z"), ("s", ""))
_LETTERS = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z]+){0,3}")


@dataclass(frozen=True, slots=True)
class _Entry:
    codes: tuple[str, ...]
    names: tuple[str, ...]


@lru_cache(maxsize=32)
def _word_table(name: str) -> dict[str, list[tuple[_Entry, bool]]]:
    """By folded name or code: the entries it stands in, and whether it is a code there."""
    found: dict[str, list[tuple[_Entry, bool]]] = {}
    for line in resource_json(__package__, "words/world.json")[name]:
        codes, _, names = line.partition(": ")
        entry = _Entry(tuple(codes.split()), tuple(names.split(", ")))
        for word in (*entry.codes, *entry.names):
            found.setdefault(_caseless(word), []).append((entry, word in entry.codes))
    return found


def _caseless(word: str) -> str:
    return word.strip().casefold()


def _by_table(table: str, codes: bool, value: Scalar, places: Places) -> Found | None:
    """Another name of the same thing stands somewhere; `codes`: the value is a code of it, else one of its names."""
    if isinstance(value, float) or len(str(value)) > _LONGEST:
        return None
    wanted = _caseless(str(value))
    known = _word_table(table)
    for written in (wanted, *(_singulars(wanted) if not codes else ())):
        for entry, is_code in known.get(written, ()):
            at = _other_name(entry, wanted, places) if is_code == codes else None
            if at is not None:
                return at
    return None


def _other_name(entry: _Entry, value: str, places: Places) -> Found | None:
    """Where one of the names, or one of the codes as codes are written, stands."""
    for index, place in places:
        if any(_caseless(name) != value and _stands_in(name, place) for name in entry.names):
            return index, None
        if any(_caseless(code) != value and _is_said(code, place) for code in entry.codes):
            return index, None
    return None


def _is_said(code: str, place: Place) -> bool:
    """Whether a code stands there as codes are written: in capitals, or, as units do, behind a number."""
    if len(code) > 1 and code.isupper() and find_token(place.text, code) >= 0:
        return True
    return code in place.text and re.search(rf"\d ?{re.escape(code)}(?![A-Za-z0-9])", place.text) is not None


def _stands_in(name: str, place: Place) -> bool:
    if name[0].isascii() and name[0].isupper():  # May, Visa, Nice: other words in small letters
        return find_token(place.text, name) >= 0
    if not name[0].isalnum() or not name[-1].isalnum():  # signs, which folding takes away
        return name in place.text.casefold()
    wanted = folded(name)
    if place.lacks(wanted.split()[0]):
        return False
    return find_token(place.folded, wanted) >= 0 or (wanted.isascii() and find_token(place.folded, wanted + "s") >= 0)


def _singulars(word: str) -> Iterator[str]:
    for ending, single in _PLURALS:
        if word.endswith(ending) and len(word) - len(ending) > 1:
            yield word.removesuffix(ending) + single


def word_form(value: Scalar, places: Places) -> Found | None:
    """The same word in the singular or in the plural: `dollar` from dollars, `cities` from city."""
    if not isinstance(value, str) or not _LETTERS.fullmatch(value) or not 3 <= len(value) <= _LONGEST:
        return None
    wanted = folded(value)
    forms = [*_singulars(wanted), f"{wanted}s", f"{wanted}es"]
    if wanted.endswith("y"):
        forms.append(f"{wanted[:-1]}ies")
    for index, place in places:
        if any(not place.lacks(form.split()[0]) and find_token(place.folded, form) >= 0 for form in forms):
            return index, None
    return None


def duration(value: Scalar, places: Places) -> Found | None:
    """A time that somebody named, counted in another unit: 60 from a minute, 360 from 30 years."""
    number = decimal_of(value if isinstance(value, str) else repr(value)) if not isinstance(value, bool) else None
    if number is None or number <= 0:
        return None
    for index, place in places:
        if place.kind != "assistant" and any(_is_close(number, each) for each in _durations(place.text)):
            return index, None
    return None


def _is_close(number: Decimal, counted: float) -> bool:
    return abs(float(number) - counted) <= 1e-9 * max(1.0, counted)


@lru_cache(maxsize=256)
def _durations(text: str) -> frozenset[float]:
    """Every time that is named in a text, in all units that somebody may count it in."""
    data = resource_json(__package__, "words/durations.json")
    units = {word: unit for unit, words in data["units"].items() for word in words}
    amounts = {word: float(amount) for amount, words in data["quantities"].items() for word in words}
    found: set[float] = set()
    for quantity, word in _duration_pattern().findall(text.casefold()):
        amount = amounts.get(quantity.strip())
        count = float(quantity.replace(",", "")) if amount is None else amount
        found |= {round(count * each, 9) for each in data["lengths"][units[word]].values()}
    return frozenset(found)


@lru_cache(maxsize=1)
def _duration_pattern() -> re.Pattern[str]:
    data = resource_json(__package__, "words/durations.json")
    amounts = sorted((word for words in data["quantities"].values() for word in words), key=len, reverse=True)
    units = sorted((word for words in data["units"].values() for word in words), key=len, reverse=True)
    latin = [f"{re.escape(word)}\\b" for word in units if word.isascii()]
    words = [f"\\b{re.escape(word)}(?=[ -])" if word.isascii() else re.escape(word) for word in amounts]
    number = r"(?<![\d.,])\d{1,9}(?:,\d{3})*(?:\.\d{1,6})?"
    named = "|".join([*latin, *(word for word in units if not word.isascii())])
    return re.compile(rf"({number}|{'|'.join(words)})[\s-]{{0,2}}个?({named})")


_TABLES = ("currency", "language", "country", "state", "unit", "month", "weekday", "airport", "ticker")
_NAMES_OF = {"airport": "city", "ticker": "company"}

WORD_TRANSFORMS: tuple[tuple[str, Callable[[Scalar, Places], Found | None]], ...] = (
    ("word form", word_form),
    ("duration", duration),
    *((f"{_NAMES_OF.get(table, table)} name", partial(_by_table, table, False)) for table in _TABLES),
    *((f"{table} code", partial(_by_table, table, True)) for table in _TABLES),
)
