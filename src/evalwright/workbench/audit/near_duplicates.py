"""Near-duplicates: small sketches (MinHash) of what is said, and the most alike of the latest.

Ids, amounts and tool results play no part in a sketch, so a conversation told again with other ids is found. What is
alike to a conversation already kept is not kept itself: a file of copies stays as small as its originals.
"""

from __future__ import annotations

import operator
import re
from importlib import import_module
from typing import Any

from evalwright.errors import UsageError

from .row_context import Case

ALIKE = 0.8
"""The share of word pairs in common from which two conversations count as the same told twice."""
PERMUTATIONS = 64
BANDS = 16
_MIN_WORDS = 12
_SEED = 20_24
_RUNS = re.compile("[a-z]+|[\u3400-\u9fff]+")
_ONLY_LETTERS = bytes(code if 97 <= code <= 122 else 32 for code in range(256))
"""The words of a text without Chinese, as UTF-8, many times faster."""
_MAY_BE_HAN = bytes(range(0xE3, 0xEA))
"""The first bytes of Chinese characters in UTF-8; they stand nowhere else than in front."""
_DIGITS = re.compile("[0-9]+")
_KNOWN = 1 << 12
"""Wordings whose sketches are remembered: those of rows that differ in their ids alone."""


class Sketcher:
    """Makes sketches, and remembers none."""

    def __init__(self) -> None:
        self._make = _library().RMinHash
        self._known: dict[str | bytes, bytes | None] = {}

    def sketch(self, case: Case) -> bytes | None:
        """The sketch of a conversation, packed; None where too little is said to compare."""
        told = " ".join([text for text, role in zip(case.texts, case.roles, strict=True) if role in "uac"])
        wording = _wording_of(told.lower())
        known = self._known.get(wording, b"")
        return self._new_sketch(wording) if known == b"" else known

    def _new_sketch(self, wording: str | bytes) -> bytes | None:
        from .sketch_index import packed_sketch

        made = self._of_words(_words_in(wording))
        if len(self._known) >= _KNOWN:
            self._known.clear()
        self._known[wording] = packed = None if made is None else packed_sketch(made)
        return packed

    def of_text(self, text: str) -> Any | None:
        """The sketch of a text; None where it is too short to compare."""
        return self._of_words(words_of(text.lower()))

    def _of_words(self, words: list[str]) -> Any | None:
        if len(words) < _MIN_WORDS:
            return None
        made = self._make(num_perm=PERMUTATIONS, seed=_SEED)
        made.update(list(map(operator.concat, words, words[1:])))
        return made


class LatestSketches(Sketcher):
    """The latest sketches, for whoever never ends, each with the place of its conversation."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._index = _library().RMinHashLSH(threshold=ALIKE, num_perm=PERMUTATIONS, num_bands=BANDS)
        self._kept: list[Any] = []
        self._places: list[str] = []
        self._most = most
        self._next = 0

    def alike(self, sketch: Any) -> tuple[str, float] | None:
        """The place of the most alike conversation kept, and how alike it is."""
        best: tuple[str, float] | None = None
        for key in self._index.query(sketch):
            share = sketch.jaccard(self._kept[key])
            if share >= ALIKE and (best is None or share > best[1]):
                best = (self._places[key], share)
        return best

    def keep(self, sketch: Any, where: str) -> None:
        """Remember a conversation, and forget the one that was kept so many before it."""
        place = self._next
        if place < len(self._kept):
            self._index.remove(place)
            self._kept[place], self._places[place] = sketch, where
        else:
            self._kept.append(sketch)
            self._places.append(where)
        self._index.insert(place, sketch)
        self._next = (place + 1) % self._most


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without numbers and punctuation; a Chinese character is a word."""
    return _words_in(_wording_of(text))


def _wording_of(text: str) -> str | bytes:
    """What the words of a text depend on: its letters; where there are Chinese ones, all but the digits."""
    raw = text.encode("utf-8", "surrogatepass")
    if text.isascii() or len(raw.translate(None, _MAY_BE_HAN)) == len(raw):
        return raw.translate(_ONLY_LETTERS)
    return _DIGITS.sub("0", text)


def _words_in(wording: str | bytes) -> list[str]:
    if isinstance(wording, bytes):
        return wording.decode("ascii").split()
    words: list[str] = []
    for run in _RUNS.findall(wording):
        if run >= "\u3400":
            words += run
        else:
            words.append(run)
    return words


def _library() -> Any:
    try:
        return import_module("rensa")
    except ImportError:
        raise UsageError.named("audit.rensa") from None
