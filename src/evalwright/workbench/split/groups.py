"""Sets of conversations that must stay together: joined pair by pair, read off at the end."""

from __future__ import annotations

from array import array
from collections import Counter


class Groups:
    """Conversations by number, each at first a group of its own."""

    def __init__(self) -> None:
        self._parent = array("q")

    def add(self) -> int:
        """One more conversation; its number."""
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def of(self, number: int) -> int:
        """The first conversation of the group, which stands for it."""
        root = number
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[number] != root:
            self._parent[number], number = root, self._parent[number]
        return root

    def join(self, one: int, other: int) -> None:
        """Put two conversations, and all that belong to them, together."""
        if self._parent[one] == self._parent[other]:
            return  # as nearly all that share several things
        first, second = self.of(one), self.of(other)
        self._parent[max(first, second)] = min(first, second)

    def sizes(self) -> tuple[array[int], array[int]]:
        """The first conversation of every group in order, and how many each has."""
        large: Counter[int] = Counter()
        for number, parent in enumerate(self._parent):
            if parent != number:
                large[self.of(number)] += 1
        firsts = array("q", [number for number, parent in enumerate(self._parent) if parent == number])
        return firsts, array("q", [1 + large[first] if first in large else 1 for first in firsts])
