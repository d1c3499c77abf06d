"""Patterns of the words by which people speak of things: whole words in English, anywhere in Chinese.

The words themselves stand in a file, `words/tool_verbs.json`; what is made of them is used wherever something said may
pick one of several things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalwright.text import resource_json

WORD_TABLES: dict[str, list[str]] = resource_json("evalwright.workbench", "words/tool_verbs.json")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_DETERMINERS = rf"\b(?:{'|'.join(map(re.escape, WORD_TABLES['determiners']))})\s+"
_NOT_CUT_OUT = rf"(?<![{''.join(WORD_TABLES['no_position_after'])}])"
"""A Chinese word may be cut out of two others: one on my account (号上一个) is not the previous one (上一个)."""


def word_pattern(words: Sequence[str]) -> re.Pattern[str]:
    """A pattern of these words."""
    return re.compile("|".join(re.escape(word) if _HAN.search(word) else rf"\b{re.escape(word)}\b" for word in words))


def place_pattern(words: Sequence[str], led: str = _DETERMINERS) -> re.Pattern[str]:
    """A pattern of words of place where they speak of a thing: the first one, but not the first time or first name."""
    parts = [
        rf"{_NOT_CUT_OUT}{re.escape(word)}" if _HAN.search(word) else rf"{led}{re.escape(word)}\b" for word in words
    ]
    barred = [
        re.escape(word) if _HAN.search(word) else rf"{re.escape(word)}\b" for word in WORD_TABLES["no_position_before"]
    ]
    return re.compile(rf"(?:{'|'.join(parts)})(?!\W*(?:{'|'.join(barred)}))")
