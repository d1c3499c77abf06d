"""Telling texts that are nearly the same, for those who make texts: the measure is the audit's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .audit.near_duplicates import LatestSketches

_LATEST = 10_000


def new_sketches(most: int = _LATEST) -> LatestSketches:
    """An empty memory of texts, for makers of any number of them: it keeps the latest, about two kilobytes each."""
    from .audit.near_duplicates import LatestSketches

    return LatestSketches(most)


def are_alike(one: Any, other: Any) -> bool:
    """Whether two sketches are of texts that say nearly the same."""
    from .audit.near_duplicates import ALIKE

    return bool(one.jaccard(other) >= ALIKE)
