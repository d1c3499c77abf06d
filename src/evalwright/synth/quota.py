"""Bringing the lengths of a data set to a target: how many calls the next conversation should have, and messages.

The profile `seed` is the shape of the published data set that the workflow was shown with: 3 to 6 calls, 3.93 on
average, and 16.47 messages. A quota asks for whatever is most lacking, so that the shares are met at every size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

SEED_CALLS = {3: 0.29, 4: 0.52, 5: 0.16, 6: 0.03}
SEED_MESSAGES = {11: 0.01, 13: 0.075, 15: 0.285, 17: 0.46, 19: 0.145, 21: 0.025}


class Quota:
    """How often each value has been met, against how often it should be."""

    def __init__(self, shares: Mapping[int, float]) -> None:
        self._shares = shares
        self._met: Counter[int] = Counter()

    def lack(self, value: int) -> float:
        """By how many conversations this value is behind its share; below zero where it is ahead or not wanted."""
        if value not in self._shares:
            return -float(self._met.total() + 1)
        return self._shares[value] * (self._met.total() + 1) - self._met[value]

    def most_lacking(self) -> int:
        """The value that is furthest behind."""
        return max(self._shares, key=lambda value: (self.lack(value), -value))

    def meet(self, value: int) -> None:
        """One more conversation has this value."""
        self._met[value] += 1
