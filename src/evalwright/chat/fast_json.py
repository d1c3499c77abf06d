"""Reading one line of JSON: the fast reader wherever it provably gives what the strict one would.

The fast reader drops repeated keys, rounds large integers and allows more nesting. Each of these shows when what it
read is written again: without white space, the text must be the same. White space can stand between tokens or inside
texts, and neither changes which keys and numbers there are; so equal text means that nothing was dropped or rounded.
Every other line, broken ones included, is left to the strict reader, which is several times slower and has the last
word.
"""

from __future__ import annotations

import json
from typing import Any

from .strict_json import MAX_DEPTH, JsonError, loads
from .types import Arguments

_WHITE = b" \t\r\n"
_WRITES_AT_MOST = 254
"""Levels of nesting that orjson writes. Inside this many lists less our own limit, it writes just what we allow."""
_LISTS = _WRITES_AT_MOST - MAX_DEPTH
_EXACT = frozenset({str, int, bool, type(None)})


def loads_line(line: bytes) -> Any:
    """The value of a line of JSON by the rules of `loads`; JsonError or UnicodeDecodeError where it has none."""
    import orjson

    text = line.strip(_WHITE)
    try:
        value = orjson.loads(text)
        if text.count(b"[") + text.count(b"{") > MAX_DEPTH:
            written = orjson.dumps(_inside_lists(value))[_LISTS:-_LISTS]
        else:
            written = orjson.dumps(value)
    except (orjson.JSONDecodeError, TypeError):
        return loads(line.decode("utf-8"))
    if written == text or _same_but_whitespace(written, text):
        return value
    # Python's own writer spells what is not ASCII with escapes; nothing else of what it writes differs.
    if b"\\u" in text and _same_but_whitespace(json.dumps(value).encode("ascii"), text):
        return value
    return loads(line.decode("utf-8"))


def loads_text(text: str) -> Any:
    """The value of a JSON text by the rules of `loads`, or JsonError."""
    try:
        raw = text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return loads(text)
    return loads_line(raw)


def simple_arguments(text: str) -> Arguments | None:
    """The arguments of a call where all are texts, whole numbers, yes, no, nothing, and lists of these; else None.

    There, values are exact whichever reader gives them.
    """
    if text[:1] != "{":
        return None
    try:
        value = loads_text(text)
    except JsonError:
        return None
    for inner in value.values():
        if type(inner) not in _EXACT and not (type(inner) is list and _EXACT.issuperset(map(type, inner))):
            return None
    return value  # type: ignore[no-any-return]


def _same_but_whitespace(written: bytes, text: bytes) -> bool:
    return written.translate(None, _WHITE) == text.translate(None, _WHITE)


def _inside_lists(value: Any) -> Any:
    for _ in range(_LISTS):
        value = [value]
    return value
