"""A model may change the words around a value, never the value; all else is refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.synth.plan import Worded
from evalwright.synth.rewrite.slot_masking import has_words, locked, unlocked

TEXT = "Please cancel #W1234567, I am ann@example.com."
VALUES = ["#W1234567", "ann@example.com"]
SPANS = [(TEXT.index(value), TEXT.index(value) + len(value)) for value in VALUES]
MASKED = "Please cancel ⟦1⟧, I am ⟦2⟧."


def sample(text: Any, **more: Any) -> Any:
    return {
        "output_text": text,
        "output_tools": None,
        "finish_reason": "stop",
        "usage": None,
        "latency_ms": None,
        **more,
    }


def reworded(answer: Any) -> Worded | str:
    return unlocked(answer, MASKED, VALUES, "user", "en")


def test_values_are_taken_out_and_put_back() -> None:
    assert locked(TEXT, SPANS) == (MASKED, VALUES)
    made = reworded(sample("I'm ⟦2⟧ and want ⟦1⟧ cancelled."))
    assert isinstance(made, Worded)
    assert made.text == "I'm ann@example.com and want #W1234567 cancelled."
    assert [made.text[begin:end] for begin, end in made.spans] == ["ann@example.com", "#W1234567"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("Please cancel ⟦1⟧.", "slot-lost"),
        ("Please cancel ⟦1⟧ and ⟦1⟧ for ⟦2⟧.", "slot-repeated"),
        ("Please cancel ⟦1⟧ and ⟦3⟧ for ⟦2⟧.", "slot-repeated"),
        ("Please cancel ⟦1⟧ and ⟦1⟧.", "slot-lost"),
        ("Please cancel ⟦01⟧, I am ⟦2⟧.", "slot-repeated"),
        ("Please cancel #W1234567, I am ann@example.com.", "slot-lost"),
        ("Please cancel ⟦1⟧ ⟦, I am ⟦2⟧.", "slot-broken"),
        ("Please cancel ⟦1⟧ and #W7654321, I am ⟦2⟧.", "value-invented"),
        ("Please cancel ⟦1⟧ by 5 pm, I am ⟦2⟧.", "value-invented"),
        ("As an AI I must not cancel ⟦1⟧ for ⟦2⟧.", "not-a-rewrite"),
        ("Sure, here is the message: cancel ⟦1⟧, I am ⟦2⟧.", "not-a-rewrite"),
        ("请取消⟦1⟧这个订单，我的邮箱是⟦2⟧，谢谢。", "other-language"),
        ("⟦1⟧ ⟦2⟧ " + "very " * 200, "wrong-length"),
        ("", "empty"),
        ("<think>cancel ⟦1⟧ for ⟦2⟧</think>", "empty"),
        ("   ", "empty"),
    ],
)
def test_what_is_refused(reply: str, reason: str) -> None:
    assert reworded(sample(reply)) == reason


def test_what_is_no_message_is_refused() -> None:
    assert reworded(None) == "no-answer"
    assert reworded(sample("x", output_tools=[{}])) == "called-a-tool"
    assert reworded(sample("⟦1⟧⟦2⟧", finish_reason="length")) == "cut-off"


@pytest.mark.parametrize(
    "reply",
    [
        "<think>⟦1⟧? I should say #W7654321.</think>Cancel ⟦1⟧ please, I'm ⟦2⟧",
        '"Cancel ⟦1⟧ please, I\'m ⟦2⟧"',
        "“Cancel ⟦1⟧ please, I'm ⟦2⟧”",
        "  Cancel ⟦1⟧ please, I'm ⟦2⟧\n",
    ],
)
def test_thoughts_and_quotes_around_a_message_are_no_part_of_it(reply: str) -> None:
    made = reworded(sample(reply))
    assert isinstance(made, Worded)
    assert made.text == "Cancel #W1234567 please, I'm ann@example.com"


def test_quotes_inside_a_message_stay() -> None:
    made = unlocked(sample('"⟦1⟧" is the one called "home"'), 'The one called "home" is ⟦1⟧.', ["x"], "user", "en")
    assert isinstance(made, Worded)
    assert made.text == '"x" is the one called "home"'


@given(st.text(max_size=200))
def test_whatever_comes_back_either_holds_every_value_or_is_refused(reply: str) -> None:
    made = reworded(sample(reply))
    assert isinstance(made, str) or ("#W1234567" in made.text and "ann@example.com" in made.text)


def test_a_message_of_values_alone_has_no_words() -> None:
    assert not has_words("⟦1⟧, ⟦2⟧.")
    assert has_words("it is ⟦1⟧")
