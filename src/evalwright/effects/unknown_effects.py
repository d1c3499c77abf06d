"""Answers whose effect is not known: why, and what a reader must know of them. Read from reviews alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from evalwright.text import phrase, stored_sentence

_LISTED = 3


def effect_notes(unknown: Counter[str], answers: int) -> list[str]:
    """What a reader must know of answers whose effect is not known: how many, and why."""
    if not unknown:
        return []
    most = unknown.most_common(_LISTED)
    told = [phrase("effect.unknown_note", n=unknown.total(), all=answers, why=most[0][0])]
    return [*told, *(phrase("effect.unknown_also", n=num, why=why) for why, num in most[1:])]


def unknown_effect(review: Mapping[str, Any]) -> list[str]:
    """Why the effect of a reviewed answer is unknown, where it is."""
    if review.get("effect") != "unknown":
        return []
    details = review.get("details")
    told = details.get("effect") if isinstance(details, Mapping) else None
    return [stored_sentence(told, "why") or str(told.get("why"))] if isinstance(told, Mapping) else []
