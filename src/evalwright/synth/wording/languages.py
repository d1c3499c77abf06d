"""The languages, each compiled on first use.

A language is one module named `<lang>_language` in this folder with three names: `RULES` (every rule, in the notation
of `grammar`), `FORMS` (how values are written), and `finish`, which joins the words of the moves of one message in the
way of the language and does what the writer's habits do to them. `finish` sees the words only: each value is a `MARK`,
which it must keep, in order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from .grammar import Form, Grammar
from .voice import LANGUAGES, Voice

Finish = Callable[[list[str], str, Voice, random.Random], str]
"""The words of the moves, the role, the voice and a source of chance make one text."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, ready to speak."""

    grammar: Grammar
    finish: Finish


@cache
def language(lang: str) -> Language:
    """The language of this name; ValueError where there is none."""
    if lang not in LANGUAGES:
        raise ValueError(f"there are no words for the language {lang!r}")
    module = import_module(f".{lang}_language", __package__)
    return Language(Grammar(module.RULES, module.FORMS), module.finish)


def phrase_texts(lang: str) -> list[str]:
    """All that is said in the shop, as the rules have it."""
    return list(import_module(f".{lang}_language", __package__).RULES.values())


def merged(*parts: Mapping[str, str]) -> dict[str, str]:
    """The rules of several files as one; a rule that two of them have is a mistake."""
    made: dict[str, str] = {}
    for rules in parts:
        twice = made.keys() & rules.keys()
        if twice:
            raise ValueError(f"rules defined twice: {', '.join(sorted(twice))}")
        made.update(rules)
    return made


def merged_forms(*parts: Mapping[str, Form]) -> dict[str, Form]:
    """The forms of several files as one."""
    return {name: form for forms in parts for name, form in forms.items()}
