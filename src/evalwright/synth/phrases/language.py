"""A language, ready to speak: its grammar, and how the words of one message are joined."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .grammar import Grammar
from .voice import Voice

Finish = Callable[[list[str], str, Voice, random.Random], str]
"""The words of the moves, the role, the voice and a source of chance make one text."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, ready to speak."""

    grammar: Grammar
    finish: Finish
