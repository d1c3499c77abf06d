"""`"[FILE] {name}"`: the lines of a text that fit a pattern, with what stands in its slots.

A text and a pattern flow in, the fields of every line that fits flow out. A line is searched for the words of the
pattern from left to right and never gone back in: a file may be a stranger's and a result long, so a line must not cost
more than its length, however many slots there are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from .model import Reference, Template

_MOST_COMPARED, _MOST_SIGNS = 200, 120
_WORD = re.compile(r"\w+|[^\w\s]")
_SPACES = re.compile(r"\s+")
_UNEVEN = re.compile(r"\s\s|[^\S ]")


class _Line(NamedTuple):
    """A line with one space where it has several, and where each of its signs stood."""

    text: str
    places: Sequence[int]
    whole: str

    def between(self, start: int, end: int) -> str:
        """What stood there, as it was written."""
        return self.whole[self.places[start] : self.places[end]].strip()


def fitting_lines(text: str, pattern: Template) -> list[dict[str, str]]:
    """The lines that fit, each by the names of the slots; a slot is as short as the words after it allow."""
    found = (_slots_of_line(_squeezed(line.strip()), pattern) for line in text.splitlines())
    return [fields for fields in found if fields is not None]


def nearest_line(text: str, pattern: Template) -> str:
    """The line that a pattern which fits none was probably meant for: most words of it, then most like it."""
    fixed = [str(part) for part in pattern.parts if not isinstance(part, Reference)]
    words = {word for part in fixed for word in _WORD.findall(part)}
    names = {word for word in words if word[0].isalnum()}
    skeleton = SequenceMatcher(b="".join(fixed))
    lines = [line.strip() for line in text.splitlines()[:_MOST_COMPARED] if line.strip()]
    slots = len(pattern.references)
    lines = [line for line in lines if len(line.split()) >= slots] or lines  # each slot is at least a word

    def likeness(line: str) -> tuple[int, float]:
        skeleton.set_seq1(line[:_MOST_SIGNS])
        found = {*_WORD.findall(line)}
        alike = sum(block.size for block in skeleton.get_matching_blocks())
        return len(names & found), alike + len(words & found)

    return max(lines, key=likeness, default="")


def _slots_of_line(line: _Line, pattern: Template) -> dict[str, str] | None:
    at, slot, fields = 0, "", dict[str, str]()
    parts = [*pattern.parts, ""]
    for number, part in enumerate(parts):
        if isinstance(part, Reference):
            slot = str(part).replace(".", "_").replace("-", "_")
            continue
        words = _SPACES.sub(" ", str(part))
        found = _place_of(words, line.text, at, after_slot=bool(slot), to_the_end=_ends(parts, number))
        if found is None:
            return None
        if slot and fields.setdefault(slot, line.between(at, found)) != line.between(at, found):
            return None  # a slot that comes twice says the same twice
        at, slot = found + len(words), ""
    return fields if at == len(line.text) and all(fields.values()) else None


def _place_of(words: str, text: str, at: int, *, after_slot: bool, to_the_end: bool) -> int | None:
    """Where the words stand next; right here where no slot is before them, at the end where nothing follows."""
    if not after_slot:
        return at if text.startswith(words, at) else None
    if to_the_end:
        place = len(text) - len(words)
        return place if place > at and text.endswith(words) else None
    place = text.find(words, at + 1)
    return place if place >= 0 else None


def _ends(parts: Sequence[object], number: int) -> bool:
    """Whether no slot comes after this part."""
    return not any(isinstance(part, Reference) for part in parts[number + 1 :])


def _squeezed(whole: str) -> _Line:
    if _UNEVEN.search(whole) is None:
        return _Line(whole, range(len(whole) + 1), whole)
    signs, places = list[str](), list[int]()
    for at, sign in enumerate(whole):
        space = sign.isspace()
        if not (space and signs and signs[-1] == " "):
            signs.append(" " if space else sign)
            places.append(at)
    return _Line("".join(signs), [*places, len(whole)], whole)
