"""Where values stand in a sentence: from, to, until, after, not. New words may move a value, but not turn it round."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .wish_tables import wish_tables

_SLOT = re.compile("⟦([0-9]+)⟧")
_BEFORE = 24


def places_changed(new: str, old: str, lang: str, ways: Iterable[str] = ()) -> bool:
    """Whether a value came from a place of its own to another, or lost it; `ways`: other ways of saying the same."""
    like = wish_tables(lang).like
    now, before = _slot_places(new, lang), _slot_places(old, lang)
    usual = {place for way in ways for place in _slot_places(_numbered(way), lang).values()}
    for slot, place in before.items():
        found = now.get(slot, "")
        if found != place and found not in like.get(place, ()) and (found or not _may_be_lost(place, lang)):
            return True
    return any(slot not in before and place not in usual for slot, place in now.items())


def _may_be_lost(place: str, lang: str) -> bool:
    """A Chinese verb may say by itself where something goes to."""
    return lang == "zh" and place == "to"


def _slot_places(text: str, lang: str) -> dict[str, str]:
    """By the number of a value the place that a word beside it gives it."""
    tables, found = wish_tables(lang), dict[str, str]()
    for slot in _SLOT.finditer(text):
        before = text[max(0, slot.start() - _BEFORE) : slot.start()].lower()
        for name, pattern in tables.places.items():
            if pattern.search(before):
                found[slot[1]] = name
        for name, pattern in tables.after_slot.items():
            if pattern.search(text[slot.end() :]):
                found[slot[1]] = name
    return found


def _numbered(way: str) -> str:
    return way.replace("□", "⟦0⟧")
