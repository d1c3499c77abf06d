"""How many words a text has and which language it is in, by its characters alone.

A word is a run of characters without space; a Chinese character counts as one, for Chinese has no spaces. Both rules
are rough on purpose: they need no dictionary, cost next to nothing and mean the same in every data set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

LANGUAGES = ("zh", "en", "other", "none")

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_ONE = re.compile(f"[{_HAN}]")
_WORD = re.compile(f"[{_HAN}]|[^\\s{_HAN}]+")
_LATIN = re.compile(r"[A-Za-z]+")
_KANA_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_LETTER = re.compile(r"[^\W\d_]")
_LOOKED_AT = 4_000
"""Characters of one message that decide its language."""
_HAN_WEIGHT = 6
"""Letters that one Chinese character stands for: ids and e-mail addresses in Chinese talk are Latin letters."""


def words_in(text: str) -> int:
    """The words of a text."""
    return len(text.split()) if text.isascii() else sum(1 for _ in _WORD.finditer(text))


def language_of(texts: Iterable[str]) -> str:
    """zh, en, other, or none where there are no letters; `en` is anything that is written in A to Z alone."""
    han = latin = other = 0
    for text in texts:
        shown = text[:_LOOKED_AT]
        letters = sum(map(len, _LATIN.findall(shown)))
        latin += letters
        if shown.isascii():
            continue
        characters = len(_HAN_ONE.findall(shown))
        rest = len(_LETTER.findall(shown)) - letters - characters
        # Japanese and Korean have characters of their own beside the Chinese ones.
        chinese = len(_KANA_HANGUL.findall(shown)) * 4 <= characters
        han += characters if chinese else 0
        other += rest if chinese else rest + characters
    if not han and not latin and not other:
        return "none"
    if other * 50 > latin + other + han * _HAN_WEIGHT:
        return "other"
    return "zh" if han * _HAN_WEIGHT >= latin else "en"
