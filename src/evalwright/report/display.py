"""Text from data on a terminal: made harmless, measured and padded.

Names of models, subsets and tools come from files. A name may hold an escape sequence that repaints the
screen or an override that turns the line around; such characters are shown by their codes. Chinese
characters take two columns and combining marks none, so widths are counted in columns, not in characters.
"""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Invisible but needed by Persian, by Indian scripts and by emoji."""

_NO_WIDTH = {"Mn", "Me", "Cf"}
_NOT_SHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def visible(text: str, limit: int | None = None) -> str:
    """The text on one line with every control and direction character as its code; cut to `limit` columns."""
    shown = text if text.isascii() and text.isprintable() else "".join(_visible(each) for each in text)
    return shown if limit is None else _cut(shown, limit)


def width(text: str) -> int:
    """Columns the text takes on a terminal."""
    return len(text) if text.isascii() else sum(_width(each) for each in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces up to that many columns, at its end or, for `right`, before it."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _NOT_SHOWN or character in _JOINERS:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _width(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cut(text: str, limit: int) -> str:
    """At most `limit` columns, and twice as many characters, for marks without width pile up without end."""
    if len(text) <= 2 * limit and width(text) <= limit:
        return text
    kept, used = [], 1
    for character in text[: 2 * limit - 1]:
        used += _width(character)
        if used > limit:
            break
        kept.append(character)
    return "".join(kept) + "…"
