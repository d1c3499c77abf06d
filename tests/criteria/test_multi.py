"""Sums of graders: the formula reads as in school, knows its graders and functions alone, and ends in a moment."""

from __future__ import annotations

import time
from typing import Any

import pytest

from evalwright.criteria import CriteriaError, read_criteria
from evalwright.run import run_grader

from .test_eval_criteria import RIGHT


def multi(formula: Any, **more: Any) -> dict[str, Any]:
    graders = {"a": RIGHT, "b": {**RIGHT, "operation": "ne"}}
    return {"type": "multi", "name": "m", "graders": graders, "calculate_output": formula, **more}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("a", 1),
        ("a + 2 * 3 - b", 7),
        ("-2 ^ 2", -4),
        ("2 ^ 3 ^ 2", 512),
        ("2 ** -1", 0.5),
        ("(a + 1) / 4", 0.5),
        ("min(a, b, 0.5) + max(b, 0.25)", 0.25),
        ("abs(-3) + floor(2.7) + ceil(2.1) + sqrt(16) + log(exp(1))", 13),
        ("1e2 * .5", 50),
        ("max(a)", 1),
    ],
)
def test_a_formula_is_worth(formula: str, value: float) -> None:
    assert run_grader(multi(formula), {"answer": "x"}, "x")["reward"] == pytest.approx(value)


@pytest.mark.parametrize("formula", ["a / b", "9 ^ 9 ^ 9", "sqrt(b - 1)", "(b - 1) ^ 0.5", "log(b)", "exp(1000)"])
def test_a_formula_without_a_value_is_an_error(formula: str) -> None:
    done = run_grader(multi(formula), {"answer": "x"}, "x")
    assert done["reward"] == 0 and done["metadata"]["errors"]["formula_parse_error"] is True


WRONG = ("", "a +", "a b", "c", "a.b", "__import__('os')", "a; b", "sqrt(a, b)", "sqrt a", "(a", "a)", "1..2", None)
HUGE = ("+" * 500, "(" * 900 + "a" + ")" * 900, "a" * 3000, "-" * 1999 + "1", "2^" * 900 + "1")


@pytest.mark.parametrize("formula", [*WRONG, "lambda: 1", "a if b else a", *HUGE])
def test_what_is_no_formula_is_refused_at_once(formula: Any) -> None:
    begun = time.process_time()
    with pytest.raises(CriteriaError):
        read_criteria([multi(formula)])
    assert time.process_time() - begun < 2


def test_sums_of_sums_and_graders_without_a_usable_name_are_refused() -> None:
    for given in (multi("a", graders={"a": multi("a")}), multi("a", graders={"a b": RIGHT}), multi("a", graders={})):
        with pytest.raises(CriteriaError):
            read_criteria([given])


def test_an_error_of_one_grader_is_an_error_of_the_sum() -> None:
    done = run_grader(multi("a + b"), {}, "x")
    assert done["metadata"]["errors"]["invalid_variable_error"] is True
