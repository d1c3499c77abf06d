"""English: how the options of a variant are said in a sentence: before the noun, or after it with the right little word.

Values of options speak for themselves ("size 9", "glass jar"), so that only the word before them has to be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

_IN = frozenset(("color", "material", "finish", "upholstery", "fit", "size"))
_WITH_THE = frozenset(
    (
        "sole",
        "hood",
        "neckline",
        "waist",
        "buckle",
        "frame",
        "lens",
        "strap",
        "dial",
        "laptop sleeve",
        "shell",
        "handle",
        "lid",
        "jar",
        "mount",
        "shade",
        "back",
        "armrests",
        "top",
        "border",
        "filter",
        "tank",
        "battery life",
        "switch",
        "backlight",
        "screen",
        "case",
        "band",
        "temperature control",
    )
)
_WITH = frozenset(
    (
        "slots",
        "browning levels",
        "pieces",
        "compartments",
        "light",
        "shelves",
        "speeds",
        "storage",
        "ports",
        "numerals",
        "opening",
    )
)
_OWN_WORD = ("with ", "without ", "for ")
_SPECIAL = {"room size": "for rooms ", "players": "for ", "edition": "in the ", "theme": "about "}


class Phrase(NamedTuple):
    """One option as it is said."""

    lead: str
    """The free words before the value."""
    value: str


def said(options: Mapping[str, str]) -> tuple[list[str], list[Phrase]]:
    """The values that go before the noun, and the phrases that go after it."""
    before: list[str] = []
    after: list[Phrase] = []
    for name, value in options.items():
        phrase = _phrase(name, str(value))
        if phrase is None:
            before.append(str(value))
        else:
            after.append(phrase)
    return before, sorted(after, key=lambda phrase: phrase.lead.startswith("with"))


def _phrase(name: str, value: str) -> Phrase | None:
    if value.startswith(_OWN_WORD):
        return Phrase("", value)
    if value.startswith("no "):
        return Phrase("with ", value)
    if name in _SPECIAL:
        return Phrase(_SPECIAL[name], value)
    if name in _IN and not value[:1].isdigit():
        return Phrase("in ", value)
    if name in _WITH_THE:
        return Phrase("with the ", value)
    return Phrase("with ", value) if name in _WITH else None
