"""Words out of descriptions that somebody else wrote: short, on one line, and harmless wherever they are put."""

from __future__ import annotations

import re
import unicodedata

_STOP = re.compile(r"(?<=[a-z0-9)])\.(?:\s|$)|[。；;\n\r!?！？]")
_ODD = re.compile(r"[<>{}\[\]|\\`*_#@$~^=\"“”]")
_SPACES = re.compile(r"\s+")


def clean(text: str, longest: int) -> str:
    """The text without control characters and marks that mean something to somebody, cut to length."""
    plain = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text[: longest * 4])
    return _SPACES.sub(" ", plain).strip()[:longest].strip()


def first_sentence(description: str, longest: int) -> str | None:
    """The first sentence of a description, where it can stand in other sentences; else None."""
    text = clean(description, 400)
    end = _STOP.search(text)
    sentence = text[: end.start()] if end else text
    sentence = re.split(r"[（(]|\s[-–—:：]\s|[:：]|\sby\s|\susing\s|, (?:which|including|with|given)", sentence)[
        0
    ].strip(" ,，.")
    if not 3 <= len(sentence) <= longest or _ODD.search(sentence):
        return None
    return sentence
