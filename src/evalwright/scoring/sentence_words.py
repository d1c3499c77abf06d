"""The words that sentence splitting knows: which ones are abbreviations, which ones open a sentence.

The lists (`word_lists/*.txt`) are our own: what editors and dictionaries call abbreviations in American English, and
the function words of the language.
"""

from __future__ import annotations

import re

from evalwright.text import resource_words


def _word_list(name: str) -> frozenset[str]:
    return frozenset(resource_words("evalwright.scoring", f"word_lists/{name}.txt"))


ABBREVIATIONS = _word_list("abbreviations")
"""Words, without their full stop, after which a full stop does not end a sentence by itself."""
OPENERS = _word_list("openers")
"""Words that open a sentence even after an abbreviation, when they are written with a capital."""
ORDINARY = OPENERS | _word_list("ordinary")
"""Words that are no names, though they may be written with a capital."""

_NOT_ABBREVIATIONS = frozenset({"e.g", "i.e"})
_SPELLED = re.compile(r"[a-z](?:\.[a-z])+")


def is_known_abbreviation(word: str) -> bool:
    """Whether a lower-case word without its full stop is an abbreviation: a listed one, or letters like u.s or j.r."""
    if word in ABBREVIATIONS:
        return True
    return _SPELLED.fullmatch(word) is not None and word not in _NOT_ABBREVIATIONS
