"""Arithmetic for the tool `calculate`: numbers, + - * / and parentheses, reckoned exactly, rounded at the end.

A parser of our own in place of `eval`, because an expression comes from a model and may be anything. Fractions keep
every step exact; the length and the depth of an expression are bounded, so that no input costs more than a moment.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from .refusal import Refusal, shown

LONGEST = 200
DEEPEST = 20
LARGEST = 10**12

_TOKEN = re.compile(r"[ \t]*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|([-+*/()]))")


@lru_cache(maxsize=256)
def calculate(expression: str) -> float:
    """The value, to two decimals, halves away from zero; a Refusal where there is none.

    Remembered for a while, because what a plan reckons a check soon reckons again.
    """
    value = _Parser(_tokens(expression)).whole()
    if abs(value) >= LARGEST:
        raise Refusal("calculation", "the result is too large.")
    return float(_rounded(value)) or 0.0  # never minus zero


def _tokens(expression: str) -> list[str]:
    if len(expression) > LONGEST:
        raise Refusal("calculation", f"the expression is longer than {LONGEST} characters.")
    text = expression.strip(" \t")
    if not text:
        raise Refusal("calculation", "the expression is empty.")
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Refusal("calculation", f"{shown(text[at:].lstrip()[:1])} does not belong in an expression.")
        tokens.append(match[1] or match[2])
        at = match.end()
    return tokens


def _rounded(value: Fraction) -> Decimal:
    # Halves away from zero, decided on the exact fraction and not on a decimal already cut short.
    doubled = 200 * abs(value)
    whole = (int(doubled) + 1) // 2
    return Decimal(whole if value >= 0 else -whole) / 100


def _number(token: str) -> Fraction:
    whole, _, part = token.partition(".")
    return Fraction(int(whole + part), 10 ** len(part))


class _Parser:
    """Sums of products of factors, each a number, a sign and a factor, or a sum in parentheses."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> Fraction:
        value = self._sum()
        if self._at < len(self._tokens):
            raise Refusal("calculation", f"{shown(self._tokens[self._at])} stands in the wrong place.")
        return value

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._at += 1
        return token

    def _sum(self) -> Fraction:
        value = self._product()
        while self._next() in ("+", "-"):
            value = value + self._product() if self._take() == "+" else value - self._product()
        return value

    def _product(self) -> Fraction:
        value = self._factor()
        while self._next() in ("*", "/"):
            if self._take() == "*":
                value *= self._factor()
                continue
            divisor = self._factor()
            if not divisor:
                raise Refusal("calculation", "division by zero.")
            value /= divisor
        return value

    def _factor(self) -> Fraction:
        token = self._take()
        if not token:
            raise Refusal("calculation", "the expression ends too early.")
        if token[0].isdigit() or token[0] == ".":
            return _number(token)
        if token not in ("+", "-", "("):
            raise Refusal("calculation", f"{shown(token)} stands in the wrong place.")
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("calculation", f"the expression is nested more than {DEEPEST} deep.")
        value = self._inner(token)
        self._depth -= 1
        return value

    def _inner(self, token: str) -> Fraction:
        if token != "(":
            return self._factor() if token == "+" else -self._factor()
        value = self._sum()
        if self._take() != ")":
            raise Refusal("calculation", "a parenthesis is not closed.")
        return value
