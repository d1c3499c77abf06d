"""Whether a text is in the language of its conversation: told from letters and from the commonest words.

Words and letters that were said before (names, products, what a tool returned) count for no language.
"""

from __future__ import annotations

import re

from evalwright.text import resource_words

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_VALUE = re.compile(r"[A-Za-z0-9._%+#@/-]*[0-9@_#][A-Za-z0-9._%+#@/-]*")
_NOT_CHINESE = re.compile("[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f]")
_TRADITIONAL = re.compile("[們這個訂單請為謝問貨嗎麼還沒時間幫換號錢買賣發電話進樣經點從對應選擇]")
_LETTERS_PER_HAN = 6
_FEWEST_ENGLISH = 0.2


_ENGLISH = frozenset(resource_words(__package__, "words/common_english.txt"))


def is_common(word: str) -> bool:
    """Whether an English word says nothing by itself."""
    return word in _ENGLISH


def in_language(text: str, lang: str, known: str = "", *, least: int = 1) -> bool:
    """Whether a text is in this language; `least`: fewer words than this that `known` does not hold prove nothing."""
    return _in_chinese(text, known) if lang == "zh" else _in_english(text, known, least)


def _in_chinese(text: str, known: str) -> bool:
    words = _VALUE.sub(" ", text)
    strange = [char for char in (*_NOT_CHINESE.findall(words), *_TRADITIONAL.findall(words)) if char not in known]
    letters = sum(len(word) for word in re.findall("[A-Za-z]+", words) if word not in known)
    return not strange and letters <= _LETTERS_PER_HAN * len(_HAN.findall(words)) + _LETTERS_PER_HAN


def _in_english(text: str, known: str, least: int) -> bool:
    words = _WORD.findall(_VALUE.sub(" ", text))
    seen = set(_WORD.findall(known.lower()))
    own = [word.lower().replace("\u2019", "'") for word in words]
    own = [word for word in own if word in _ENGLISH or word not in seen]
    if any(not word.isascii() for word in own):
        return False
    return len(own) < least or sum(word in _ENGLISH for word in own) >= _FEWEST_ENGLISH * len(own)
