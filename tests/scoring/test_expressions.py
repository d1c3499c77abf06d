"""Calculations are compared by their exact value, and nothing that is written can cost more than a moment."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from evalwright.scoring import MatchRules, grade_tool_calls

from .scoring_help import SHOP, call


def same(one: str, other: str) -> bool:
    review = grade_tool_calls(
        [call(id=one)], [call(id=other)], SHOP, rules=MatchRules(), argument_rules=[{"id": "expression"}]
    )
    return review.score == 1.0 and (one == other or review.details["rules"] == ["expression"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1+1", "2"),
        ("0.1 + 0.2", "0.3"),
        ("1/3 + 1/3 + 1/3", "1"),
        ("2 ** 3 ** 2", "512"),
        ("-2^2", "-4"),
        ("7 % 4", "3"),
        ("1,200.50 * 2", "2401"),
        ("3 × 4 ÷ 2", "6"),
        ("5 =", "5"),
        ("--5", "5"),
        (".5", "1/2"),
    ],
)
def test_the_same_value(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1/0", "1/0 "),
        ("x", "y"),
        ("1+", "1"),
        ("(1", "1"),
        ("1 2", "12"),
        ("__import__('os')", "0"),
        ("9**9**9", "1"),
        ("9" * 400, "9" * 400 + " "),
        ("(" * 200 + "1" + ")" * 200, "1"),
        ("0.1", "0.10000000000000001"),
        ("", "0"),
    ],
)
def test_no_value_or_another(one: str, other: str) -> None:
    began = time.monotonic()
    assert not same(one, other)
    assert time.monotonic() - began < 1


def test_it_is_exact_where_floats_are_not() -> None:
    assert same("1/3", "2/6") and not same("1/3", str(float(Fraction(1, 3))))
