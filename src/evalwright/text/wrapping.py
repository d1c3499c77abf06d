"""Text from outside, broken into lines that fit a terminal: nothing in it is obeyed, and a wide character counts two.

Texts may be a word of a megabyte or a letter under a thousand accents: only as much is looked at as will be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .terminal import character_width, escaped, width

__all__ = ["Wrapped", "harmless", "width", "wrap"]

_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f]")
_CLOSING = "，。、；：？！）》」』】〉"
"""Wide marks that no line begins with; before any other wide character, and after each, a line may end."""
_OPENING = "（《「『【〈"
"""Wide marks that no line ends with."""
_HALF = frozenset(" .,;:!?)]}'\"%")
"""Narrow characters that no line begins with either."""
_PILE = 4
"""Characters for each column that a line may have; marks without width pile up without end."""


class Wrapped(NamedTuple):
    """The lines of a text."""

    lines: list[str]
    whole: bool
    """Whether that is all of it."""


def wrap(text: str, columns: int, most: int | None = None, *, whole_words: bool = False) -> Wrapped:
    """The text in lines of at most that many columns; at most `most` lines, where given.

    With `whole_words` a word that is too long for a line stays in one piece, such as a path that is to be copied.
    """
    looked = text if most is None else text[: (most + 1) * columns * _PILE]
    lines: list[str] = []
    for line in _wrap_lines(looked, columns, whole_words):
        if len(lines) == most:
            return Wrapped(lines, False)
        lines.append(line)
    return Wrapped(lines, len(looked) == len(text))


def harmless(line: str) -> str:
    """One line with every control and direction character as its code."""
    if line.isascii() and line.isprintable():
        return line
    spaced = _SPACES.sub(" ", line.replace("\t", "    ").replace("\u3000", "  "))
    return escaped(spaced)


def _wrap_lines(text: str, columns: int, whole_words: bool) -> Iterator[str]:
    for line in text.replace("\r\n", "\n").split("\n"):
        shown = harmless(line)
        start = 0
        while start < len(shown):
            end = _end(shown, start, columns, whole_words)
            yield shown[start:end].rstrip()
            start = end
        if not shown:
            yield ""


def _end(text: str, start: int, columns: int, whole_words: bool) -> int:
    """Where the line that begins here ends: where a word ends, or inside a word that is too long."""
    used, fits, before = 0, start, ""
    for at in range(start, len(text)):
        character = text[at]
        wide = character_width(character)
        if _may_break(before, character, wide):
            fits = at
        used += wide
        if used > columns or at - start >= columns * _PILE:
            # The space that would not fit is not carried over to the next line.
            if character == " ":
                return at + 1
            if fits > start or not whole_words:
                return fits if fits > start else max(at, start + 1)
        if character == " ":
            fits = at + 1
        before = character
    return len(text)


def _may_break(before: str, character: str, wide: int) -> bool:
    """Whether a line may end between these two, one of which is a wide character."""
    if wide == 0 or character in _CLOSING or (before and before in _OPENING):
        return False
    return wide == 2 or (before != "" and character_width(before) == 2 and character not in _HALF)
