"""Which of the things that a scenario file has words for a sentence is about: that of the nearest way of saying it.

Each sentence of the old words belongs to some group of ways, and each sentence of the new ones must be nearer to one of
these than to any other: "may I have your name?" asks for something else than "what should the table be called?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .wish_units import NO_UNITS, Units, units_of

Ways = Sequence[Sequence[str]]
"""Ways of saying, those for the same thing together; `□` stands for a value."""

_SENTENCE = re.compile(r"[^.!?;\n。！？；]+[.!?;\n。！？；]*")


class Matter(NamedTuple):
    """What one sentence of the old words is about."""

    sentence: Units
    ways: tuple[str, ...]
    known: Units
    """All units of the sentence and of its ways."""


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return _SENTENCE.findall(text)


def matters_of(old: str, lang: str, ways: Ways) -> list[Matter]:
    """What the sentences of a message are about, as far as any way of saying it is known."""
    found = []
    for sentence in sentences(old):
        own = units_of(sentence, lang)
        scores = [_nearness(own, group, lang) for group in ways]
        best = max(scores, default=0.0)
        near = [way for group, score in zip(ways, scores, strict=True) if score == best > 0 for way in group]
        if near:
            found.append(Matter(own, tuple(near), joined(units_of(way, lang) for way in near) | own))
    return found


def about_another(new: str, old: str, lang: str, ways: Ways, matters: Sequence[Matter]) -> bool:
    """Whether a sentence of the new words is nearest to ways of saying something that the old words do not say."""
    own = {way for matter in matters for way in matter.ways}
    others = [group for group in ways if not own.intersection(group)]
    for sentence in sentences(new):
        units = units_of(sentence, lang)
        mine = [*own, *sentences(old)]
        if _nearness(units, mine, lang) < max((_nearness(units, group, lang) for group in others), default=0.0):
            return True
    return False


def joined(several: Iterable[Units]) -> Units:
    """All units of several texts."""
    all_of_them = NO_UNITS
    for each in several:
        all_of_them |= each
    return all_of_them


def _nearness(own: Units, group: Iterable[str], lang: str) -> float:
    """How much is common to a sentence and the nearest way of a group, from 0 to 1."""
    return max((own.likeness(units_of(part, lang)) for way in group for part in sentences(way)), default=0.0)
