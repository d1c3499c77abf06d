"""The one strict JSON reader.

JSON that decides a score must mean one thing. So: a key given twice is an error (which one was meant cannot be
known), NaN and Infinity are errors (not JSON), a lone surrogate is an error (not text), integers of any length
are read exactly, and nesting has a limit that does not depend on how deep the caller's stack is.

Two readers share these rules: `loads` gives plain Python values (floats for fractions), for records; `loads_exact`
gives `Decimal` for fractions and for integers beyond Python's conversion limit, for values that are compared.
This file uses the standard library alone: the standalone grader carries it along.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from evalwright.text import Sentence, phrase

from .types import JsonObject

MAX_DEPTH = 128
"""Levels of nesting that are read; deeper text is refused. Ordinary arguments have fewer than ten."""

_MAX_INT_DIGITS = 4000
_CONTAINERS = frozenset({dict, list})
_SURROGATE = re.compile("[\ud800-\udfff]")
_FAULTS = {
    "Expecting value": "value",
    "Expecting property name enclosed in double quotes": "key",
    "Expecting ':' delimiter": "colon",
    "Expecting ',' delimiter": "comma",
    "Unterminated string starting at": "string",
    "Invalid control character at": "control",
    "Invalid \\escape": "escape",
    "Invalid \\uXXXX escape": "unicode",
    "Extra data": "extra",
    "Illegal trailing comma before end of object": "trailing_object",
    "Illegal trailing comma before end of array": "trailing_array",
}
"""What the standard library's parser says, and the name of the same in the word files."""
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class JsonError(ValueError):
    """Text that is not strict JSON; the message says what is wrong and where."""

    @property
    def problem(self) -> Any:
        """What is wrong, as it was said."""
        return self.args[0] if self.args else ""


class _ParserError(JsonError):
    """What the standard library's parser objects to, put into words when somebody asks: a text that is tried as JSON,
    and is none, is the ordinary case where tools answer in plain words."""

    @property
    def problem(self) -> Any:
        """What is wrong, and where."""
        message, position = self.args
        return phrase("json.at", problem=parser_fault(message), position=position)

    def __str__(self) -> str:
        said: str = self.problem
        return said


def loads(text: str) -> Any:
    """The value of a JSON text, or JsonError. Fractions become floats, integers beyond 4,000 digits are refused."""
    return _decode(_RECORDS, text)


def loads_exact(text: str) -> Any:
    """The value of a JSON text with every number exact: int, or Decimal where int or float would lose digits."""
    return _decode(_EXACT, text)


def has_lone_surrogate(text: str) -> bool:
    """Whether the text holds half a surrogate pair, which cannot be written as UTF-8."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def _decode(decoder: json.JSONDecoder, text: str) -> Any:
    try:
        value = decoder.decode(text)
    except JsonError:
        raise
    except json.JSONDecodeError as error:
        raise _ParserError(error.msg, error.pos + 1) from None
    except RecursionError:
        raise JsonError(phrase("json.too_deep", levels=MAX_DEPTH)) from None
    if len(text) > MAX_DEPTH and text.count("[") + text.count("{") > MAX_DEPTH and _too_deep(value):
        raise JsonError(phrase("json.too_deep", levels=MAX_DEPTH))
    if _SURROGATE_ESCAPE.search(text) and _surrogate_inside(value):
        raise JsonError(phrase("json.surrogate"))
    return value


def parser_fault(message: str) -> Sentence | str:
    """What the standard library's parser says, as a sentence of ours."""
    return phrase(f"json.parser.{_FAULTS[message]}") if message in _FAULTS else message


def _too_deep(value: Any) -> bool:
    """Level by level, so that the answer does not depend on the caller's stack."""
    level = [value] if type(value) in _CONTAINERS else []
    for _ in range(MAX_DEPTH):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in _CONTAINERS
        ]
    return bool(level)


def _surrogate_inside(value: Any) -> bool:
    if isinstance(value, str):
        return has_lone_surrogate(value)
    if isinstance(value, dict):
        return any(has_lone_surrogate(key) or _surrogate_inside(inner) for key, inner in value.items())
    if isinstance(value, list):
        return any(_surrogate_inside(inner) for inner in value)
    return False


def _unique(pairs: list[tuple[str, Any]]) -> JsonObject:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise JsonError(phrase("json.twice", key=json.dumps(twice)[:80]))
    return made


def _no_constant(name: str) -> NoReturn:
    raise JsonError(phrase("json.not_json", name=name))


def _record_int(text: str) -> int:
    if len(text) > _MAX_INT_DIGITS:
        raise JsonError(phrase("json.digits", digits=len(text)))
    return int(text)


def _record_float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise JsonError(phrase("json.range", number=text[:40]))
    return value


def _exact_int(text: str) -> int | Decimal:
    return int(text) if len(text) <= _MAX_INT_DIGITS else Decimal(text)


def _exact_fraction(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise JsonError(phrase("json.range", number=text[:40])) from None


_RECORDS = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_record_int, parse_float=_record_float
)
_EXACT = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_exact_int, parse_float=_exact_fraction
)
