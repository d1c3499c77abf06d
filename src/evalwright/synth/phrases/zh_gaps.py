"""Where a space belongs between Chinese characters and Latin letters or digits: marked here, settled in `zh_finish`."""

from __future__ import annotations

import re

from .nodes import Out

GAP = "\u2009"
"""A place where a space is wanted beside a Chinese character."""
_LATIN_START = re.compile(r"[#@/~A-Za-z0-9￥+-]")
_LATIN_END = re.compile(r"[A-Za-z0-9%]$")


def write(text: str, out: Out) -> None:
    """A value, with gaps where it begins or ends in Latin letters or digits."""
    if _LATIN_START.match(text):
        out.text(GAP)
    out.value(text)
    if _LATIN_END.search(text):
        out.text(GAP)
