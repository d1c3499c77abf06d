"""The pass over answers that have a grade: their effects are added to their reviews, and kept with what was executed.

A review, its item and its sample flow in, the review with `effect` and two more scores flows out. It is a pass of its
own, since tasks do no I/O; its file has one line for each answer, so that anybody can see what a verdict rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from evalwright.data import Item, sealed

from .answer_effect import EffectGrader, effect_values
from .world import open_worlds


class EffectPass:
    """Grading by effect under way."""

    def __init__(self, grader: EffectGrader) -> None:
        self._grader = grader

    def add(self, review: Any, question: Any, sample: Mapping[str, Any], out: BinaryIO | None = None) -> None:
        """Add the effect of an answer to its review; of what is no item nothing is said."""
        score = review.get("score")
        if not isinstance(question, Item) or not score:
            return
        found = self._grader.effect(question, sample.get("output_tools"))
        review["score"] = {**score, **effect_values(found, score.get("next_call_exact") == 1.0)}
        if found.effect is not None:
            review["effect"] = found.effect
        review["details"] = {**(review.get("details") or {}), "effect": found.document()}
        if out is not None:
            out.write(sealed({"id": question.id, **found.evidence()}) + b"\n")


@contextmanager
def open_effects(environment: str | None) -> Iterator[EffectPass | None]:
    """Get ready to grade by effect in the environment that a user names; nothing where none is named."""
    if environment is None:
        yield None
        return
    worlds = open_worlds(environment)
    try:
        yield EffectPass(EffectGrader(worlds))
    finally:
        worlds.close()
