"""Grading by effect: what an answer would have done, beside what the right one does, executed from the same state.

Items and answers flow in, effects with their reasons flow out. What executes the calls comes from outside, through the
registry of `plugins`: this room knows a world by its protocol alone. No command and no address comes from an item.
"""

from .answer_effect import AnswerEffect, EffectGrader, effect_values
from .effect_pass import EffectPass, effect_notes, open_effects, unknown_effect
from .effect_table import EFFECTS, Done, Trace, effect_of
from .moments import Moments
from .past_calls import PastCall, calls_so_far
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
