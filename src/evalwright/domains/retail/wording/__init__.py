"""The words of the shop: its languages, how its values are written, and what its phrases are asked for."""

from __future__ import annotations

import random

from evalwright.synth.phrases import Voice, Wording

from .languages import language, phrase_texts

__all__ = ["language", "phrase_texts", "speaker"]


def speaker(voice: Voice, rng: random.Random) -> Wording:
    """Whoever words one conversation of the shop."""
    return Wording(voice, rng, language(voice.lang))
