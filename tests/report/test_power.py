"""What data can show and what a difference needs are each other's inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report.power import conversations_needed, detectable


def test_many_conversations_give_the_textbook_sum_of_quantiles() -> None:
    assert detectable(0.01, 100_000) == pytest.approx((1.95996 + 0.84162) * 0.01, rel=1e-3)


@given(st.floats(0.001, 0.05), st.integers(12, 5000), st.sampled_from([0.5, 0.8, 0.95]))
def test_as_many_as_were_asked_show_what_is_detectable(error: float, conversations: int, power: float) -> None:
    assert conversations_needed(error, conversations, detectable(error, conversations, power), power) == conversations


def test_half_the_difference_takes_four_times_the_conversations() -> None:
    once, half = (conversations_needed(0.02, 200, delta) for delta in (0.04, 0.02))
    assert once is not None and half is not None
    assert half / once == pytest.approx(4, rel=0.03)


def test_what_no_one_could_ask_is_not_given_as_a_number() -> None:
    assert conversations_needed(0.5, 100, 1e-9) is None
