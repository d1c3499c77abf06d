"""What a value looks like, and where something that looks the same stands in a text.

The shape of `#E48210` is `#a99999`: runs of letters are one `a`, digits keep their number, other characters
stay. Values of one parameter mostly share a few shapes, so a shape learnt in training finds an order number
or a zip code never seen before. Chinese has no spaces, so nothing is split into words: a shape becomes a
pattern that stops at the edge of a run of letters and digits, and Chinese letters and full-width marks are
such an edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

MAX_LENGTH = 64
"""Longer values are prose: their shape would never be met again."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = rf"[^\W\d_{_CJK}]"
_WORD = rf"(?:{_LETTER}|[0-9_])"
_RUN = re.compile(rf"(?P<cjk>[{_CJK}]+)|(?P<letters>{_LETTER}+)|(?P<digits>[0-9]+)|(?P<other>.)", re.DOTALL)
_PLAIN = re.compile(r"[a中\s.,!?'’·-]*")

# A token does not start or end inside a longer one: `80279` is not read out of `card_80279` or `80279-12`.
_BEFORE = rf"(?<!{_LETTER})(?<![0-9_#@])(?<![A-Za-z0-9][-.:/@])"
_AFTER = rf"(?!{_WORD})(?![-.:/@][A-Za-z0-9])"

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
)


def shape_of(text: str) -> str:
    """The shape of a value; letters `a`, Chinese, Japanese and Korean letters `中`, every digit `9`."""
    return "".join(_class_of(run) for run in _RUN.finditer(text))


def _class_of(run: re.Match[str]) -> str:
    if run.lastgroup == "cjk":
        return "中"
    if run.lastgroup == "letters":
        return "a"
    return "9" * len(run[0]) if run.lastgroup == "digits" else run[0]


def is_plain(shape: str) -> bool:
    """Whether any word or phrase has this shape, so that it says nothing."""
    return _PLAIN.fullmatch(shape) is not None


def tokens_like(shapes: Iterable[str], text: str) -> list[str]:
    """The tokens of the text that have one of the shapes: the latest first, then the longest."""
    return _latest_first(found for shape in shapes for found in _pattern(shape).finditer(text))


def words_among(known: Iterable[str], text: str) -> list[str]:
    """Which of the known words or phrases stand in the text, the latest first."""
    return _latest_first(found for word in known if word in text for found in _literal(word).finditer(text))


def emails_in(text: str) -> list[str]:
    """The e-mail addresses of the text, the latest first."""
    return _latest_first(_EMAIL.finditer(text))


def _latest_first(found: Iterator[re.Match[str]]) -> list[str]:
    ordered = sorted(found, key=lambda match: (-match.end(), match.start()))
    return list(dict.fromkeys(match[0] for match in ordered))


@lru_cache(maxsize=2048)
def _pattern(shape: str) -> re.Pattern[str]:
    """Runs are matched possessively and only from their start, so that no text makes the search slow."""
    parts = [_run_pattern(run) for run in re.finditer(r"a|中|9+|.", shape, re.DOTALL)]
    start = rf"(?<![{_CJK}])" if shape.startswith("中") else ""
    return re.compile(start + _BEFORE + "".join(parts) + _AFTER)


def _run_pattern(run: re.Match[str]) -> str:
    if run[0] == "a":
        return f"{_LETTER}++"
    if run[0] == "中":
        return f"[{_CJK}]++"
    return f"[0-9]{{{len(run[0])}}}" if run[0][0] == "9" else re.escape(run[0])


@lru_cache(maxsize=4096)
def _literal(word: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + re.escape(word) + _AFTER)
