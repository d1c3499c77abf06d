"""What a wording is told of what it has made: what is wrong with it, where and why, or that it is taken.

An objection goes back to the model once, in words; what it makes of that stands or falls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..plan import Draft

NO_ANSWER = "no-answer"
"""The one reason that asking again may mend."""


class Objection(NamedTuple):
    """Something that is wrong with a conversation."""

    reason: str
    message: int | None = None
    """The message that it was found at; None where it is the whole."""
    text: str = ""
    """What was found, in a sentence; empty where the reason says it all."""


Accept = Callable[[int, Draft], Sequence[Objection]]
"""What is wrong with the story of this number told so; where nothing is, it counts as taken from then on."""
