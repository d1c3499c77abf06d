"""Text from data on a terminal: made harmless and measured.

A name or a message may hold an escape sequence that repaints the screen, or an override that turns the line around;
such characters are shown by their codes. Chinese characters take two columns and combining marks none.
"""

from __future__ import annotations

import os
import unicodedata
from contextlib import suppress
from typing import TextIO

_JOINERS = "\u200c\u200d"
"""Invisible but needed by Persian, by Indian scripts and by emoji."""
_NO_WIDTH = {"Mn", "Me", "Cf"}
_NOT_SHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}


def escaped(text: str) -> str:
    """The text on one line with every control, direction and unassigned character as its code."""
    return text if text.isascii() and text.isprintable() else "".join(map(_escaped, text))


def width(text: str) -> int:
    """Columns the text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(character_width, text))


def character_width(character: str) -> int:
    """Columns one character takes."""
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """At most that many columns, and twice as many characters, for marks without width pile up without end."""
    if len(text) <= 2 * columns and width(text) <= columns:
        return text
    kept, used = [], 1
    for character in text[: max(2 * columns - 1, 0)]:
        used += character_width(character)
        if used > columns:
            break
        kept.append(character)
    return ("".join(kept).rstrip() + "…") if columns > 0 else ""


def terminal_columns(stream: TextIO) -> int | None:
    """How wide the terminal behind this stream is now, or COLUMNS where that is less; None where there is neither.

    A pipe and a file have no width: what is written there may be cut apart by scripts, so it is not fitted.
    """
    wanted = os.environ.get("COLUMNS", "")
    known = [int(wanted)] if wanted.isascii() and wanted.isdigit() else []
    with suppress(OSError, ValueError, AttributeError):  # no terminal, or no file at all
        known.append(os.get_terminal_size(stream.fileno()).columns)
    return min((columns for columns in known if columns > 0), default=None)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _NOT_SHOWN or character in _JOINERS:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
