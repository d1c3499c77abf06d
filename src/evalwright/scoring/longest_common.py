"""How many words two texts have in common in the same order: the length of their longest common subsequence.

One long integer holds a whole row of the usual table, a bit per word, so that a row costs a few additions
(Hyyrö 2004). The time still grows with the product of both lengths; above `MOST_CELLS` the end of a text is left
out, and the result is a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_CELLS = 20_000_000_000
"""Two texts of about 140,000 words each. It takes a second or two."""


def common_words(left: Sequence[str], right: Sequence[str]) -> tuple[int, bool]:
    """The length, and whether it is exact."""
    start, left, right = _without_equal_ends(left, right)
    shared = set(left) & set(right)
    left = [word for word in left if word in shared]
    right = [word for word in right if word in shared]
    short, long = sorted((left, right), key=len)
    exact = len(short) * len(long) <= MOST_CELLS
    if not exact:
        short = short[: int(MOST_CELLS**0.5)]
        long = long[: MOST_CELLS // len(short)]
    return start + _longest(short, long), exact


def _without_equal_ends(left: Sequence[str], right: Sequence[str]) -> tuple[int, Sequence[str], Sequence[str]]:
    """Equal words at both ends belong to a longest subsequence; they are counted and cut off."""
    most = min(len(left), len(right))
    head = next((place for place in range(most) if left[place] != right[place]), most)
    most -= head
    tail = next((place for place in range(most) if left[-1 - place] != right[-1 - place]), most)
    return head + tail, left[head : len(left) - tail], right[head : len(right) - tail]


def _longest(short: Sequence[str], long: Sequence[str]) -> int:
    places: dict[str, int] = {}
    for place, word in enumerate(short):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(short)) - 1
    row = full
    for word in long:
        met = row & places[word]
        row = (row + met | row - met) & full
    return len(short) - row.bit_count()
