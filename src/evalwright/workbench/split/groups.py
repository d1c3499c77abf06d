"""Sets of conversations that must stay together: joined pair by pair, read off at the end."""

from __future__ import annotations

from collections.abc import Hashable, Iterable


class Groups:
    """Conversations by number, each at first a group of its own."""

    def __init__(self) -> None:
        self._parent: list[int] = []

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
        first, second = sorted((self.of(one), self.of(other)))
        self._parent[second] = first

    def join_all(self, numbers: Iterable[int]) -> None:
        """Put several together."""
        first: int | None = None
        for number in numbers:
            if first is None:
                first = number
            else:
                self.join(first, number)

    def all(self) -> list[list[int]]:
        """Every group, in the order of their first conversations."""
        found: dict[Hashable, list[int]] = {}
        for number in range(len(self._parent)):
            found.setdefault(self.of(number), []).append(number)
        return list(found.values())
