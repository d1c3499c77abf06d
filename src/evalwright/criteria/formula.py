"""The formula of a `multi` grader: numbers, names of graders, + - * / ^, and a few functions. A parser of our own.

`^` (also `**`) binds to the right and before a sign in front of it; everything else as in school. The length and the
depth of a formula are bounded, and no power grows beyond floats, so that no formula costs more than a moment.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from evalwright.text import Sentence, phrase

LONGEST = 2000
DEEPEST = 50
_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/^(),]))")
_FUNCTIONS: Mapping[str, tuple[int, int, Callable[..., float]]] = {
    "min": (1, 1000, lambda *values: min(values)),
    "max": (1, 1000, lambda *values: max(values)),
    "abs": (1, 1, abs),
    "floor": (1, 1, math.floor),
    "ceil": (1, 1, math.ceil),
    "exp": (1, 1, math.exp),
    "sqrt": (1, 1, math.sqrt),
    "log": (1, 1, math.log),
}
"""By name the least and the most arguments, and what it does."""

Value = Callable[[Mapping[str, float]], float]
"""From the scores of graders to a number."""


class FormulaError(ValueError):
    """A formula that cannot be read, or has no value; the sentence says why."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)
        self.said = said


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula over the scores of graders."""

    text: str
    value: Value
    names: frozenset[str]
    """The graders that it names."""

    def of(self, scores: Mapping[str, float]) -> float:
        """What it gives for these scores; FormulaError where that is no finite number."""
        try:
            found = float(self.value(scores))
        except (ArithmeticError, ValueError, TypeError):  # TypeError: a root of a negative number is complex
            raise FormulaError(phrase("criteria.no_value", formula=self.text[:80])) from None
        if not math.isfinite(found):
            raise FormulaError(phrase("criteria.no_value", formula=self.text[:80]))
        return found


def read_formula(text: str, known: Collection[str]) -> Formula:
    """The formula in a text; FormulaError where it is none, or names a grader that is not there."""
    if len(text) > LONGEST:
        raise FormulaError(phrase("criteria.formula.long", most=LONGEST))
    parser = _Parser(_tokens(text), known)
    value = parser.sum(0)
    if parser.here:
        raise FormulaError(phrase("criteria.formula.unexpected", token=parser.here))
    return Formula(text, value, frozenset(parser.names))


def _tokens(text: str) -> list[str]:
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        token = _TOKEN.match(text, at, end)
        if token is None:
            raise FormulaError(phrase("criteria.formula.unexpected", token=text[at:end].strip()[:20]))
        found.append(token[0].strip().replace("**", "^"))
        at = token.end()
    return found


class _Parser:
    """From tokens to a value, by recursive descent."""

    def __init__(self, tokens: list[str], known: Collection[str]) -> None:
        self._tokens, self._known, self._at = tokens, known, 0
        self.names: set[str] = set()

    @property
    def here(self) -> str:
        """The next token; empty at the end."""
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self.here
        self._at += 1
        return token

    def sum(self, depth: int) -> Value:
        """Terms with + and - between them."""
        if depth > DEEPEST:
            raise FormulaError(phrase("criteria.formula.deep", most=DEEPEST))
        left = self._product(depth)
        while self.here in ("+", "-"):
            left = _with_operator(self._take(), left, self._product(depth))
        return left

    def _product(self, depth: int) -> Value:
        left = self._signed(depth)
        while self.here in ("*", "/"):
            left = _with_operator(self._take(), left, self._signed(depth))
        return left

    def _signed(self, depth: int) -> Value:
        if depth > DEEPEST:
            raise FormulaError(phrase("criteria.formula.deep", most=DEEPEST))
        if self.here in ("+", "-"):
            sign = self._take()
            inner = self._signed(depth + 1)
            return inner if sign == "+" else lambda scores: -inner(scores)
        base = self._atom(depth)
        if self.here != "^":
            return base
        self._take()
        return _with_operator("^", base, self._signed(depth + 1))

    def _atom(self, depth: int) -> Value:
        token = self._take()
        if token == "(":
            inner = self.sum(depth + 1)
            self._expect(")")
            return inner
        if token[:1].isdigit() or token[:1] == ".":
            number = float(token)
            return lambda scores: number
        if token in _FUNCTIONS and self.here == "(":
            return self._call(token, depth)
        if token in self._known:
            self.names.add(token)
            return lambda scores: scores[token]
        key = "name" if token[:1].isalpha() or token[:1] == "_" else "unexpected"
        raise FormulaError(phrase(f"criteria.formula.{key}", token=token[:40] or "end"))

    def _call(self, name: str, depth: int) -> Value:
        self._expect("(")
        arguments = [self.sum(depth + 1)]
        while self.here == ",":
            self._take()
            arguments.append(self.sum(depth + 1))
        self._expect(")")
        least, most, function = _FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            raise FormulaError(phrase("criteria.formula.arguments", name=name))
        return lambda scores: function(*(argument(scores) for argument in arguments))

    def _expect(self, token: str) -> None:
        if self._take() != token:
            raise FormulaError(phrase("criteria.formula.missing", token=token))


def _with_operator(operator: str, left: Value, right: Value) -> Value:
    if operator == "+":
        return lambda scores: left(scores) + right(scores)
    if operator == "-":
        return lambda scores: left(scores) - right(scores)
    if operator == "*":
        return lambda scores: left(scores) * right(scores)
    if operator == "/":
        return lambda scores: left(scores) / right(scores)
    return lambda scores: float(left(scores)) ** float(right(scores))
