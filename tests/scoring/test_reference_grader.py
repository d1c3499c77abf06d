"""The scores of the reference grader, faults included: values measured on the original, and the rules one by one."""

from __future__ import annotations

from typing import Any

import pytest

from .scoring_help import call, grade, text_call


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1}}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": "5"}, {"a": 5}),
        ({"a": "01234"}, {"a": "1234"}),
        ({"a": "1e5"}, {"a": "100000"}),
        ({"a": "1_000"}, {"a": "1000"}),
        ({"a": "１２"}, {"a": 12}),
        ({"a": True}, {"a": "true"}),
        ({"a": True}, {"a": 1}),
        ({"a": None}, {"a": "null"}),
        ({"a": "x"}, {"a": " x "}),
        ({"a": "x"}, {"a": '" x "'}),
        ({"a": {"b": 1}}, {"a": '{"b": "1"}'}),
        ({"a": "-5"}, {"a": -5}),
    ],
)
def test_what_it_takes_for_the_same(expected: Any, given: Any) -> None:
    review = grade([call(**expected)], [call(**given)], "foundry")
    assert (review.score, review.verdict, review.details["arguments"]) == (1.0, "exact", [])


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ({"a": 1}, {}),
        ({"limit": 10}, {}),
        ({"note": None}, {}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
        ({"a": "x"}, {"a": "X"}),
        ({"a": "\u00e9"}, {"a": "e\u0301"}),
        ({"a": 2**53}, {"a": 2**53 + 1}),
        ({"a": "²"}, {"a": 2}),
        ({"a": "inf"}, {"a": "1e999"}),
        ({"a": "--5"}, {"a": -5}),
    ],
)
def test_what_it_tells_apart(expected: Any, given: Any) -> None:
    review = grade([call(**expected)], [call(**given)], "foundry")
    assert (review.score, review.verdict) == (0.5, "wrong_arguments")
    assert len(review.details["arguments"]) >= 1


F1, F2, F3, F4, G = (call("f", n=1), call("f", n=2), call("f", n=3), call("f", n=4), call("g"))


@pytest.mark.parametrize(
    ("expected", "given", "score", "verdict"),
    [
        ([F1], [F1, F2], 1.0, "exact"),
        ([F1, F2], [F1, F2, F3, F4], 1.0, "exact"),
        ([F1], [F1, G], 0.666667, "extra_call"),
        ([F1], [F1, F1], 0.666667, "extra_call"),
        ([F1], [F2, G], 0.333333, "extra_call"),
        ([F1], [F1, F2, "garbage"], 0.75, "extra_call"),
        ([F1], [F1, "garbage"], 0.0, "malformed_call"),
        ([F1, F2], [F2], 0.666667, "missing_call"),
        ([F1], [G], 0.0, "wrong_tool"),
        ([], [], 1.0, "exact"),
        (None, {}, 1.0, "exact"),
        ([F1], [], 0.0, "no_call"),
        ([], [F1], 0.0, "unexpected_call"),
    ],
)
def test_several_calls(expected: Any, given: Any, score: float, verdict: str) -> None:
    review = grade(expected, given, "foundry")
    assert (review.score, review.verdict) == (score, verdict)


@pytest.mark.parametrize(
    ("expected", "given", "score"),
    [
        (text_call("{}"), text_call("{bad"), 0.5),
        (text_call("{bad"), text_call("{bad"), 1.0),
        (text_call("{}"), text_call(""), 0.5),
        (text_call("{}"), text_call(None), 0.5),
        (text_call("{}"), {"function": {"name": "order"}}, 1.0),
        (text_call("{}"), {"tool": {"name": "order", "arguments": "{}"}}, 1.0),
        (text_call('{"a": NaN}'), text_call('{"a": NaN}'), 1.0),
        (text_call('{"a": 2}'), text_call('{"a": 1, "a": 2}'), 1.0),
        (text_call("{}"), {"type": "function_call", "name": "order", "arguments": "{}"}, 0.0),
        (text_call("{}", ""), text_call("{}", ""), 0.0),
    ],
)
def test_odd_arguments_and_shapes(expected: Any, given: Any, score: float) -> None:
    assert grade([expected], [given], "foundry").score == score


@pytest.mark.parametrize(
    "raising",
    [
        {"function": None},
        {"function": "order"},
        "order",
        None,
        text_call('{"a": ' + "9" * 5000 + "}"),
        text_call({1: 1, "a": 2}),
        text_call("[" * 100_000),
    ],
    ids=lambda value: str(value)[:40],
)
def test_where_it_raises_there_are_no_points(raising: Any) -> None:
    for expected, given in (([F1], [raising]), ([raising], [F1]), ([raising], [raising])):
        review = grade(expected, given, "foundry")
        assert (review.score, review.verdict) == (0.0, "malformed_call")
        assert review.reason


def test_the_reason_follows_the_score() -> None:
    assert grade([F1], [F1, F2], "foundry").reason == "right by the reference rules, with 2 calls for 1 due"
    assert grade([F1], [call("f", n=7, m=1)], "foundry").reason.startswith("right tool, but n is 7; expected 1")
    flat = {"type": "function_call", "name": "f", "arguments": "{}"}
    assert grade([F1], [flat], "foundry").reason == "called an unnamed tool; expected f"
