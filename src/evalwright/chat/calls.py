"""One tool call, read from any dialect: its name and its arguments as exact values.

In flows whatever a data set or a model gave as a call (OpenAI, Responses, Anthropic or Gemini shape, or
garbage); out comes a `Call`, whose numbers are int or Decimal so that nothing is lost before they are
compared, or an `Unreadable` that says why not. Nothing raises here: an unreadable call is an answer to be
graded, not a crash. This file uses the standard library alone: the standalone grader carries it along.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from math import isfinite
from typing import Any

from evalwright.text import Sentence, phrase

from .strict_json import MAX_DEPTH, JsonError, has_lone_surrogate, loads_exact
from .types import Arguments

_WRAPPERS = ("function", "functionCall", "function_call")
_ARGUMENT_KEYS = ("arguments", "input", "args")
_MAX_VALUES = 2_000_000
"""Values read out of one object; only objects that share parts a million times over have more."""

_INT_MIN, _INT_MAX = -(2**63), 2**64 - 1
"""What every JSON writer and reader in use takes as an integer."""

_KINDS = {
    str: "text",
    bool: "boolean",
    int: "number",
    float: "number",
    list: "list",
    dict: "object",
}


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call that could be read."""

    name: str
    arguments: Arguments
    """Values are str, bool, None, int, Decimal, list and dict."""
    rules: tuple[str, ...]
    """What had to be allowed to read it: `empty_arguments`, `object_arguments`."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A tool call that could not be read."""

    reason: str
    """Completes the sentence "the call cannot be read: ..."."""
    name: str | None
    """The tool's name, where that much was readable."""


def read_call(value: object, *, empty_ok: bool = True) -> Call | Unreadable:
    """The call that a value stands for. `empty_ok`: whether no arguments at all are read as `{}`."""
    try:
        return _read_call(value, empty_ok)
    except Exception as error:  # foreign objects may raise from any operation, and a call must never crash a run
        return Unreadable(phrase("call.raised", error=type(error).__name__), None)


def plain(value: object) -> Any:
    """A compared value as plain JSON data for showing; numbers that JSON readers would change become text."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if _INT_MIN <= value <= _INT_MAX else str(Decimal(value))
    if isinstance(value, Decimal):
        return _plain_decimal(value)
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return f"a value of type {type(value).__name__}"


def _plain_decimal(value: Decimal) -> int | float | str:
    if not value.is_finite():
        return str(value)
    if value.as_tuple().exponent >= 0:  # type: ignore[operator]  # finite, so the exponent is a number
        whole = int(value) if value.adjusted() < 20 else _INT_MAX + 1
        return whole if _INT_MIN <= whole <= _INT_MAX else str(value)
    near = float(value)
    return near if isfinite(near) and Decimal(repr(near)) == value else str(value)


def _read_call(value: object, empty_ok: bool) -> Call | Unreadable:
    if not isinstance(value, dict):
        return Unreadable(phrase("call.not_object", kind=_value_kind(value)), None)
    wrapper = _first_key(_WRAPPERS, value)
    part = value if wrapper is None else value[wrapper]
    if not isinstance(part, dict):
        return Unreadable(phrase("call.part_not_object", part=wrapper, kind=_value_kind(part)), None)
    name = part.get("name")
    if not isinstance(name, str) or not name:
        return Unreadable(phrase("call.no_name"), None)
    name = str.__str__(name)
    if has_lone_surrogate(name):
        return Unreadable(phrase("call.name_surrogate"), None)
    key = _first_key(_ARGUMENT_KEYS, part)
    try:
        return _with_arguments(name, None if key is None else part[key], empty_ok)
    except JsonError as error:
        return Unreadable(phrase("call.not_json", problem=error.problem), name)


def _first_key(keys: tuple[str, ...], table: dict[Any, Any]) -> str | None:
    for key in keys:
        if key in table:
            return key
    return None


def _with_arguments(name: str, raw: object, empty_ok: bool) -> Call | Unreadable:
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return Call(name, {}, ("empty_arguments",)) if empty_ok else Unreadable(phrase("call.no_arguments"), name)
    if isinstance(raw, dict):
        return Call(name, exact(raw), ("object_arguments",))
    if not isinstance(raw, str):
        return Unreadable(phrase("call.arguments_kind", kind=_value_kind(raw)), name)
    if has_lone_surrogate(raw):
        return Unreadable(phrase("call.not_json", problem=phrase("json.surrogate")), name)
    arguments = loads_exact(raw)
    if not isinstance(arguments, dict):
        return Unreadable(phrase("call.arguments_kind", kind=_value_kind(arguments)), name)
    return Call(name, arguments, ())


def exact(value: Any) -> Any:
    """A copy of a Python value as calls are read: numbers are what they are written as; JsonError where it is none."""
    return _exact_value(value, 1, count(1))


def _exact_value(value: Any, depth: int, values: Iterator[int]) -> Any:
    """A copy of a Python value as `loads_exact` would have given it, or JsonError."""
    if next(values) > _MAX_VALUES:
        raise JsonError(phrase("json.values", most=_MAX_VALUES))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _exact_text(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, (float, Decimal)):
        return _exact_number(value)
    if not isinstance(value, (dict, list, tuple)):
        raise JsonError(phrase("json.type", type=type(value).__name__))
    if depth > MAX_DEPTH:
        raise JsonError(phrase("json.too_deep", levels=MAX_DEPTH))
    if isinstance(value, dict):
        return {_exact_key(key): _exact_value(inner, depth + 1, values) for key, inner in dict.items(value)}
    return [_exact_value(inner, depth + 1, values) for inner in value]


def _exact_text(value: str) -> str:
    text = str.__str__(value)
    if has_lone_surrogate(text):
        raise JsonError(phrase("json.surrogate"))
    return text


def _exact_number(value: float | Decimal) -> Decimal:
    exact = value if isinstance(value, Decimal) else Decimal(float.__repr__(value))
    if not exact.is_finite():
        raise JsonError(phrase("json.not_json", name=exact))
    return exact


def _exact_key(key: object) -> str:
    if not isinstance(key, str):
        raise JsonError(phrase("json.key_kind", kind=_value_kind(key)))
    return _exact_text(key)


def _value_kind(value: object) -> Sentence:
    if value is None:
        return phrase("kinds.null")
    name = _KINDS.get(type(value))
    return phrase("kinds.other", type=type(value).__name__) if name is None else phrase(f"kinds.{name}")
