"""Grading by effect: what an answer would have done, beside what the right one does, executed from the same state.

Items and answers flow in, effects with their reasons flow out. What executes the calls comes from outside, through the
registry of `plugins`: this room knows a world by its protocol alone. No command and no address comes from an item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .answer_effect import AnswerEffect, EffectGrader, effect_values
    from .effect_pass import EffectPass, open_effects
    from .effect_table import EFFECTS, Done, Trace, effect_of
    from .moments import Moments
    from .past_calls import PastCall, calls_so_far
    from .unknown_effects import effect_notes, unknown_effect
    from .world import Outcome, World, Worlds, open_worlds

__all__ = [
    "EFFECTS",
    "AnswerEffect",
    "Done",
    "EffectGrader",
    "EffectPass",
    "Moments",
    "Outcome",
    "PastCall",
    "Trace",
    "World",
    "Worlds",
    "calls_so_far",
    "effect_notes",
    "effect_of",
    "effect_values",
    "open_effects",
    "open_worlds",
    "unknown_effect",
]

_LATE = {
    "answer_effect": "AnswerEffect EffectGrader effect_values",
    "effect_pass": "EffectPass open_effects",
    "effect_table": "EFFECTS Done Trace effect_of",
    "moments": "Moments",
    "past_calls": "PastCall calls_so_far",
    "unknown_effects": "effect_notes unknown_effect",
    "world": "Outcome World Worlds open_worlds",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
