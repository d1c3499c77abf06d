"""The text by which something that was made for a proof is known from all else: nobody else would ever say it."""

from __future__ import annotations

import random
import re

_MARKER = re.compile(r"evalwright[-_][0-9a-f]{6}")


def new_marker(rng: random.Random) -> str:
    """A text that stands nowhere yet."""
    return f"evalwright-{rng.randrange(16**6):06x}"


def is_marked(value: object) -> bool:
    """Whether such a text stands in a value."""
    return _MARKER.search(str(value)) is not None
