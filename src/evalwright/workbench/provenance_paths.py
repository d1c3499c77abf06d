"""Paths that are put together from parts: a folder that somebody named, and a name that a listing held.

Each part must stand somewhere as a whole, so that a path with an invented folder or file is still from nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .provenance_place import Place

Places = Sequence[tuple[int, Place]]
Found = tuple[int, str | None]

_MAX_LENGTH, _MAX_STEPS, _MAX_PARTS = 500, 16, 6
_STEP = re.compile(r"[^/\\]+")
_FREE = frozenset({".", "..", "~"})
"""Steps that say nothing by themselves."""
_SHORTEST = 2


def joined_path(value: object, places: Places) -> list[Found] | None:
    """Where the parts of a path stand, in order; None where it is none, or a part stands nowhere."""
    if not isinstance(value, str) or len(value) > _MAX_LENGTH or not ("/" in value or "\\" in value):
        return None
    steps = [match.span() for match in _STEP.finditer(value)]
    named = [value[begin:end] for begin, end in steps if value[begin:end] not in _FREE]
    if not 2 <= len(steps) <= _MAX_STEPS or not all(_may_stand(step, places) for step in named):
        return None
    found: list[Found] = []
    at = 0
    while at < len(steps):
        part = _longest(value, steps, at, places)
        if part is not None:
            at, place = part
            found.append(place)
        elif value[slice(*steps[at])] in _FREE:
            at += 1
        else:
            return None
    return found if 2 <= len(found) <= _MAX_PARTS else None


def _longest(value: str, steps: list[tuple[int, int]], at: int, places: Places) -> tuple[int, Found] | None:
    """The longest part from here on that stands somewhere: where the rest begins, and its place."""
    begin = steps[at][0] if at else 0  # what a path begins with belongs to its first part
    for last in range(len(steps) - 1, at - 1, -1):
        text = value[begin : steps[last][1]]
        place = _stands_alone(text, places) if len(text) >= _SHORTEST else None
        if place is not None:
            return last + 1, place
    return None


def _may_stand(step: str, places: Places) -> bool:
    return any(step in place.text for _, place in places)


def _stands_alone(part: str, places: Places) -> Found | None:
    """The place of a part of a path that is no part of a longer name there."""
    pattern = re.compile(rf"(?<![A-Za-z0-9_.-]){re.escape(part)}(?![A-Za-z0-9_-])(?!\.[A-Za-z0-9])")
    for index, place in places:
        for path, leaf in place.leaves:
            if isinstance(leaf, str) and part in leaf and pattern.search(leaf):
                return index, path
        if place.leaves:
            continue
        found = pattern.search(place.text) if part in place.text else None
        if found is not None:
            return index, place.address_at(found.start())
    return None
