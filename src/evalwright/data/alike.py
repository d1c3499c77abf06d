"""Telling texts that are nearly the same, for those who make texts: the measure is the audit's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .audit.sketches import Sketches


def new_sketches() -> Sketches:
    """An empty memory of texts, for makers who remember many texts few of which are alike."""
    from .audit.bands import Bands
    from .audit.sketches import Sketches

    return Sketches(Bands())
