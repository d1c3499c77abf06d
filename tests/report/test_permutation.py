"""The sign-flip test against counting by hand, and its promises: seeded, exact where few, quick where many."""

from __future__ import annotations

import itertools
import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report.permutation import sign_flip


def by_hand(differences: list[int]) -> float:
    sums = [abs(sum(map(math.prod, zip(differences, signs, strict=True)))) for signs in _signs(len(differences))]
    return sum(each >= abs(sum(differences)) for each in sums) / len(sums)


def _signs(count: int) -> list[tuple[int, ...]]:
    return list(itertools.product((1, -1), repeat=count))


@given(st.lists(st.integers(-6, 6), max_size=9))
def test_few_conversations_are_counted_in_full(differences: list[int]) -> None:
    found = sign_flip(differences)
    assert found.method == "exact"
    assert found.p == pytest.approx(by_hand(differences))


def test_conversations_without_a_difference_have_no_say() -> None:
    assert sign_flip([3, 1, 2, 0, 0, 0]) == sign_flip([3, 1, 2])
    assert (sign_flip([0] * 500).p, sign_flip([]).p) == (1.0, 1.0)


def test_twenty_that_agree_are_exact_and_twenty_one_are_drawn() -> None:
    assert sign_flip([1] * 20) == sign_flip([5] * 20)
    assert sign_flip([1] * 20).p == 2 / 2**20
    assert sign_flip([1] * 21).method == "drawn"
    assert sign_flip([1] * 21).p == 1 / 20_001  # the seen one counts as one of the draws: never 0


@pytest.mark.parametrize("largest", [1, 6, 10**12])
def test_drawn_shares_lie_near_the_normal_ones(largest: int) -> None:
    source = random.Random(3)
    differences = [source.randint(-largest, largest) or 1 for _ in range(150)] + [largest] * 6
    spread = math.sqrt(sum(each * each for each in differences))
    expected = math.erfc(abs(sum(differences)) / spread / math.sqrt(2))
    assert sign_flip(differences).p == pytest.approx(expected, abs=0.03)


@given(st.randoms())
def test_neither_the_order_nor_a_swap_of_the_models_changes_p(source: random.Random) -> None:
    differences = [source.randint(-4, 5) for _ in range(60)]
    before = sign_flip(differences, draws=200)
    source.shuffle(differences)
    assert sign_flip(differences, draws=200) == before
    assert sign_flip([-each for each in differences], draws=200) == before


def test_thousands_of_conversations_are_quick() -> None:
    source = random.Random(4)
    started = time.perf_counter()
    sign_flip([source.randint(-(10**11), 10**11) for _ in range(271)])
    sign_flip([source.choice((-1, 1)) for _ in range(100_000)])
    assert time.perf_counter() - started < 2
