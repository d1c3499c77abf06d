"""Pairing calls: the best total, whatever the order, however many."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.scoring.matching import maximum_matching


def _best(edges: dict[int, list[int]], right: int) -> int:
    """The size of the largest matching, by trying them all."""
    left = list(edges)
    slots = [*range(right), *[-1] * len(left)]
    return max(
        (
            sum(slot in edges[one] for one, slot in zip(left, order, strict=False))
            for order in permutations(slots, len(left))
        ),
        default=0,
    )


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), unique=True), max_size=4))
def test_no_larger_matching_exists(rows: list[list[int]]) -> None:
    edges = dict(enumerate(rows))
    found = maximum_matching(edges)
    assert all(partner in edges[one] for one, partner in found.items())
    assert len(set(found.values())) == len(found) == _best(edges, 4)


def test_a_chain_of_thousands_does_not_exhaust_the_stack() -> None:
    count = 5000
    edges = {0: [0], **{n: [n - 1, n] for n in range(1, count)}}
    backwards = dict(sorted(edges.items(), reverse=True))
    assert len(maximum_matching(backwards)) == count


def test_the_earliest_calls_are_paired_first() -> None:
    assert maximum_matching({0: [0, 1], 1: [0, 1]}) == {0: 0, 1: 1}
