"""Phrases as data: the notation, its loader, and the words for conversations about any tools (`en`, `zh`).

`load` makes the grammar of a folder of phrase files; `check_phrases` names what in such files cannot be said.
"""

from .grammar import Grammar, RuleError
from .loader import Fault, load, read_folder
from .nodes import MARK, Choice, Form, Node, Out, Rule, Slot, Test
from .words import WordLists

__all__ = [
    "MARK",
    "Choice",
    "Fault",
    "Form",
    "Grammar",
    "Node",
    "Out",
    "Rule",
    "RuleError",
    "Slot",
    "Test",
    "WordLists",
    "load",
    "read_folder",
]
