"""Near-duplicates: small sketches (MinHash) of what is said, and the most alike of those seen before.

Ids, amounts and tool results play no part in a sketch, so a conversation told again with other ids is found. What is
alike to a conversation already kept is not kept itself: a file of copies stays as small as its originals.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from evalwright.errors import UsageError

from .row_context import Case

ALIKE = 0.8
"""The share of word pairs in common from which two conversations count as the same told twice."""
MAX_SKETCHES = 200_000
"""Sketches kept, about half a kilobyte each."""
_PERMUTATIONS = 64
_BANDS = 16
_MIN_WORDS = 12
_SEED = 20_24
_WORDS = re.compile("[a-z]+|[\u3400-\u9fff]")
_ONLY_LETTERS = bytes(code if 97 <= code <= 122 else 32 for code in range(256))
"""The same for text that is ASCII, many times faster."""


class Sketcher:
    """Makes sketches, and remembers none."""

    def __init__(self) -> None:
        self._make = _library().RMinHash

    def sketch(self, case: Case) -> Any | None:
        """The sketch of a conversation; None where too little is said to compare."""
        return self.of_text(" ".join(text for text, role in zip(case.texts, case.roles, strict=True) if role in "uac"))

    def of_text(self, text: str) -> Any | None:
        """The sketch of a text; None where it is too short to compare."""
        words = words_of(text.lower())
        if len(words) < _MIN_WORDS:
            return None
        made = self._make(num_perm=_PERMUTATIONS, seed=_SEED)
        made.update(list(map(operator.concat, words, words[1:])))
        return made


class Sketches(Sketcher):
    """The sketches so far, each with the place of its conversation."""

    def __init__(self) -> None:
        super().__init__()
        self._index = _library().RMinHashLSH(threshold=ALIKE, num_perm=_PERMUTATIONS, num_bands=_BANDS)
        self._kept: list[Any] = []
        self._places: list[str] = []

    @property
    def full(self) -> bool:
        """Whether no more sketches are kept."""
        return len(self._kept) >= MAX_SKETCHES

    def alike(self, sketch: Any) -> tuple[str, float] | None:
        """The place of the most alike conversation kept, and how alike it is."""
        best: tuple[str, float] | None = None
        for where, share in self.all_alike(sketch):
            if best is None or share > best[1]:
                best = (where, share)
        return best

    def all_alike(self, sketch: Any) -> Iterator[tuple[str, float]]:
        """The place of every alike conversation kept, and how alike it is."""
        for key in self._index.query(sketch):
            share = sketch.jaccard(self._kept[key])
            if share >= ALIKE:
                yield self._places[key], share

    def keep(self, sketch: Any, where: str) -> None:
        """Remember a conversation, up to the bound."""
        if not self.full:
            self._index.insert(len(self._kept), sketch)
            self._kept.append(sketch)
            self._places.append(where)


class LatestSketches(Sketches):
    """The same for whoever never ends: the latest are kept, in the places of the oldest."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._next = 0

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
    if text.isascii():
        return text.encode().translate(_ONLY_LETTERS).decode().split()
    return _WORDS.findall(text)


def _library() -> Any:
    try:
        return import_module("rensa")
    except ImportError:
        raise UsageError.named("audit.rensa") from None
