"""Text from outside, broken into lines that fit a terminal: nothing in it is obeyed, and a wide character counts two.

Texts may be a word of a megabyte or a letter under a thousand accents: only as much is looked at as will be shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from .audit.finding import visible

_NO_WIDTH = {"Mn", "Me", "Cf"}
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f]")
_PILE = 4
"""Characters for each column that a line may have; marks without width pile up without end."""


class Wrapped(NamedTuple):
    """The lines of a text."""

    lines: list[str]
    whole: bool
    """Whether that is all of it."""


def width(text: str) -> int:
    """Columns the text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_width, text))


def wrap(text: str, columns: int, most: int | None = None) -> Wrapped:
    """The text in lines of at most that many columns; at most `most` lines, where given."""
    looked = text if most is None else text[: (most + 1) * columns * _PILE]
    lines: list[str] = []
    for line in _lines(looked, columns):
        if len(lines) == most:
            return Wrapped(lines, False)
        lines.append(line)
    return Wrapped(lines, len(looked) == len(text))


def harmless(line: str) -> str:
    """One line with every control and direction character as its code."""
    if line.isascii() and line.isprintable():
        return line
    spaced = _SPACES.sub(" ", line.replace("\t", "    ").replace("\u3000", "  "))
    return visible(spaced, len(spaced) + 1)


def _lines(text: str, columns: int) -> Iterator[str]:
    for line in text.replace("\r\n", "\n").split("\n"):
        shown = harmless(line)
        start = 0
        while start < len(shown):
            end = _end(shown, start, columns)
            yield shown[start:end].rstrip()
            start = end
        if not shown:
            yield ""


def _end(text: str, start: int, columns: int) -> int:
    """Where the line that begins here ends: after the last space that fits, or inside a word that is too long."""
    used = space = 0
    for at in range(start, len(text)):
        used += _width(text[at])
        if used > columns or at - start >= columns * _PILE:
            # The space that would not fit is not carried over to the next line.
            if text[at] == " ":
                return at + 1
            return space if space > start else max(at, start + 1)
        if text[at] == " ":
            space = at + 1
    return len(text)


def _width(character: str) -> int:
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
