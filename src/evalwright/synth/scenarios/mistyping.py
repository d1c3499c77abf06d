"""A value as somebody mistypes it: changed within its own shape, so that a date stays a date and an id an id."""

from __future__ import annotations

import random
import re
from typing import Any

_DATE = re.compile(r"(\d{4}[-/.]\d{1,2}[-/.])(\d{1,2})(.*)", re.S)
_LETTERS = re.compile(r"[A-Za-z]{4,}")
_HAN = re.compile(r"[\u4e00-\u9fff]{3,}")
_DIGIT = re.compile(r"\d")
_LONGEST = 80
_DAYS = 28
_TRIES = 8


def mistyped(value: Any, rng: random.Random) -> Any:
    """The value with one slip; None where a slip would not look like one."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    if isinstance(value, int):
        slipped = _slipped_digit(str(value), rng) if value >= 100 else None
        return int(slipped) if slipped is not None and not slipped.startswith("0") else None
    text = value.strip()
    if len(text) > _LONGEST or "\n" in text:
        return None
    for _ in range(_TRIES):
        made = _slip(text, rng)
        if made is not None and made != text:
            return made
    return None


def _slip(text: str, rng: random.Random) -> str | None:
    dated = _DATE.fullmatch(text)
    if dated is not None:
        day = rng.randint(1, _DAYS)
        return f"{dated[1]}{day:0{len(dated[2])}d}{dated[3]}" if day != int(dated[2]) else None
    if _DIGIT.search(text):
        return _slipped_digit(text, rng)
    words = list(_LETTERS.finditer(text))
    if words:
        return _slipped_letter(text, rng.choice(words), rng)
    han = _HAN.fullmatch(text)
    return _slipped_character(text, rng) if han else None


def _slipped_digit(text: str, rng: random.Random) -> str | None:
    """The last digits are those that people get wrong."""
    places = [found.start() for found in _DIGIT.finditer(text)][-3:]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + str((int(text[at]) + rng.randint(1, 9)) % 10) + text[at + 1 :]


def _slipped_character(text: str, rng: random.Random) -> str:
    """In Chinese a character is left out: nobody who types sounds swaps two of them inside a word."""
    at = rng.randint(1, len(text) - 2)
    return text[:at] + text[at + 1 :]


def _slipped_letter(text: str, word: re.Match[str], rng: random.Random) -> str:
    """Two letters swapped, or one left out, inside a word."""
    at = rng.randint(word.start() + 1, word.end() - 2)
    if rng.random() < 0.5 and text[at] != text[at + 1]:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + text[at + 1 :]
