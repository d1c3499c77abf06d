"""One message as a place where values can stand: its text, and the views of it that a search may need.

Every view (the values of a tool's result, the numbers, the dates, the text without case and punctuation) is made when
first asked for: most values are found as they stand, and then none is needed. A system prompt is the same in a whole
file, so its place is kept between conversations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cached_property, lru_cache
from typing import Any

from evalwright.chat import JsonError, Message, loads_text

from .provenance_dates import Dates, dates_in, times_in
from .provenance_source import Kind
from .result_text import read_result_text

MAX_LEAVES = 50_000
"""Values of one result that are looked at; more is a table, not an answer."""
_NUMBER = re.compile(r"(?<![0-9A-Za-z_.])\d[\d,]{0,40}(?:\.\d{1,40})?(?![\d_])")
_SCALES = {"k": 3, "m": 6, "b": 9, "百": 2, "千": 3, "万": 4, "亿": 8}
_SCALE = re.compile(r"\s?(thousand|million|billion|[kKmMbB百千万亿])(?![A-Za-z])")
_APART = re.compile(r"[\W_]+")
_GROUPS = re.compile(r"\d(?:[ ().\-/]{0,2}\d){6,}")
_NON_DIGITS = re.compile(r"\D+")
_KEPT_LENGTH = 4_000
_KINDS: dict[str, Kind] = {"tool": "result", "user": "user", "system": "system", "assistant": "assistant"}


class Place:
    """One message, seen as a place."""

    def __init__(self, kind: Kind, text: str) -> None:
        self.kind = kind
        self.text = text

    @cached_property
    def leaves(self) -> list[tuple[str, Any]]:
        """Every value of a tool's result, with its JSON path."""
        if self.kind != "result":
            return []
        try:
            content = loads_text(self.text)
        except JsonError:
            return []
        found = []
        for leaf in _leaves(content, "$"):
            found.append(leaf)
            if len(found) >= MAX_LEAVES:
                break
        return found

    def address_at(self, offset: int) -> str | None:
        """The line and field of a tool's text; None where it is JSON, whose values have paths, or no result."""
        if self.kind != "result" or self.leaves:
            return None
        return read_result_text(self.text).address_at(offset)

    @cached_property
    def texts(self) -> list[str]:
        """What a person would read: of a JSON result its values, else the text itself."""
        if self.leaves:
            return [leaf for _, leaf in self.leaves if isinstance(leaf, str)]
        return [self.text]

    @cached_property
    def folded(self) -> str:
        """The words alone: no case, no punctuation, full-width forms as plain ones."""
        return "\n".join(f" {folded(text)} " for text in self.texts)

    def lacks(self, word: str) -> bool:
        """Whether a word of folded text cannot be in what is folded here, where that can be told from the text."""
        return self.text.isascii() and "\\" not in self.text and word not in self.text.lower()

    @cached_property
    def digits(self) -> list[str]:
        """The long numbers written in groups, such as telephone numbers, as digits alone."""
        return [_NON_DIGITS.sub("", run) for text in self.texts for run in _GROUPS.findall(text)]

    @cached_property
    def numbers(self) -> dict[Decimal, str]:
        """Every number that stands here, and the path of the first one."""
        found: dict[Decimal, str] = {}
        for path, leaf in self.leaves:
            if isinstance(leaf, int | float) and not isinstance(leaf, bool):
                found.setdefault(Decimal(repr(leaf)), path)
        for text in self.texts:
            for number in _numbers_in(text):
                found.setdefault(number, "")
        return found

    @cached_property
    def dates(self) -> Dates:
        """Every date that stands here, in whatever way it is written."""
        return dates_in("\n".join(self.texts))

    @cached_property
    def times(self) -> frozenset[tuple[int, int]]:
        """Every time of day that stands here."""
        return times_in("\n".join(self.texts))


def place_of(role: str, text: str) -> Place:
    """The place that a message is. Short ones are kept for a while: the items of one conversation share them."""
    kind = _KINDS.get(role, "assistant")
    return _kept_place(kind, text) if role == "system" or len(text) <= _KEPT_LENGTH else Place(kind, text)


@lru_cache(maxsize=256)
def _kept_place(kind: Kind, text: str) -> Place:
    return Place(kind, text)


def text_of(message: Message) -> str:
    """What a message says."""
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content or ""


def folded(text: str) -> str:
    """The words of a text alone, for comparing without case, punctuation and width."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _APART.sub(" ", plain.casefold()).strip()


def decimal_of(text: str) -> Decimal | None:
    """The number that a text is, thousands separated or not."""
    try:
        made = Decimal(text.replace(",", "").strip())
    except (InvalidOperation, ValueError):
        return None
    return made if made.is_finite() and len(text) <= 40 else None


def _numbers_in(text: str) -> Iterator[Decimal]:
    for match in _NUMBER.finditer(text):
        if len(match[0]) > 40:
            continue
        number = decimal_of(match[0].rstrip(","))
        if number is None:
            continue
        yield number
        scale = _SCALE.match(text, match.end())
        if scale:
            yield number.scaleb(_SCALES[scale[1][0].lower()] if scale[1] != "thousand" else 3)
        elif text[match.end() : match.end() + 1] in ("%", "％"):
            yield number / 100
        for part in match[0].split(",") if "," in match[0] else ():
            if (inner := decimal_of(part)) is not None:
                yield inner


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every value inside, with its JSON path; keys count as leaves too, for tables keyed by id."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}"
            yield here, key
            yield from _leaves(inner, here)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    else:
        yield path, value
