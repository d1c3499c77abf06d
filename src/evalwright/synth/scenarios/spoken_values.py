"""Values as people write them into a sentence: texts as they stand, numbers as they are, lists one by one.

What cannot be said (an object, nothing at all, a text as long as a book) has no form, and whoever wanted to say it has
to say something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalwright.text import resource_json

_LONGEST = 6_000
"""Characters of one value that somebody may be told in a chat."""
_MOST = 40
"""Values of one list."""


class SomeOf(list[Any]):
    """The first of more things than are told: whoever names them says how many there are besides."""

    def __init__(self, things: Sequence[Any], more: int) -> None:
        super().__init__(things)
        self.more = more


def spoken_parts(value: Any, lang: str) -> tuple[str, ...]:
    """The texts of a value, several where it is a list; empty where it cannot be said."""
    if isinstance(value, str):
        told = value.strip("\r\n")
        return (told,) if told.strip() and len(told) <= _LONGEST else ()
    if isinstance(value, bool):
        return (_value_words(lang)["truth"][value],)
    if isinstance(value, int | Decimal):
        return (str(value),)
    if isinstance(value, float):
        return (_number_text(value),)
    if isinstance(value, Sequence):
        return _all_parts(value, lang)
    return ()


def list_joints(lang: str) -> tuple[str, str]:
    """What stands between the values of a list, and before the last of them."""
    comma, last = _value_words(lang)["joints"]
    return comma, last


def currency_names(lang: str) -> tuple[str, ...]:
    """What stands right behind an amount."""
    return tuple(_value_words(lang)["currencies"])


def _value_words(lang: str) -> dict[str, list[str]]:
    words: dict[str, list[str]] = resource_json(__package__, "words/values.json")[lang]
    return words


def _all_parts(values: Sequence[Any], lang: str) -> tuple[str, ...]:
    """Every value of a list, once; empty where one of them cannot be said."""
    if len(values) > _MOST or any(isinstance(value, Mapping | list) for value in values):
        return ()
    parts = [spoken_parts(value, lang) for value in values]
    if not all(parts):
        return ()
    told = tuple(dict.fromkeys(text for part in parts for text in part))
    if isinstance(values, SomeOf) and len(told) == len(values):  # where two are called the same, nobody counts names
        return (*told, _value_words(lang)["besides"][0].replace("{n}", str(values.more)))
    return told


def _number_text(value: float) -> str:
    """A number as JSON writes it."""
    return repr(value)
