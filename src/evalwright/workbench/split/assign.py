"""Which groups go to validation, so that together they come as near to the wanted number as groups can.

The groups are shuffled by the seed and taken while they fit; nearly always that meets the number. Where it does not,
all sums that groups can make are worked out and the nearest one is taken.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

_MAX_STEPS = 5_000_000
"""Work allowed for finding the nearest sum; beyond it, what fits is taken."""


def choose(sizes: Sequence[int], wanted: int, seed: int) -> set[int]:
    """The groups for validation, by number; never all, and at least one where there are two."""
    if len(sizes) < 2:
        return set()
    order = array("q", range(len(sizes)))
    Random(seed).shuffle(order)
    wanted = min(max(wanted, 1), sum(sizes) - 1)
    chosen = _fitting(sizes, order, wanted)
    if sum(sizes[number] for number in chosen) == wanted or len(sizes) * wanted > _MAX_STEPS:
        return chosen or {min(order, key=lambda number: sizes[number])}
    return _nearest_sum(sizes, order, wanted)


def _fitting(sizes: Sequence[int], order: Sequence[int], wanted: int) -> set[int]:
    chosen, left = set(), wanted
    for number in order:
        if sizes[number] <= left:
            chosen.add(number)
            left -= sizes[number]
    return chosen


def _nearest_sum(sizes: Sequence[int], order: Sequence[int], wanted: int) -> set[int]:
    """The groups whose sum is nearest to the wanted one, the smaller of two that are equally near."""
    total, limit = sum(sizes), 2 * wanted + min(sizes)
    reached: dict[int, tuple[int, int]] = {0: (-1, 0)}
    for number in order:
        for before in sorted(reached, reverse=True):
            made = before + sizes[number]
            if made <= limit and made not in reached:
                reached[made] = (number, before)
    best = min((made for made in reached if 0 < made < total), key=lambda made: (abs(made - wanted), made))
    chosen = set()
    while best:
        number, best = reached[best]
        chosen.add(number)
    return chosen
