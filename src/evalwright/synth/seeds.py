"""Random numbers that depend on nothing but what they are for.

Every conversation has a generator of its own, made from the run's seed and its number, so that one conversation can
be made again without the others, and none depends on how often another one was tried.
"""

from __future__ import annotations

import hashlib
import random


def generator(*parts: object) -> random.Random:
    """A generator for this purpose; equal parts give equal numbers on every machine."""
    return random.Random(_seed(parts))


class Generators:
    """Generators for one purpose after the other, each of use until the next is asked for.

    The same numbers as `generator` gives, sooner: a new generator of Python's is seeded twice.
    """

    def __init__(self) -> None:
        self._only = random.Random(0)

    def next(self, *parts: object) -> random.Random:
        """The generator for this purpose."""
        self._only.seed(_seed(parts))
        return self._only


def _seed(parts: tuple[object, ...]) -> int:
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "backslashreplace")).digest()[:8])
