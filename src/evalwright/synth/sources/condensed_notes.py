"""Notes on a source that say the same of many tools, cut down to what a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from evalwright.text import Sentence, phrase

_ALIKE = 12
"""So many notes of one kind are all told."""
_SHOWN = 3


def condensed(notes: Iterable[str]) -> list[str]:
    """The notes, of many alike the first few, with the number of the others."""
    listed = list(notes)
    alike = Counter(_kind(note) for note in listed)
    told: Counter[str] = Counter()
    made: list[str] = []
    for note in listed:
        kind = _kind(note)
        told[kind] += 1
        if alike[kind] <= _ALIKE or told[kind] <= _SHOWN:
            made.append(note)
        elif told[kind] == alike[kind]:
            made.append(phrase("synth.note.more_alike", num=alike[kind] - _SHOWN, note=note))
    return made


def _kind(note: str) -> str:
    return note.key if isinstance(note, Sentence) else note
