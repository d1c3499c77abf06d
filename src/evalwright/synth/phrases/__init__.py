"""Phrases as data: the notation, its loader, and the words for conversations about any tools (`en`, `zh`).

`load` makes the grammar of a folder of phrase files; `check_phrases` names what in such files cannot be said.
"""

from .en_finish import finish as _finish_en
from .grammar import Grammar, RuleError
from .language import Language
from .loader import Fault, load, read_folder
from .nodes import MARK, Choice, Form, Node, Out, Rule, Slot, Test
from .vocabulary import MoveSpec, Vocabulary
from .voice import ASSISTANT_STYLES, LANGUAGES, USER_STYLES, Voice, draw_voice
from .wording import Wording
from .words import WordLists
from .zh_finish import finish as _finish_zh
from .zh_gaps import GAP, write

FINISH = {"en": _finish_en, "zh": _finish_zh}
"""By language: how the words of the moves of one message become one text."""

__all__ = [
    "ASSISTANT_STYLES",
    "FINISH",
    "GAP",
    "LANGUAGES",
    "MARK",
    "USER_STYLES",
    "Choice",
    "Fault",
    "Form",
    "Grammar",
    "Language",
    "MoveSpec",
    "Node",
    "Out",
    "Rule",
    "RuleError",
    "Slot",
    "Test",
    "Vocabulary",
    "Voice",
    "WordLists",
    "Wording",
    "draw_voice",
    "load",
    "read_folder",
    "write",
]
