"""Text from data on its way into a page: made harmless, cut, escaped.

Two ways lead into the page and both pass here. Markup gets escaped text; everything that a script will show goes into
a JSON island, where no character can end the element. Control and direction characters are shown by their codes, so
that a name cannot rearrange the line it stands in.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any

from evalwright.chat import JsonObject, plain
from evalwright.data import dumps
from evalwright.lazy import late_pattern
from evalwright.text import visible

NAME = 80
"""Columns of a name; longer ones are cut."""
LINE = 300
TEXT = 2000
"""Characters of a text that is carried; the mark at its end says how many more there were."""

_REMEMBERED = 200
_BETWEEN_LINES = {10: None, 9: None}
_JOINTS = late_pattern(r"([_/:.-])(?=[^\s_/:.-])")
_ISLAND = late_pattern("[<>&\u2028\u2029]")


def one_line(value: Any, limit: int = NAME) -> str:
    """A value as harmless text on one line; what is not text is nothing."""
    if not isinstance(value, str):
        return ""
    return _short_line(value, limit) if len(value) <= _REMEMBERED else visible(value, limit)


@lru_cache(maxsize=4096)
def _short_line(text: str, limit: int) -> str:
    """Verdicts, tools and parameters are the same few names in every review."""
    return visible(text, limit)


def several_lines(value: Any, limit: int = TEXT) -> str:
    """A value as harmless text with its lines kept, cut with a mark."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json_text(value)
    if len(text) <= limit and text.translate(_BETWEEN_LINES).isprintable():  # nearly all is
        return text
    shown = "\n".join("\t".join(_visible(cell) for cell in line.split("\t")) for line in text[:limit].split("\n"))
    return f"{shown}… [+{len(text) - limit}]" if len(text) > limit else shown


def _visible(text: str) -> str:
    return text if text.isprintable() else visible(text)  # nearly all is, and long texts take their time


def json_text(value: Any) -> str:
    """A JSON value as text; whatever is none is named by its type."""
    try:
        return dumps(plain(value)).decode()
    except (TypeError, ValueError, RecursionError):
        return f"({type(value).__name__})"


def markup(text: str) -> str:
    """Text as it stands between tags or in an attribute."""
    return escape(text, quote=True)


def breakable(name: str) -> str:
    """A name as markup that may be broken where its words end, so that a narrow column does not cut a word."""
    return _JOINTS.sub(r"\1<wbr>", markup(name))


def island(value: Any) -> str:
    """JSON that stays inside its script element and is the same to a reader of JSON."""
    return _ISLAND.sub(lambda found: f"\\u{ord(found[0]):04x}", dumps(value).decode())


def mapping(value: Any) -> JsonObject:
    """A value where an object should be; anything else is an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """A value where a list should be; anything else is an empty one."""
    return value if isinstance(value, list) else []
