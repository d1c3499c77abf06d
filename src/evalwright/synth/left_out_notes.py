"""Notes on tools that are left out, those with the same reason as one: many tools, few reasons."""

from __future__ import annotations

from collections.abc import Iterable

from evalwright.text import Sentence, listed, phrase

_LEFT_OUT = "synth.note.left_out"
_EACH_LEFT_OUT = "synth.note.left_out_each"
_LONGEST_NAME = 80


def left_out_note(name: str, why: str) -> Sentence:
    """That a tool is left out, and why."""
    return phrase(_LEFT_OUT, name=name[:_LONGEST_NAME], why=why)


def by_reason(notes: Iterable[str]) -> list[str]:
    """The notes in order; tools that are left out for the same reason are named together, where the first stands."""
    made: list[str] = []
    names: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    for note in notes:
        if not isinstance(note, Sentence) or note.key != _LEFT_OUT:
            made.append(note)
            continue
        why = note.values["why"]
        names.setdefault(why, []).append(note.values["name"])
        if why not in places:
            places[why] = len(made)
            made.append(note)
        else:
            made[places[why]] = phrase(_EACH_LEFT_OUT, name=listed(names[why]), why=why)
    return made
