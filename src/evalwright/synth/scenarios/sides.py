"""Which person, value or thing belongs to train and which to valid, so that the two sides share as little as can be.

A digest of what is chosen decides. Where there are few, both sides get some; what was given to a side once stays there
for the whole set. Things that are only reached through something of one side already (the orders of a person) may all
be used there, unless another way has led the other side to them before.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from evalwright.data import dumps_canonical

T = TypeVar("T")
VALID, TRAIN = "valid", "train"
_FEW = 10


def share_of(identity: Any) -> float:
    """Where something lies between 0 and 1, by a digest of what it is."""
    mark = hashlib.blake2b(dumps_canonical(identity), digest_size=8).digest()
    return int.from_bytes(mark) / 2**64


class Sides:
    """What belongs to which side."""

    def __init__(self, valid_share: float) -> None:
        self._share = valid_share
        self._given: dict[Hashable, str] = {}
        self._split: dict[Hashable, list[int]] = {}

    def split(self, name: Hashable, size: int, side: str, identity: Callable[[int], Any]) -> list[int]:
        """The places of a fixed list, such as all people, that belong to a side; both have some of two or more.

        `name`: what the list is remembered by; `identity`: what the thing at a place is.
        """
        if size < 2 or not 0 < self._share < 1:
            return list(range(size))
        known = self._split.get((name, size, side))
        if known is None:
            count = min(max(round(size * self._share), 1), size - 1)
            lowest = set(sorted(range(size), key=lambda at: share_of(identity(at)))[:count])
            known = [at for at in range(size) if (at in lowest) == (side == VALID)]
            self._split[name, size, side] = known
        return known

    def pick(
        self, things: Sequence[T], names: Sequence[bytes], side: str, rng: random.Random, *, reached: bool
    ) -> T | None:
        """One of these for a side; None where all of them are the other's. `names`: what each is known by.

        `reached`: whether something of this side alone led to them.
        """
        if not 0 < self._share < 1 or len(set(names)) < 2:
            return rng.choice(things) if things else None
        self._assign(list(dict.fromkeys(names)), side, reached=reached)
        own = [thing for thing, name in zip(things, names, strict=True) if self._given[name] == side]
        return rng.choice(own) if own else None

    def _assign(self, names: list[bytes], side: str, *, reached: bool) -> None:
        """Give every thing that is new to a side, and something to each side."""
        new = [name for name in names if name not in self._given]
        for name in new:
            self._given[name] = VALID if share_of(name.decode("utf-8", "replace")) < self._share else TRAIN
        in_order = sorted(new, key=lambda name: share_of(name.decode("utf-8", "replace")))
        if not reached and len(names) <= _FEW:  # of few, chance would give valid nearly all
            most = max(round(len(names) * self._share), 1)
            over = [name for name in in_order if self._given[name] == VALID][most:]
            self._given.update(dict.fromkeys(over, TRAIN))
        for wanted in (side,) if reached else (VALID, TRAIN):
            if in_order and not any(self._given[name] == wanted for name in names):
                moved = in_order if reached else in_order[:1] if wanted == VALID else in_order[-1:]
                self._given.update(dict.fromkeys(moved, wanted))
