"""The value of a written calculation: numbers, + - * / ** % and brackets, reckoned in exact fractions.

An expression comes from a model and may be anything, so there is a small parser in place of `eval`, and its length,
depth and the size of every number are bounded. What is no calculation has no value.
"""

from __future__ import annotations

import re
from fractions import Fraction

_EXPRESSION_LONGEST = 300
_EXPRESSION_DEEPEST = 30
_EXPRESSION_BITS = 4_000
"""Of a number on the way: more than any calculation of a conversation, and reckoned in a moment."""
_EXPRESSION_POWER = 200
_EXPRESSION_TOKEN = re.compile(r"\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)|(\*\*|[-+*/^%()×÷−·]))")
_EXPRESSION_SIGNS = {"×": "*", "·": "*", "÷": "/", "−": "-", "^": "**"}


def expression_value(text: str) -> Fraction | None:
    """The value of an expression; None where it is none, or would cost too much."""
    tokens = _expression_tokens(text)
    if not tokens:
        return None
    try:
        value, rest = _expression_sum(tokens, 0, 0)
    except (ArithmeticError, ValueError, IndexError):
        return None
    return value if rest == len(tokens) else None


def _expression_tokens(text: str) -> list[str]:
    """Its numbers and signs; empty where anything else stands in it."""
    made: list[str] = []
    at, text = 0, text.strip().rstrip("=").rstrip()
    while at < len(text):
        found = _EXPRESSION_TOKEN.match(text, at)
        if found is None or len(text) > _EXPRESSION_LONGEST:
            return []
        number, sign = found.groups()
        made.append(number.replace(",", "") if number else _EXPRESSION_SIGNS.get(sign, sign))
        at = found.end()
    return made


def _expression_sum(tokens: list[str], at: int, depth: int) -> tuple[Fraction, int]:
    if depth > _EXPRESSION_DEEPEST:
        raise ValueError
    value, at = _expression_product(tokens, at, depth)
    while at < len(tokens) and tokens[at] in "+-":
        other, after = _expression_product(tokens, at + 1, depth)
        value, at = _expression_bounded(value + other if tokens[at] == "+" else value - other), after
    return value, at


def _expression_product(tokens: list[str], at: int, depth: int) -> tuple[Fraction, int]:
    value, at = _expression_signed(tokens, at, depth)
    while at < len(tokens) and tokens[at] in ("*", "/", "%"):
        other, after = _expression_signed(tokens, at + 1, depth)
        made = value * other if tokens[at] == "*" else value / other if tokens[at] == "/" else value % other
        value, at = _expression_bounded(made), after
    return value, at


def _expression_signed(tokens: list[str], at: int, depth: int) -> tuple[Fraction, int]:
    sign = 1
    while tokens[at] in "+-":
        sign, at = -sign if tokens[at] == "-" else sign, at + 1
    value, at = _expression_atom(tokens, at, depth)
    if at < len(tokens) and tokens[at] == "**":
        power, at = _expression_signed(tokens, at + 1, depth + 1)
        if depth > _EXPRESSION_DEEPEST or power.denominator != 1 or abs(power) > _EXPRESSION_POWER:
            raise ValueError
        value = _expression_bounded(value**power.numerator)
    return sign * value, at


def _expression_atom(tokens: list[str], at: int, depth: int) -> tuple[Fraction, int]:
    token = tokens[at]
    if token != "(":
        return _expression_bounded(Fraction(token)), at + 1
    value, at = _expression_sum(tokens, at + 1, depth + 1)
    if tokens[at] != ")":
        raise ValueError
    return value, at + 1


def _expression_bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() + value.denominator.bit_length() > _EXPRESSION_BITS:
        raise ValueError
    return value
