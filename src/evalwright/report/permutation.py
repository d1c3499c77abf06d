"""The sign-flip test: how often would chance alone give a difference as large as this one?

If two models are equally good, then in each conversation their answers might as well have been swapped. The
differences of the conversations flow in as whole numbers, their signs are flipped in every way (few conversations)
or in many ways drawn with a fixed seed, and out flows the share of flips that give a sum at least as large. Whole
numbers make ties exact, so that the same answers give the same p in any order and on every machine.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import getitem
from typing import Literal

EXACT_UP_TO = 20
"""Up to so many conversations that differ, all flips are counted."""
DRAWS = 20_000
SEED = 6
_NORMAL_FROM = 1024
"""From here on the sum of flipped signs is normal to more digits than 20,000 draws could tell."""
_MANY_ALIKE = 64
_BLOCK = 8


@dataclass(frozen=True, slots=True)
class FlipTest:
    """The outcome of a sign-flip test."""

    p: float
    method: Literal["exact", "drawn", "normal"]
    differing: int
    """Conversations whose difference is not zero; the others have no sign to flip."""


def sign_flip(differences: Iterable[int], *, draws: int = DRAWS, seed: int = SEED) -> FlipTest:
    """The two-sided p of the sum of these differences, one per conversation."""
    given = [each for each in differences if each]
    sizes, observed = sorted(map(abs, given)), abs(sum(given))
    if len(sizes) <= EXACT_UP_TO:
        return FlipTest(_exact_p_value(sizes, observed), "exact", len(sizes))
    if len(sizes) >= _NORMAL_FROM:
        spread = math.sqrt(2 * sum(size * size for size in sizes))
        return FlipTest(math.erfc(observed / spread), "normal", len(sizes))
    return FlipTest(_drawn(sizes, observed, draws, random.Random(seed)), "drawn", len(sizes))


def _exact_p_value(sizes: Sequence[int], observed: int) -> float:
    """The share of all flips, counted by halves: every sum is one of the left half and one of the right."""
    if not observed:
        return 1.0
    middle = len(sizes) // 2
    left, right = _flipped_sums(sizes[:middle]), sorted(_flipped_sums(sizes[middle:]))
    count = 0
    for part in left:
        count += len(right) - bisect_left(right, observed - part)
        count += bisect_right(right, -observed - part)
    return count / (1 << len(sizes))


def _flipped_sums(sizes: Sequence[int]) -> list[int]:
    sums = [0]
    for size in sizes:
        sums = [total + size for total in sums] + [total - size for total in sums]
    return sums


def _drawn(sizes: Sequence[int], observed: int, draws: int, source: random.Random) -> float:
    """The share among drawn flips and the one that was seen (without which p could be 0).

    Of the conversations with one size only the number of plus signs matters: the ones of a random integer. The rest
    goes by eights: a random byte picks one of the 256 sums that a block of eight can have.
    """
    counts = Counter(sizes)
    alike = [(size, count) for size, count in sorted(counts.items()) if count >= _MANY_ALIKE]
    single = [size for size in sizes if counts[size] < _MANY_ALIKE]
    tables = [_sums_of_subsets(single[at : at + _BLOCK]) for at in range(0, len(single), _BLOCK)]
    # A flip's sum is twice what has a plus sign, less everything: compare that with the bounds.
    total = sum(sizes)
    low, high = total - observed, total + observed
    extreme = 0
    for _ in range(draws):
        plus = 2 * sum(map(getitem, tables, source.randbytes(len(tables))))
        for size, count in alike:
            plus += 2 * size * source.getrandbits(count).bit_count()
        extreme += plus <= low or plus >= high
    return (extreme + 1) / (draws + 1)


def _sums_of_subsets(block: Sequence[int]) -> list[int]:
    """The sums of all subsets, by the byte that names them; bits beyond a short block change nothing."""
    sums = [0]
    for size in block:
        sums += [total + size for total in sums]
    return sums * (1 << (_BLOCK - len(block)))
