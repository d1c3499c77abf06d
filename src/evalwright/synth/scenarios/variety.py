"""The ways in which a conversation may differ from the straight path: how likely each is, and where it was used.

Each variation is decided once for a conversation, by a chance of its own, so that the same plan told in two languages
varies in the same way. Where one could be played is found out on the way: `may` notes that it applied.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from ..seeds import random_for

CHANCES: Mapping[str, float] = {
    "all-at-once": 0.3,  # every fact in the first message
    "drop-by-drop": 0.2,  # facts one by one, each when it is asked for
    "missing-fact": 0.4,  # something is missing and asked for
    "wrong-value-first": 0.12,  # a value is mistyped, the tool finds nothing, the user corrects it
    "change-of-mind": 0.15,  # another value where a question waits for a yes
    "declines": 0.12,  # a no to that question
    "unrelated": 0.08,  # a question that has nothing to do with it
    "fails-once": 0.08,  # one call meets a passing trouble and is made again
    "second-wish": 0.35,  # and something else
    "nothing-found": 0.3,  # of the draws that find nothing, those that are told
    "refused": 0.3,  # of the draws that a tool refuses, those that are told
    "thanks": 0.6,
    "goodbye": 0.35,
}
STYLES, PARALLEL = "styles", "parallel"
"""Counted with the others: conversations in a style of their own, and those told in every language."""


class Variety:
    """What one conversation does differently."""

    def __init__(self, seed: tuple[object, ...], wanted: Collection[str] = (), without: Collection[str] = ()) -> None:
        self._seed, self._wanted, self._without = seed, frozenset(wanted), frozenset(without)
        drawn = random_for(*seed, "varies").random
        self._decided = {name: drawn() < chance for name, chance in CHANCES.items()}
        self.applied: dict[str, None] = {}
        self.used: dict[str, None] = {}

    def random(self, *purpose: object) -> random.Random:
        """A source of chance for one purpose of this conversation."""
        return random_for(*self._seed, *purpose)

    def intends(self, name: str) -> bool:
        """Whether this conversation is to have a variation, wherever it can."""
        return name not in self._without and (name in self._wanted or self._decided[name])

    def is_settled(self, name: str) -> bool:
        """Whether `may` would say no, and nothing would be noted that is not known yet."""
        return name in self.applied and (name in self.used or not self.intends(name))

    def may(self, name: str) -> bool:
        """Note that a variation could be played here, and say whether it is: the first time only."""
        self.applied[name] = None
        return name not in self.used and self.intends(name)

    def play(self, name: str) -> None:
        """Note that it was played."""
        self.applied[name] = self.used[name] = None
