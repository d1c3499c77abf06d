"""A text as the two lists of words that ROUGE and BLEU compare.

Text with any character from U+4E00 to U+9FA5 is cut as Chinese, all other text as English, each side of a pair by
itself. ROUGE reads the words between white space, Chinese with a space after every word; BLEU reads the words of
the cutter. The Chinese word list is loaded when the first Chinese text comes, and a text is cut only once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .english import split_english

_CHINESE = re.compile("[\u4e00-\u9fa5]")
_STOP = re.compile(r"[。！？?…]|\.{6}")
_BREAKS = (
    (re.compile("([。！？?])([^”’])"), r"\1\n\2"),
    (re.compile(r"(\.{6})([^”’])"), r"\1\n\2"),
    (re.compile("(…{2})([^”’])"), r"\1\n\2"),
    (re.compile("([。！？?][”’])([^，。！？?])"), r"\1\n\2"),
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text."""

    spaced: list[str]
    """For ROUGE: between white space and sentence ends, marks joined to English words."""
    cut: list[str]
    """For BLEU: as the cutter of the language gives them."""


def split_words(text: str) -> Words:
    """The words of a text in its own language."""
    if not _CHINESE.search(text):
        return Words(_between_spaces(text), split_english(text))
    # Loaded late: English alone must not pay for the Chinese cutter.
    from .chinese import cut_chinese

    cut = cut_chinese(text)
    return Words(_between_spaces(" ".join(cut)), cut)


def _between_spaces(text: str) -> list[str]:
    """A line of nothing but white space counts as one empty word, as in the metric that this is compared with."""
    if _STOP.search(text):
        for mark, broken in _BREAKS:
            text = mark.sub(broken, text)
    words: list[str] = []
    for line in text.rstrip().split("\n"):
        if line:
            words += line.split() or [""]
    return words
