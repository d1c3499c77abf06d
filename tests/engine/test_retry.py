"""How long to wait before the next try."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.engine import RetryPolicy
from evalwright.models import AnswerError


def failure(retry_after: float | None = None) -> AnswerError:
    return AnswerError("http_429", "slow down", retry=True, retry_after=retry_after)


@pytest.mark.parametrize(("tried", "seconds"), [(1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (8, 60.0), (5000, 60.0)])
def test_waits_double_up_to_the_longest_with_a_quarter_of_jitter(tried: int, seconds: float) -> None:
    delays = [RetryPolicy().delay(tried, failure()) for _ in range(200)]
    assert seconds * 0.75 <= min(delays) and max(delays) <= seconds * 1.25
    assert len(set(delays)) > 100


def test_no_wait_is_no_wait_however_often_it_was_tried() -> None:
    assert RetryPolicy(wait=0).delay(2000, failure()) == 0


@given(st.floats(min_value=1e-6, max_value=1e300), st.integers(1, 50))
def test_a_try_is_never_earlier_than_the_server_asked(seconds: float, tried: int) -> None:
    delay = RetryPolicy().delay(tried, failure(seconds))
    assert delay > seconds or seconds > 1e12
    assert delay >= seconds and not math.isnan(delay)
    assert delay <= max(seconds * 1.1, seconds + 0.01)
