"""Shares are met at every size, and the seed's means come out of them."""

from __future__ import annotations

import pytest

from evalwright.synth.quota import SEED_CALLS, SEED_MESSAGES, Quota


def mean(shares: dict[int, float]) -> float:
    return sum(value * share for value, share in shares.items()) / sum(shares.values())


def test_the_seed_profile_has_the_means_of_the_published_data() -> None:
    assert mean(SEED_CALLS) == pytest.approx(3.93, abs=0.01)
    assert mean(SEED_MESSAGES) == pytest.approx(16.47, abs=0.1)
    assert max(SEED_CALLS) == 6


@pytest.mark.parametrize("size", [20, 100, 271])
def test_asking_for_what_lacks_most_meets_the_shares(size: int) -> None:
    quota = Quota(SEED_CALLS)
    drawn = []
    for _ in range(size):
        drawn.append(quota.most_lacking())
        quota.meet(drawn[-1])
    assert sum(drawn) / size == pytest.approx(3.93, abs=0.1)


def test_a_value_that_nobody_wants_lacks_less_than_any_other() -> None:
    quota = Quota(SEED_CALLS)
    assert quota.lack(9) < min(map(quota.lack, SEED_CALLS))
