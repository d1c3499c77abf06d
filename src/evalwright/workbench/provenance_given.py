"""Constants that whoever made a row put into its calls: a scenario file says them, no one in the conversation does.

A row may list them under `metadata.given`: values as they are passed, and texts with slots (`{folder}/notes.txt`) that
calls pass with the slots filled. They are believed as far as they go: what fills a slot must come from the
conversation, and every value that only they explain is reported as given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SLOT = re.compile(r"\{[A-Za-z_][\w.]*\}")
_WORD = re.compile(r"\w+")
_MOST, _LONGEST = 200, 4_000


class Given:
    """The constants of one row."""

    def __init__(self, metadata: Mapping[str, Any]) -> None:
        listed = metadata.get("given")
        kept = listed[:_MOST] if isinstance(listed, list) else []
        self._values = [value for value in kept if isinstance(value, str | int | float)]
        texts = [value for value in self._values if isinstance(value, str) and len(value) <= _LONGEST]
        self._templates = [_SLOT.split(text) for text in texts if _SLOT.search(text)]
        self._texts = texts

    def __bool__(self) -> bool:
        return bool(self._values)

    def is_constant(self, value: object) -> bool:
        """Whether a value is one of them, as it is."""
        return any(type(value) is type(each) and value == each for each in self._values)

    def says(self, word: str) -> bool:
        """Whether a word stands in one of their texts, outside of slots."""
        wanted = _WORD.findall(word.lower())
        return bool(wanted) and any(_holds_words(text, wanted) for text in self._texts)

    def fillings(self, value: object) -> list[str] | None:
        """What fills the slots of a text of theirs where the value is that text filled; None where it is none."""
        if not isinstance(value, str) or len(value) > _LONGEST:
            return None
        return next((made for pieces in self._templates if (made := _filled(pieces, value)) is not None), None)


def _holds_words(text: str, wanted: list[str]) -> bool:
    words = _WORD.findall(_SLOT.sub(" ", text).lower())
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def _filled(pieces: list[str], value: str) -> list[str] | None:
    """What stands between the pieces of a template; each is looked for from the end of the one before."""
    first, *inner, last = pieces
    if not value.startswith(first) or not value.endswith(last) or len(value) < len(first) + len(last):
        return None
    made, at, end = [], len(first), len(value) - len(last)
    for piece in inner:
        found = value.find(piece, at + 1, end) if piece else at + 1
        if found < 0:
            return None
        made.append(value[at:found])
        at = found + len(piece)
    made.append(value[at:end])
    return made if all(made) else None
