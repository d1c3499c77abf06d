"""Names and street addresses that the user lists, found in text by their words: however many are listed, a text is
gone through once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from .personal_values import Found
from .stand_ins import words_of_name

_WORD = re.compile(r"[A-Za-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_BETWEEN = re.compile(r"[\s_.,-]{0,3}")


class ListedValues:
    """The listed values by their first words."""

    def __init__(self, names: Iterable[str], addresses: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        unspaced: dict[str, str] = {}
        for kind, values in (("name", names), ("address", addresses)):
            for value in values:
                words = tuple(word.casefold() for word in _WORD.findall(value))
                if words and value.isascii():
                    self._by_first.setdefault(words[0], []).append((kind, words))
                elif words:  # scripts that write no spaces have no words to begin with
                    unspaced[value.strip().casefold()] = kind
        for listed in self._by_first.values():
            listed.sort(key=lambda each: -len(each[1]))
        self._unspaced = unspaced
        ordered = sorted(unspaced, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered)), re.IGNORECASE) if ordered else None

    def find(self, text: str) -> Iterator[Found]:
        """Every listed value in a text: of a name each word, of an address the whole."""
        for match in self._pattern.finditer(text) if self._pattern is not None else ():
            yield Found(self._unspaced[match[0].casefold()], match[0])
        if not self._by_first:
            return
        words = list(_WORD.finditer(text))
        for place, word in enumerate(words):
            for kind, wanted in self._by_first.get(word[0].casefold(), ()):
                if _follow(text, words[place : place + len(wanted)], wanted):
                    whole = text[word.start() : words[place + len(wanted) - 1].end()]
                    yield from (Found(kind, each) for each in (words_of_name(whole) if kind == "name" else [whole]))
                    break


def _follow(text: str, found: list[re.Match[str]], wanted: tuple[str, ...]) -> bool:
    """Whether these words are the wanted ones, with nothing between them but white space and the like."""
    if tuple(word[0].casefold() for word in found) != wanted:
        return False
    gaps = pairwise(found)
    return all(_BETWEEN.fullmatch(text, before.end(), after.start()) for before, after in gaps)
