"""Words for what a planner lets people say, in English and Chinese.

`draw_voice` draws who is speaking, `Wording` turns each message of a script into text with the places of its values.
The words themselves are phrase files; `evalwright phrases check` proves that they suffice for every move.
"""

from .voice import LANGUAGES, Voice, draw_voice
from .wording import Wording

__all__ = ["LANGUAGES", "Voice", "Wording", "draw_voice"]
