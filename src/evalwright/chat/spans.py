"""Where the parts of a JSON text stand, so that a part can be kept exactly as it was written.

In goes the text of one object or list that the strict reader has accepted; out come the texts of its parts, with
their own number spellings. Reading and writing again would turn 1.50 into 1.5, and nobody could tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from evalwright.text import phrase

from .strict_json import JsonError, loads_exact

_SPACE = re.compile(r"[ \t\n\r]*")
_SKIM = json.JSONDecoder(parse_int=str, parse_float=str)
"""Finds where a value ends; its numbers are not converted, so no length of digits can stop it."""


def members(text: str) -> dict[str, str]:
    """The text of each value of one JSON object, by key; JsonError where the text is not exactly one such object."""
    if not isinstance(loads_exact(text), dict):
        raise JsonError(phrase("json.no_object"))
    parts = list(_value_spans(text))
    return {str(json.loads(text[start:end])): text[at:to] for (start, end), (at, to) in _key_value_spans(parts)}


def elements(text: str) -> list[str]:
    """The text of each element of one JSON list; JsonError where the text is not exactly one list."""
    if not isinstance(loads_exact(text), list):
        raise JsonError(phrase("json.no_list"))
    return [text[start:end] for start, end in _value_spans(text)]


def value_end(text: str, start: int) -> int | None:
    """Where the JSON value that starts at `start` ends, or None where there is none."""
    try:
        return _SKIM.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def _value_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of all values directly inside the outer brackets, keys included."""
    at = _skip(text, _skip(text, 0) + 1)
    while text[at] not in "]}":
        end = value_end(text, at)
        if end is None:  # the caller's stack is so deep that the second reading found no room
            raise JsonError(phrase("json.deep"))
        yield at, end
        at = _skip(text, end)
        if text[at] in ",:":
            at = _skip(text, at + 1)


def _key_value_spans(parts: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return zip(parts[::2], parts[1::2], strict=True)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
