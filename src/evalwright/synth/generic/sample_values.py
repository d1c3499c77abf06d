"""Ordinary values in English and Chinese, from which people, places and things are made up: `words/values.*.json`.

Nothing here belongs to anybody: names are common ones put together at random, addresses end in `example.com`, and
telephone numbers come from ranges kept free for fiction.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from evalwright.text import resource_json


class Stock(NamedTuple):
    """The word lists of one language."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    cities: tuple[str, ...]
    states: tuple[str, ...]
    country: str
    streets: tuple[str, ...]
    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]
    joint: str
    """What stands between an adjective and a noun."""
    colours: tuple[str, ...]
    rooms: tuple[str, ...]
    conditions: tuple[str, ...]
    categories: tuple[str, ...]
    brands: tuple[str, ...]
    topics: tuple[str, ...]
    notes: tuple[str, ...]
    genders: tuple[str, ...]
    street: str
    """How the first line of an address is written."""
    flat: tuple[str, ...]
    """How the second line of an address may be written."""
    summaries: tuple[str, ...]
    """Sentences that pass a case on to a person."""
    goods: tuple[str, ...]
    """What can be bought."""
    tasks: tuple[str, ...]
    """What people have to do, as they note it."""
    issues: tuple[str, ...]
    """What does not work, as people report it."""
    first_ascii: tuple[str, ...] = ()
    """First names in plain letters, where they are written in others."""
    last_ascii: tuple[str, ...] = ()


@cache
def stock(locale: str) -> Stock:
    """The word lists for a language."""
    told = resource_json(__package__, f"words/values.{'zh' if locale == 'zh' else 'en'}.json")
    fields: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in told.items()}
    return Stock(**fields)
