"""Who is speaking: a language, a style for the user and one for the assistant, and the user's typing habits.

A voice is drawn once for a conversation, so that a person who types without capitals does so to the end.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

LANGUAGES = ("en", "zh")
"""The languages there are words for."""
USER_STYLES = {
    "en": ("plain", "polite", "chatty", "terse", "upset", "casual"),
    "zh": ("plain", "polite", "chatty", "terse", "upset", "casual", "mixed"),
}
"""How users write; `mixed` puts a few English words into Chinese."""
ASSISTANT_STYLES = ("plain", "warm", "brief", "formal")
"""How assistants write."""
HABITS = {"lower": 0.6, "no_stop": 0.6, "no_apostrophe": 0.35, "lines": 0.2, "short_words": 0.5}
"""What a casual typist does, and how likely: no capitals, no full stop at the end, no apostrophes, a new line for a new
thought, short forms of words."""
_HALF_HABITS = {"terse": 0.5, "upset": 0.15, "chatty": 0.12, "plain": 0.12}
"""How much of that the others do."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How one conversation sounds."""

    lang: str
    user_style: str
    assistant_style: str
    habits: frozenset[str] = frozenset()

    def style(self, role: str) -> str:
        """The style of one side."""
        return self.user_style if role == "user" else self.assistant_style


def draw_voice(rng: random.Random, lang: str) -> Voice:
    """A voice in this language."""
    user = rng.choice(USER_STYLES[lang])
    assistant = rng.choice(ASSISTANT_STYLES)
    share = 1.0 if user in ("casual", "mixed") else _HALF_HABITS.get(user, 0.0)
    drawn = [name for name, likely in HABITS.items() if rng.random() < likely * share]
    return Voice(lang, user, assistant, frozenset(drawn))
