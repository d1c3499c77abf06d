"""Arithmetic without eval: equal to exact arithmetic, and nothing else gets through."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.synth.calculator import CalculationError, calculate

from .helpers import done, refusal, small_shop

Sum = tuple[str, Fraction | None]
"""An expression and what it is worth; None where something is divided by zero."""


def _number(text: str) -> Sum:
    return text, Fraction(text)


def _sign(inner: Sum) -> Sum:
    return f"-({inner[0]})", None if inner[1] is None else -inner[1]


def _pair(parts: tuple[Sum, str, Sum]) -> Sum:
    (left, a), sign, (right, b) = parts
    text = f"({left}) {sign} ({right})"
    if a is None or b is None or (sign == "/" and not b):
        return text, None
    return text, {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else a}[sign]


_numbers = st.from_regex(r"\A[0-9]{1,4}(\.[0-9]{1,3})?\Z").map(_number)
_sums = st.recursive(
    _numbers,
    lambda inner: st.one_of(inner.map(_sign), st.tuples(inner, st.sampled_from("+-*/"), inner).map(_pair)),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(_sums)
def test_it_agrees_with_exact_arithmetic(made: Sum) -> None:
    text, exact = made
    try:
        value = calculate(text)
    except CalculationError as refused:
        assert len(text) > 200 or exact is None or abs(exact) >= 10**12, refused
        return
    assert exact is not None
    assert abs(Fraction(Decimal(repr(value))) - exact) <= Fraction(1, 200)
    assert round(value, 2) == value


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text("0123456789.+-*/() ", max_size=60))
def test_anything_else_is_refused_and_nothing_raises(text: str) -> None:
    try:
        value = calculate(text)
    except CalculationError as refused:
        assert str(refused)
    else:
        assert set(text) <= set("0123456789.+-*/() \t") and abs(value) < 10**12


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 4 - 3", 3),
        ("100 / 10 / 5", 2),
        ("-2 * -3", 6),
        ("--2", 2),
        ("+.5 + 5.", 5.5),
        ("0.1 + 0.2", 0.3),
        ("1 / 3", 0.33),
        ("2 / 3", 0.67),
        ("0.125", 0.13),
        ("-0.125", -0.13),
        ("1.005", 1.01),
        ("0 * -1", 0),
        ("999999999999.99", 999999999999.99),
    ],
)
def test_it_gives_two_decimals_halves_away_from_zero(text: str, value: float) -> None:
    assert calculate(text) == value
    assert str(calculate(text)) != "-0.0"


@pytest.mark.parametrize(
    "text",
    [
        "1 / 0",
        "1 / (2 - 2)",
        "1 +",
        "* 2",
        "1 2",
        "(1",
        "1)",
        "()",
        "1..2",
        "2 ** 3",
        "1e5",
        "1,000",
        "１",
        "__import__('os')",
        "a",
        "1000000000000",
        "(" * 21 + "1" + ")" * 21,
        "-" * 21 + "1",
        "1" * 201,
        "9" * 100 + "*" + "9" * 99,
    ],
)
def test_what_is_no_sum_is_refused(text: str) -> None:
    assert refusal(small_shop(), "calculate", {"expression": text}) == "calculation"


def test_nesting_to_the_limit_is_fine() -> None:
    assert calculate("(" * 20 + "1" + ")" * 20) == 1


def test_the_tool_answers_an_object() -> None:
    assert done(small_shop(), "calculate", expression="40.00 + 10.20") == {"result": 50.2}
