"""What a text is about, in units that can be compared: what is done in it, and its other words that say something.

Units of doing come from a table, so that "give it back" and "return it" are the same; of the other words an English one
counts by its stem, a Chinese one by its characters. Greetings, requests and the like are no units at all.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .wish_tables import WishTables, looked_at, wish_tables

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_HAN = re.compile("[\u4e00-\u9fff]")
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "s", "ly")
_SHORTEST_STEM = 3


class Units(NamedTuple):
    """What a text is about."""

    acts: frozenset[str]
    words: frozenset[str]

    def __or__(self, other: Units) -> Units:
        return Units(self.acts | other.acts, self.words | other.words)

    def shares(self, other: Units) -> bool:
        """Whether anything is common to both."""
        return bool(self.acts & other.acts or self.words & other.words)

    def likeness(self, other: Units) -> float:
        """What share of all is common; nothing where other things are done."""
        if self.acts != other.acts and not self.acts & other.acts:
            return 0.0
        every = len(self.acts | other.acts) + len(self.words | other.words)
        return (len(self.acts & other.acts) + len(self.words & other.words)) / every if every else 0.0

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.acts) + len(self.words)


NO_UNITS = Units(frozenset(), frozenset())


@lru_cache(maxsize=4096)
def units_of(text: str, lang: str) -> Units:
    """The units of a text."""
    tables = wish_tables(lang)
    left = tables.without("future", tables.idioms.sub(" ", looked_at(text)))
    acts = set()
    for name, pattern in tables.acts.items():
        left, found = pattern.subn(" ", left)
        if found:
            acts.add(name)
    return Units(frozenset(acts), frozenset(_han_words(left, lang) if lang == "zh" else _stems(left, tables)))


def _stems(text: str, tables: WishTables) -> set[str]:
    told = (word.partition("'")[0] for word in _WORD.findall(text) if word not in tables.function)
    words = (tables.forms.get(word, word) for word in told if word not in tables.function)
    return {_stem(word) for word in words if word not in tables.function and len(word) > 1}


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    word = word[:-1] if len(word) > _SHORTEST_STEM and word[-1] == word[-2] else word
    return word.rstrip("ey") if len(word) > _SHORTEST_STEM else word


def _han_words(text: str, lang: str) -> set[str]:
    """Chinese characters outside of words that say nothing."""
    return set(_HAN.findall(_chinese_function(lang).sub(" ", text)))


@lru_cache(maxsize=2)
def _chinese_function(lang: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(wish_tables(lang).function, key=lambda each: (-len(each), each)))))
