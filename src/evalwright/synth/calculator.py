"""Arithmetic for tools that calculate: numbers, + - * / and parentheses, reckoned exactly, rounded at the end.

A parser of our own in place of `eval`, because an expression comes from a model and may be anything. Fractions keep
every step exact; the length and the depth of an expression are bounded, so that no input costs more than a moment.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from evalwright.text import filled, resource_json

LONGEST = 200
DEEPEST = 20
LARGEST = 10**12
_LONGEST_SHOWN = 60

_TOKEN = re.compile(r"[ \t]*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|([-+*/()]))")


def _sentences() -> dict[str, str]:
    """What a calculating tool answers, by case; part of conversations."""
    sentences: dict[str, str] = resource_json(__package__, "words/refusals.json")["calculation"]
    return sentences


class CalculationError(ValueError):
    """An expression that has no value: a case that code can tell apart, and one sentence."""

    def __init__(self, case: str, *, token: str = "", limit: int = 0) -> None:
        short = token[:_LONGEST_SHOWN] + "..." if len(token) > _LONGEST_SHOWN else token
        letters = "".join(letter if letter.isprintable() else " " for letter in short)
        super().__init__(filled(_sentences()[case], {"token": letters, "limit": str(limit)}))
        self.case = case
        self.values: dict[str, str | int] = {"token": token, "limit": limit}


@lru_cache(maxsize=256)
def calculate(expression: str) -> float:
    """The value, to two decimals, halves away from zero; CalculationError where there is none.

    Remembered for a while, because what a plan reckons a check soon reckons again.
    """
    value = _Parser(_tokens(expression)).whole()
    if abs(value) >= LARGEST:
        raise CalculationError("too_large")
    return float(_rounded(value)) or 0.0  # never minus zero


def _tokens(expression: str) -> list[str]:
    if len(expression) > LONGEST:
        raise CalculationError("too_long", limit=LONGEST)
    text = expression.strip(" \t")
    if not text:
        raise CalculationError("empty")
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise CalculationError("foreign", token=text[at:].lstrip()[:1])
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
            raise CalculationError("misplaced", token=self._tokens[self._at])
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
                raise CalculationError("zero")
            value /= divisor
        return value

    def _factor(self) -> Fraction:
        token = self._take()
        if not token:
            raise CalculationError("unfinished")
        if token[0].isdigit() or token[0] == ".":
            return _number(token)
        if token not in ("+", "-", "("):
            raise CalculationError("misplaced", token=token)
        self._depth += 1
        if self._depth > DEEPEST:
            raise CalculationError("too_deep", limit=DEEPEST)
        value = self._inner(token)
        self._depth -= 1
        return value

    def _inner(self, token: str) -> Fraction:
        if token != "(":
            return self._factor() if token == "+" else -self._factor()
        value = self._sum()
        if self._take() != ")":
            raise CalculationError("open_parenthesis")
        return value
