"""Random numbers that depend on nothing but what they are for.

Every conversation has a generator of its own, made from the run's seed and its number, so that one conversation can
be made again without the others, and none depends on how often another one was tried.
"""

from __future__ import annotations

import hashlib
import random


def random_for(*parts: object) -> random.Random:
    """A generator for this purpose; equal parts give equal numbers on every machine."""
    text = "/".join(map(str, parts))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode("utf-8", "backslashreplace")).digest()[:8]))
