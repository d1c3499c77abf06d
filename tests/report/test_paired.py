"""Paired differences: closed forms, no zero width, ratios, and the promised rates by simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report import t_quantile
from evalwright.report.paired_test import ALPHA, Difference, Sums, holm, paired_difference


def difference(conversations: list[list[tuple[int, int]]], **more: int) -> Difference:
    """From the values of both models, item by item, conversation by conversation."""
    clusters = [
        Sums(len(each), sum(a for a, _ in each), len(each), sum(b for _, b in each), len(each))
        for each in conversations
    ]
    found = paired_difference(clusters, **more)
    assert found is not None
    return found


def test_the_error_of_single_records_is_the_plain_paired_one_and_two_unseen() -> None:
    pairs = [(0, 1)] * 9 + [(1, 0)] * 3 + [(1, 1)] * 28
    found = difference([[pair] for pair in pairs])
    changes = [b - a for a, b in pairs]
    mean = sum(changes) / 40
    plain = sum((each - mean) ** 2 for each in changes) / 39 / 40
    assert found.value == pytest.approx(6 / 40)
    assert found.error**2 == pytest.approx(plain + 2 / 40**2)
    assert found.high - found.value == pytest.approx(t_quantile(0.975, 39) * found.error)


def test_the_error_goes_by_conversation() -> None:
    together = difference([[(0, 1)] * 4] * 5 + [[(1, 0)] * 4] * 4 + [[(1, 1)] * 4] * 11)
    apart = difference([[(0, 1)]] * 20 + [[(1, 0)]] * 16 + [[(1, 1)]] * 44)
    assert together.value == apart.value
    assert together.error > 1.9 * apart.error
    assert together.test.p > apart.test.p


def test_what_is_hard_for_both_does_not_blur_the_difference() -> None:
    alike = difference([[(0, 0)]] * 50 + [[(1, 1)]] * 40 + [[(0, 1)]] * 10)
    assert alike.test.p < 0.01 and alike.low > 0


@pytest.mark.parametrize("values", [(0, 0), (1, 1), (0, 1), (1, 0)])
def test_no_interval_has_width_zero_where_all_conversations_agree(values: tuple[int, int]) -> None:
    found = difference([[values] * 4] * 30)
    assert found.value == values[1] - values[0]
    assert found.high - found.low > 0.09
    assert -1 <= found.low <= found.value <= found.high <= 1


def test_where_nothing_differs_the_bound_is_near_three_over_the_conversations() -> None:
    found = difference([[(1, 1)] * 4] * 100)
    assert found.high == pytest.approx(t_quantile(0.975, 99) * math.sqrt(2) / 100)
    assert found.test.p == 1.0


def test_one_conversation_shows_nothing() -> None:
    found = difference([[(0, 1)] * 50])
    assert (found.low, found.high, found.test.p, found.too_few) == (-1.0, 1.0, 1.0, True)
    assert not found.outside_zero


def test_what_has_no_bounds_is_not_cut_off() -> None:
    found = paired_difference([Sums(1, 0, 1, 9, 1), Sums(1, 0, 1, 1, 1)], bounded=False)
    assert found is not None
    assert found.value == 5 and found.high > 5 and found.detectable > 1
    assert difference([[(0, 1)], [(0, 0)]]).detectable == 1.0


def test_nothing_in_common_gives_no_difference() -> None:
    assert paired_difference([]) is None
    assert paired_difference([Sums(3, 0, 0, 2, 3)]) is None


def test_the_unit_of_the_sums_does_not_matter() -> None:
    small = [Sums(2, 1, 2, 2, 2), Sums(3, 1, 3, 1, 3), Sums(1, 0, 1, 1, 1)]
    large = [Sums(e.items, e.top_a * 720, e.bottom_a * 720, e.top_b * 720, e.bottom_b * 720) for e in small]
    first, second = paired_difference(small), paired_difference(large)
    assert first is not None and second is not None
    assert (first.low, first.high, first.test) == (pytest.approx(second.low), pytest.approx(second.high), second.test)


def test_a_ratio_is_compared_by_its_sums() -> None:
    clusters = [Sums(1, 2, 2, 2, 2)] * 12 + [Sums(1, 0, 1, 2, 2)] * 8 + [Sums(1, 0, 1, 0, 0)] * 5
    found = paired_difference(clusters)
    assert found is not None
    assert (found.score_a, found.score_b) == (pytest.approx(24 / 37), 1.0)
    assert found.value == pytest.approx(13 / 37)
    assert found.test.p < 0.001 < found.low


def test_swapping_the_models_turns_the_difference_round() -> None:
    clusters = [Sums(1, 1, 2, 2, 3), Sums(2, 0, 1, 1, 1), Sums(1, 2, 2, 1, 2), Sums(3, 1, 3, 3, 3)]
    swapped = [Sums(e.items, e.top_b, e.bottom_b, e.top_a, e.bottom_a) for e in clusters]
    there, back = paired_difference(clusters), paired_difference(swapped)
    assert there is not None and back is not None
    assert (there.value, there.low, there.high) == pytest.approx((-back.value, -back.high, -back.low))
    assert there.test == back.test


pairs_of_values = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=5), min_size=2, max_size=30
)


@given(pairs_of_values, st.randoms())
def test_the_order_of_conversations_changes_no_digit(
    values: list[list[tuple[int, int]]], source: random.Random
) -> None:
    before = difference(values, draws=50)
    source.shuffle(values)
    assert difference(values, draws=50) == before
    assert before.low < before.high and before.error > 0


def test_holm_is_the_one_of_the_textbook() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == [pytest.approx(0.03), None, pytest.approx(0.06), pytest.approx(0.06)]
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@pytest.mark.parametrize(("conversations", "rate", "own"), [(70, 0.7, 1.0), (30, 0.7, 2.5)])
def test_equal_models_are_called_different_as_rarely_as_promised(conversations: int, rate: float, own: float) -> None:
    """The settings of benchmarks/paired_tests.py, in small: own is what a conversation adds for each model alone."""
    source, claims, held, draws = random.Random(12), 0, 0, 300
    centre = math.log(rate / (1 - rate))
    for _ in range(draws):
        data = []
        for _ in range(conversations):
            shared = centre + source.gauss(0, 1.2)
            first, second = (1 / (1 + math.exp(-shared - source.gauss(0, own))) for _ in range(2))
            size = source.randint(1, 6)
            data.append([(int(source.random() < first), int(source.random() < second)) for _ in range(size)])
        found = difference(data, draws=299)
        claims += found.test.p < ALPHA
        held += found.low <= 0 <= found.high
    assert 0.015 <= claims / draws <= 0.085  # 3 to 7 %, and what 300 draws may add
    assert 0.915 <= held / draws <= 0.99
