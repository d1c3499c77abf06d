"""Names from data in a table: made harmless, cut and padded by the columns they take on a terminal."""

from __future__ import annotations

from .terminal import cut, escaped, width

__all__ = ["pad", "visible", "width"]


def visible(text: str, limit: int | None = None) -> str:
    """The text on one line with every control and direction character as its code; cut to `limit` columns."""
    shown = escaped(text)
    return shown if limit is None else cut(shown, limit)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces up to that many columns, at its end or, for `right`, before it."""
    space = " " * (columns - width(text))
    return space + text if right else text + space
