"""Intervals: closed forms, edge cases, coverage, and the same digits in any order."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report import Interval, mean_interval, rate_interval, t_quantile
from evalwright.report.confidence_intervals import ratio_interval, wilson
from evalwright.report.quantiles import normal_quantile

Z = normal_quantile(0.975)


def rate(clusters: list[tuple[int, float]]) -> Interval:
    found = rate_interval(clusters)
    assert found is not None
    return found


def mean(values: list[list[float]]) -> Interval:
    squares = math.fsum(value * value for each in values for value in each)
    found = mean_interval([(len(each), math.fsum(each)) for each in values], squares)
    assert found is not None
    return found


def ratio(conversations: list[list[tuple[float, float]]]) -> Interval:
    """From the numerators and denominators of items, conversation by conversation."""
    clusters = [
        (sum(bottom > 0 for _, bottom in each), sum(top for top, _ in each), sum(bottom for _, bottom in each))
        for each in conversations
    ]
    items = [item for each in conversations for item in each]
    moments = tuple(
        math.fsum(a * b for a, b in pairs)
        for pairs in ([(top, top) for top, _ in items], items, [(bottom, bottom) for _, bottom in items])
    )
    found = ratio_interval(clusters, (moments[0], moments[1], moments[2]))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_the_one_newcombe_published_in_1998(right: int, n: int, low: float, high: float) -> None:
    assert wilson(right / n, n, Z) == pytest.approx((low, high), abs=5.1e-5)


def test_records_that_stand_alone_give_the_plain_wilson_interval_with_t() -> None:
    found = rate([(1, 1.0)] * 30 + [(1, 0.0)] * 10)
    assert (found.low, found.high) == pytest.approx(wilson(0.75, 40, t_quantile(0.975, 39)), abs=1e-12)
    assert (found.n, found.clusters) == (40, 40)
    assert found.design_effect == pytest.approx(1.0)
    assert found.icc is None


def alike(found: Interval, error: float) -> tuple[float, float]:
    """Wilson's interval on the number of yes-or-no items whose mean has this standard error."""
    size = found.score * (1 - found.score) / error**2
    return wilson(found.score, size, t_quantile(0.975, found.clusters - 1))


def test_records_that_stand_alone_give_the_mean_its_plain_standard_error() -> None:
    values = [0.0, 0.5, 1.0, 1.0, 0.5, 0.5, 0.0, 1.0, 0.5, 1.0, 0.5, 0.5]
    n, centre = len(values), sum(values) / len(values)
    error = math.sqrt(sum((value - centre) ** 2 for value in values) / (n - 1) / n)
    found = mean([[value] for value in values])
    assert (found.low, found.high) == pytest.approx(alike(found, error))
    assert found.n_eff == pytest.approx(n)


def test_the_clustered_error_is_what_leaving_out_one_conversation_at_a_time_shows() -> None:
    values = [[1.0] * 3, [0.5] * 4, [0.0] * 5, [0.5] * 2, [1.0] * 4, [0.0] * 3] * 5
    total, n = sum(map(sum, values)), sum(map(len, values))
    left = [(total - sum(each)) / (n - len(each)) for each in values]
    error = math.sqrt(29 / 30 * sum((mean - total / n) ** 2 for mean in left))
    squares = sum((value - total / n) ** 2 for each in values for value in each)
    found = mean(values)
    assert found.design_effect == pytest.approx(error**2 / (squares / n / (n - 1)))
    low, high = alike(found, error)
    assert found.low < low < high < found.high  # fewer degrees of freedom: it is seen only as often as it is mixed


def test_values_that_barely_spread_give_a_narrow_mean() -> None:
    found = mean([[0.30 + 0.01 * (number % 3)] for number in range(100)])
    assert found.high - found.low < 0.01


def test_conversations_of_copies_count_once() -> None:
    found = rate([(5, 5.0)] * 30 + [(5, 0.0)] * 30)
    assert found.n_eff == pytest.approx(60, rel=0.02)
    assert found.design_effect == pytest.approx(5, rel=0.02)
    assert found.icc == pytest.approx(1.0)


def test_the_icc_is_the_one_of_the_analysis_of_variance() -> None:
    # Two conversations of two: between 1/8 * 2, within (1/2 + 0) / 2, usual size 2.
    found = rate([(2, 1.0), (2, 2.0)])
    between, within = 0.25, 0.25
    assert found.icc == pytest.approx((between - within) / (between + within))


def test_likeness_within_conversations_never_narrows_the_interval() -> None:
    balanced = rate([(2, 1.0)] * 20)
    assert 35 < balanced.n_eff <= 40


@pytest.mark.parametrize("right", [True, False])
def test_where_every_item_agrees_they_are_taken_to_be_as_alike_as_usual(right: bool) -> None:
    found = rate([(4, 4.0 * right)] * 25)
    assert 25 < found.n_eff < 100
    assert (found.low, found.high) == pytest.approx(wilson(float(right), found.n_eff, t_quantile(0.975, 24)))
    assert found.high - found.low > 0.07
    assert found.icc is None


def test_an_interval_with_hardly_a_failure_is_thin() -> None:
    assert rate([(4, 4.0)] * 96 + [(4, 3.0)] * 4).thin
    assert not rate([(4, 4.0)] * 95 + [(4, 3.0)] * 5).thin
    assert rate([(4, 0.0)] * 96 + [(4, 1.0)] * 4).thin
    assert mean([[1.0, 0.5]] * 4 + [[1.0]] * 20).thin


def test_failures_in_the_long_conversations_make_the_interval_wider() -> None:
    short = rate([(20, 20.0)] * 10 + [(2, 2.0)] * 10 + [(2, 1.0)] * 10)
    long = rate([(20, 19.0)] * 10 + [(2, 2.0)] * 20)
    assert short.score == long.score
    together = rate([(20, 15.0)] * 2 + [(20, 20.0)] * 8 + [(2, 2.0)] * 20)
    assert together.score == long.score
    assert together.high - together.low > 1.3 * (long.high - long.low)


def test_a_mean_without_spread_falls_back_to_wilson() -> None:
    same = mean([[0.5, 0.5]] * 12)
    assert 12 < same.n_eff < 24
    assert (same.low, same.high) == pytest.approx(wilson(0.5, same.n_eff, t_quantile(0.975, 11)))


@pytest.mark.parametrize("value", [0.1, 0.3, 0.7])
@pytest.mark.parametrize("number", [12, 20, 30, 1000])
def test_values_that_agree_have_no_spread_however_they_are_rounded(value: float, number: int) -> None:
    same = mean([[value]] * number)
    assert (same.low, same.high) == pytest.approx(wilson(value, number, t_quantile(0.975, number - 1)))


def test_a_ratio_whose_denominators_are_items_is_a_mean() -> None:
    values = [[1.0, 1.0, 0.5], [0.5, 0.5], [0.0, 0.0, 0.5, 0.0], [0.5], [0.5, 0.0]]
    as_mean, as_ratio = mean(values), ratio([[(value, 1.0) for value in each] for each in values])
    assert (as_ratio.low, as_ratio.high) == pytest.approx((as_mean.low, as_mean.high))
    assert as_ratio.n_eff == pytest.approx(as_mean.n_eff)


def test_the_error_of_a_ratio_is_that_of_its_linear_part() -> None:
    items = [[(2.0, 2.0), (2.0, 2.0)], [(2.0, 2.0), (2.0, 2.0)], [(0.0, 1.0)], [(2.0, 2.0)], [(0.0, 1.0), (0.0, 1.0)]]
    found = ratio(items * 6)
    assert (found.score, found.weight) == (pytest.approx(10 / 13), 78)
    distances = [sum(top - found.score * bottom for top, bottom in each) for each in items * 6]
    left = [78 - sum(bottom for _, bottom in each) for each in items * 6]
    error = 29 / 30 * sum((distance / rest) ** 2 for distance, rest in zip(distances, left, strict=True))
    each = [(top - found.score * bottom) ** 2 for conversation in items * 6 for top, bottom in conversation]
    assert found.design_effect >= error / (len(each) / (len(each) - 1) * sum(each) / 78**2) > 1.5


def test_what_has_no_denominator_tells_nothing() -> None:
    items = [[(1.0, 1.0)]] * 12 + [[(0.0, 1.0)]] * 4
    assert ratio(items + [[(0.0, 0.0)]] * 500) == ratio(items)
    assert ratio_interval([(0, 0.0, 0.0)] * 5, (0.0, 0.0, 0.0)) is None


def test_a_ratio_of_zero_counts_half_of_what_a_ratio_of_one_counts() -> None:
    one, zero = ratio([[(2.0, 2.0)] * 3] * 20), ratio([[(0.0, 1.0)] * 3] * 20)
    assert (one.low, one.high) == pytest.approx(wilson(1.0, one.n_eff, t_quantile(0.975, 19)))
    assert (zero.low, zero.high) == pytest.approx(wilson(0.0, zero.n_eff / 2, t_quantile(0.975, 19)))


def test_one_conversation_says_nearly_nothing() -> None:
    for found in (rate([(50, 50.0)]), mean([[0.5] * 50]), rate([(1, 0.0)]), mean([[1.0]])):
        assert found.high - found.low > 0.99
        assert (found.clusters, found.n_eff, found.too_few) == (1, 1.0, True)


def test_nothing_gives_no_interval() -> None:
    assert rate_interval([]) is None
    assert rate_interval([(0, 0.0)]) is None
    assert mean_interval([], 0.0) is None


def test_fewer_than_ten_conversations_are_too_few() -> None:
    assert rate([(3, 2.0)] * 9).too_few
    assert not rate([(3, 2.0)] * 10).too_few


def test_sums_that_values_from_0_to_1_cannot_have_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot have the sum"):
        rate_interval([(2, 3.0)])


clusters_of_counts = st.lists(
    st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n).map(float))), min_size=1
)


@given(clusters_of_counts, st.randoms())
def test_the_order_of_conversations_changes_no_digit(clusters: list[tuple[int, float]], source: random.Random) -> None:
    halves = [(count, total / 3) for count, total in clusters]
    squares = sum(total for _, total in clusters) / 5
    before = rate_interval(clusters), mean_interval(halves, squares)
    source.shuffle(clusters)
    source.shuffle(halves)
    assert (rate_interval(clusters), mean_interval(halves, squares)) == before


@given(clusters_of_counts)
def test_an_interval_holds_its_score_and_has_width(clusters: list[tuple[int, float]]) -> None:
    right = sum(total for _, total in clusters)
    for found in (rate_interval(clusters), mean_interval(clusters, right)):
        assert found is not None
        assert 0 <= found.low <= found.score <= found.high <= 1
        assert found.high - found.low > 1e-6


@pytest.mark.parametrize(("conversations", "truth", "icc"), [(10, 0.90, 0.3), (30, 0.98, 0.6), (70, 0.90, 0.6)])
def test_the_interval_of_a_rate_holds_the_truth_as_often_as_it_says(
    conversations: int, truth: float, icc: float
) -> None:
    source, scale, held = random.Random(7), (1 - icc) / icc, 0
    for _ in range(400):
        clusters = []
        for _ in range(conversations):
            size, chance = source.randint(1, 6), source.betavariate(truth * scale, (1 - truth) * scale)
            clusters.append((size, float(sum(source.random() < chance for _ in range(size)))))
        found = rate(clusters)
        held += found.low <= truth <= found.high
    assert held / 400 >= 0.90


@pytest.mark.parametrize(
    ("records", "due", "made", "false"), [(30, 0.5, 0.9, 0.1), (100, 0.5, 0.6, 0.3), (100, 0.3, 0.1, 0.1)]
)
def test_the_interval_of_f1_holds_the_truth_as_often_as_it_says(
    records: int, due: float, made: float, false: float
) -> None:
    """`made`: calls where one was due; `false`: calls where none was."""
    source, held = random.Random(11), 0
    truth = 2 * due * made / (due * made + due + (1 - due) * false)
    for _ in range(400):
        items = []
        for _ in range(records):
            should = source.random() < due
            called = source.random() < (made if should else false)
            items.append([(2.0 * (should and called), float(should + called))])
        found = ratio(items)
        held += found.low <= truth <= found.high
    assert 0.90 <= held / 400 <= 0.99


def test_an_f1_near_zero_is_held_although_often_no_hit_is_seen() -> None:
    source, held, chance = random.Random(5), 0, 0.1
    for _ in range(400):
        found = ratio([[(2.0, 2.0) if source.random() < chance else (0.0, 1.0)] for _ in range(20)])
        held += found.low <= 2 * chance / (1 + chance) <= found.high
    assert 0.90 <= held / 400 <= 0.99
