"""By what wishes, speakers and speech acts are known in each language: `words/wish.en.json` and `words/wish.zh.json`.

A text is looked at in lower case, with straight apostrophes, and with `□` in place of every value. What a table strips
(`idioms`) says nothing of a wish and would look like something else: "no problem" is no refusal, "all right" not all.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, TypedDict

from evalwright.text import resource_json

_SLOT = re.compile("⟦[0-9]+⟧")


class _File(TypedDict):
    """What a file says; lists hold patterns."""

    function: list[str]
    """Words, between spaces, that say nothing of a wish."""
    forms: dict[str, str]
    idioms: list[str]
    acts: dict[str, list[str]]
    """What people do, each with its ways of saying; the first that fits takes the words."""
    quantities: dict[str, list[str]]
    wh: dict[str, list[str]]
    places: dict[str, list[str]]
    after_slot: dict[str, str]
    like: list[list[str]]
    """Places of values of which the first may become any other of the list."""


class WishTables(NamedTuple):
    """The patterns of one language."""

    function: frozenset[str]
    forms: dict[str, str]
    idioms: re.Pattern[str]
    acts: dict[str, re.Pattern[str]]
    quantities: dict[str, re.Pattern[str]]
    wh: dict[str, re.Pattern[str]]
    places: dict[str, re.Pattern[str]]
    after_slot: dict[str, re.Pattern[str]]
    like: dict[str, frozenset[str]]
    signs: dict[str, re.Pattern[str]]
    """Single patterns by name: how one asks, denies, speaks of oneself or of the other."""

    def has(self, name: str, text: str) -> bool:
        """Whether a text shows this sign."""
        return self.signs[name].search(text) is not None

    def without(self, name: str, text: str) -> str:
        """A text less what shows this sign."""
        return self.signs[name].sub(" ", text)


@cache
def wish_tables(lang: str) -> WishTables:
    """The patterns of a language."""
    told: _File = resource_json(__package__, f"words/wish.{'zh' if lang == 'zh' else 'en'}.json")
    signs = {name: value for name, value in told.items() if name in _SIGNS}
    return WishTables(
        frozenset(word for line in told["function"] for word in line.split()),
        told["forms"],
        _any_of(told["idioms"]),
        _each_of(told["acts"]),
        _each_of(told["quantities"]),
        _each_of(told["wh"]),
        _each_of(told["places"]),
        {name: re.compile(pattern) for name, pattern in told["after_slot"].items()},
        {name: frozenset(others) for name, *others in told["like"]},
        {name: _any_of(patterns) for name, patterns in signs.items() if isinstance(patterns, list)},
    )


def looked_at(text: str) -> str:
    """A text as the patterns want it; the numbers of its slots are gone."""
    return _SLOT.sub("□", text.replace("\u2019", "'").replace("\u2018", "'").lower())


_SIGNS = (
    *("future", "asks", "information", "own", "own_requests", "addresses", "addressed", "service", "third"),
    *("offers_self", "tells_other", "speaks_of_self", "negation"),
    *("own_thing", "other_thing", "thanks", "corrects", "finished"),
)


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns) or "(?!)")


def _each_of(named: dict[str, list[str]]) -> dict[str, re.Pattern[str]]:
    return {name: _any_of(patterns) for name, patterns in named.items()}
