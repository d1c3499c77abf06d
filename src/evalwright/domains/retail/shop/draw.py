"""Chance that is the same on every machine: streams named by words, and choices that cost one draw each.

Only `Random.random` is used, whose numbers no version of Python changes, and every choice takes exactly one of them
whatever it chooses from. So two locales whose lists differ in length still draw in step.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


def stream(*parts: object) -> Random:
    """A generator of its own for what these words name."""
    digest = sha256("/".join(str(part) for part in parts).encode()).digest()
    return Random(int.from_bytes(digest[:8], "big"))


def below(rng: Random, count: int) -> int:
    """A number from 0 up to, not including, `count`."""
    return int(rng.random() * count)


def between(rng: Random, low: int, high: int) -> int:
    """A number from `low` to `high`, both included."""
    return low + below(rng, high - low + 1)


def pick(rng: Random, choices: Sequence[T]) -> T:
    """One of the choices."""
    return choices[below(rng, len(choices))]


def weighted(rng: Random, choices: Sequence[tuple[T, int]]) -> T:
    """One of the choices, each as likely as its weight says."""
    at = below(rng, sum(weight for _, weight in choices))
    for choice, weight in choices:
        if at < weight:
            return choice
        at -= weight
    return choices[-1][0]


def sample(rng: Random, choices: Sequence[T], count: int) -> list[T]:
    """So many different ones of the choices, in the order drawn."""
    left = list(choices)
    return [left.pop(below(rng, len(left))) for _ in range(min(count, len(left)))]


def digits(rng: Random, count: int, taken: set[str], prefix: str = "") -> str:
    """An id that was not there before: a prefix and so many digits, the first of them not zero."""
    low = 10 ** (count - 1)
    while True:
        made = f"{prefix}{low + below(rng, 9 * low)}"
        if made not in taken:
            taken.add(made)
            return made
