"""What the next conversation should be: the scenario that lags behind its weight, the variation that is used least.

What was accepted flows in, an `Aim` flows out. Which variations apply to a scenario is learnt from what was played, so
that none is asked for again and again where it cannot be.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from .variety import CHANCES, PARALLEL, STYLES

_STEERED = 0.4
"""How many conversations are drawn towards a variation that was used before; towards one that was not, all of them."""
_STEERED_ATTEMPTS = 4
_NEVER_SERVED = 12
"""So many conversations of a scenario that end without its being served, and none that does, are thrown away."""
_PATIENCE = 3
"""So often a variation is asked for that never applied to a scenario."""


class Aim(NamedTuple):
    """What a conversation is to be."""

    scenario: str
    wanted: tuple[str, ...]
    """Variations that are to be played if they can be."""


class VariationFacts(TypedDict):
    """How often a variation could have been played, and was."""

    applicable: int
    used: int


class Steering:
    """Counts what was made, and says what is missing."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self._made: dict[str, Counter[str]] = {}
        self._applied: Counter[str] = Counter()
        self._used: Counter[str] = Counter()
        self._applies: set[tuple[str, str]] = set()
        """Scenarios and the variations that applied to them."""
        self._asked: Counter[tuple[str, str]] = Counter()
        self._served: Counter[str] = Counter()
        self._unserved: Counter[str] = Counter()
        self._seen_served: set[str] = set()
        self._seen_unserved: Counter[str] = Counter()

    def aim(self, side: str, attempt: int, rng: random.Random) -> Aim:
        """What the next conversation on this side should be."""
        scenario = self._lagging(side, rng) if attempt < _STEERED_ATTEMPTS else self._any(rng)
        rarest = self._rarest(scenario)
        if attempt >= _STEERED_ATTEMPTS or not rarest or (self._used[rarest] and rng.random() >= _STEERED):
            return Aim(scenario, ())
        self._asked[scenario, rarest] += 1
        return Aim(scenario, (rarest,))

    def count(self, side: str, intents: Sequence[str], applied: Iterable[str], used: Iterable[str]) -> None:
        """One more conversation was accepted."""
        self._made.setdefault(side, Counter())[intents[0]] += 1
        self._applied.update(set(applied))
        self._used.update(set(used) & set(applied))

    def takes(self, scenario: str, outcome: str) -> bool:
        """Whether a conversation that ends so is wanted: one that is not served needs two of the same that are.

        Where none ever is, that is what the scenario is about, and it is taken.
        """
        if outcome == "served":
            self._seen_served.add(scenario)
            return True
        self._seen_unserved[scenario] += 1
        if scenario not in self._seen_served and self._seen_unserved[scenario] > _NEVER_SERVED:
            return True
        return 2 * (self._unserved[scenario] + 1) <= self._served[scenario]

    def ended(self, scenario: str, outcome: str) -> None:
        """Take notice of how an accepted conversation ended."""
        (self._served if outcome == "served" else self._unserved)[scenario] += 1

    def learn(self, scenario: str, applied: Iterable[str]) -> None:
        """Take notice of what applied to a scenario, accepted or not."""
        self._applies.update((scenario, name) for name in applied)

    def facts(self) -> dict[str, VariationFacts]:
        """For each variation how often it applied, and was used."""
        names = (*(name for name in CHANCES), PARALLEL, STYLES)
        return {name: {"applicable": self._applied[name], "used": self._used[name]} for name in names}

    def made(self, scenario: str) -> int:
        """How many conversations begin with a scenario."""
        return sum(counts[scenario] for counts in self._made.values())

    def _lagging(self, side: str, rng: random.Random) -> str:
        """The scenario that is furthest behind its share; among equals, any."""
        made = self._made.get(side, Counter())
        total, weight = made.total() + 1, sum(self._weights.values())
        lacks = {name: self._weights[name] / weight * total - made[name] for name in self._weights}
        most = max(lacks.values())
        return rng.choice([name for name, lack in lacks.items() if lack > most - 0.5])

    def _any(self, rng: random.Random) -> str:
        return rng.choices(list(self._weights), list(self._weights.values()))[0]

    def _rarest(self, scenario: str) -> str:
        """The variation that was used least, of those that apply to this scenario as far as is known."""
        able = [
            name for name in CHANCES if (scenario, name) in self._applies or self._asked[scenario, name] < _PATIENCE
        ]
        return min(able, key=lambda name: (self._tried(name) / CHANCES[name], name), default="")

    def _tried(self, name: str) -> int:
        """How often a variation was used, or asked for where it has never applied yet."""
        if self._applied[name]:
            return self._used[name]
        return sum(count for (_, asked), count in self._asked.items() if asked == name)
