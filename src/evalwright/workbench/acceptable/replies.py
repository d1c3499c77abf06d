"""What a user points at without naming it: part of an id, a place among what was offered, a yes to one of them.

Whoever is asked "#A1 or #A2?" answers "the second one", "the one ending in 2" or "yes". A reply that tells what is
inside, or that nobody knows, points at nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..provenance_tokens import find_token
from .timeline import CallStep, Timeline
from .word_patterns import WORD_TABLES, place_pattern, word_pattern

_PIECES = re.compile(r"[a-z\d]{3,}", re.ASCII)
_SENTENCES = re.compile(r"(?<=[.!?。！？\n])")
_ANYWHERE = 4
"""Digits that name an id wherever they stand in it; fewer do so at its end or beginning."""
_REPLY_PLACES = place_pattern([*WORD_TABLES["positions"], *WORD_TABLES["reply_positions"]], r"\b")
_REPLY_NUMBER = re.compile(r"\W*#?\d{1,2}\W*|.*\b(?:no\.?|number|option|nr\.?)\s*#?\d{1,2}\b.*", re.DOTALL)
_ASKED_PLACES = (place_pattern(WORD_TABLES["positions"]), word_pattern(WORD_TABLES["recent"]))


def is_pointed_at(timeline: Timeline, step: CallStep, values: Sequence[Any]) -> bool:
    """Whether the user may have picked one of several things without naming it."""
    said = list(timeline.said(step.message, ("user",)))
    return _is_named_in_part(said, values) or _is_answered(timeline, step, values)


def _is_named_in_part(said: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether somebody said a piece of a code that stands in some of the ids, and not in all of them."""
    words = {piece for text in said for piece in _PIECES.findall(text.casefold())}
    pieces = [word for word in words if any(map(str.isdigit, word))]
    ids = ["".join(filter(str.isalnum, str(value).casefold())) for value in values]
    return any(0 < sum(_is_part(piece, each) for each in ids) < len(ids) for piece in pieces)


def _is_part(piece: str, whole: str) -> bool:
    return whole.startswith(piece) or whole.endswith(piece) or (len(piece) >= _ANYWHERE and piece in whole)


def _is_answered(timeline: Timeline, step: CallStep, values: Sequence[Any]) -> bool:
    """Whether the user answered by the place of what the assistant had offered, or was asked about one of them."""
    reply = timeline.stretch_begin(step.message)
    if reply < 1 or timeline.roles[reply - 1] != "assistant":
        return False
    offer, answer = timeline.texts[reply - 1], timeline.texts[reply].casefold()
    questions = [each for each in _SENTENCES.split(offer) if each.endswith(("?", "？"))]
    if any(pattern.search(each.casefold()) for each in questions for pattern in _ASKED_PLACES):
        return True
    if any(find_token(offer, str(value)) < 0 for value in values):
        return False
    named = [sum(find_token(each, str(value)) >= 0 for value in values) for each in questions]
    if any(0 < count < len(values) for count in named):
        return True
    return bool(_REPLY_PLACES.search(answer) or _REPLY_NUMBER.fullmatch(answer))
