"""English: how the options of a variant are said: before the noun, or after it with the right little word.

Values of options speak for themselves ("size 9", "glass jar"), so that only the word before them has to be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from evalwright.synth.phrases import WordLists

from .languages import PHRASES

_LISTS = WordLists(PHRASES / "en" / "options.words")
_IN = _LISTS.words("in")
"""Said together after "in": "in olive suede"."""
_ADJECTIVES = _LISTS.words("adjectives")
"""Colors that do not go after "in"."""
_WITH_THE = _LISTS.words("with_the")
_WITH = _LISTS.words("with")
_OWN_WORD = ("with ", "without ", "for ")
_SPECIAL = _LISTS.table("special")


class Phrase(NamedTuple):
    """One option as it is said."""

    lead: str
    """The free words before the value."""
    value: str


def said(options: Mapping[str, str]) -> tuple[list[str], list[Phrase]]:
    """The values that go before the noun, and the phrases that go after it."""
    before: list[str] = []
    looks: list[Phrase] = []
    others: list[Phrase] = []
    for name, value in sorted(options.items(), key=lambda option: option[0] == "material"):
        if name in _IN and value not in _ADJECTIVES:
            looks.append(Phrase("" if looks else "in ", str(value)))
        elif phrase := _phrase(name, str(value)):
            others.append(_further(phrase) if any(each.lead.startswith("with") for each in others) else phrase)
        else:
            before.append(str(value))
    return before, looks + others


def _further(phrase: Phrase) -> Phrase:
    """A second "with" is an "and"."""
    return Phrase("and" + phrase.lead[4:], phrase.value) if phrase.lead.startswith("with") else phrase


def _phrase(name: str, value: str) -> Phrase | None:
    if value.startswith(_OWN_WORD):
        return Phrase("", value)
    if value.startswith("no "):
        return Phrase("with ", value)
    if name in _SPECIAL:
        return Phrase(f"{_SPECIAL[name]} ", value)
    if name in _WITH_THE:
        return Phrase("with the ", value)
    return Phrase("with ", value) if name in _WITH else None
