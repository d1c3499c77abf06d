"""Words for what a planner lets people say, in English and Chinese.

`draw_voice` draws who is speaking, `Wording` turns each message of a script into text with the places of its values,
and `check` proves that a language has words for every move.
"""

from .check import check
from .voice import LANGUAGES, Voice, draw_voice
from .wording import Wording

__all__ = ["LANGUAGES", "Voice", "Wording", "check", "draw_voice"]
