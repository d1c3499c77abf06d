"""The languages of the shop, each compiled on first use.

A language is a folder of phrase files (`domains/retail/phrases/<lang>`) and two things that are Python: `FORMS` (how
values are written) and `finish`, which joins the words of the moves of one message in the way of the language and does
what the writer's habits do to them. `finish` sees the words only: each value is a `MARK`, which it must keep, in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from evalwright.synth.phrases import FINISH, LANGUAGES, Form, Language, load, read_folder

PHRASES = Path(__file__).parents[1] / "phrases"
"""A folder of phrase files for each language."""
_FORMS = {"en": "en_forms", "zh": "zh_lists"}


@cache
def language(lang: str) -> Language:
    """The language of this name; ValueError where there is none."""
    if lang not in LANGUAGES:
        raise ValueError(f"there are no words for the language {lang!r}")
    return Language(load(PHRASES / lang, forms_of(lang)), FINISH[lang])


def forms_of(lang: str) -> Mapping[str, Form]:
    """How the values of the shop are written in a language."""
    forms: Mapping[str, Form] = import_module(f".{_FORMS[lang]}", __package__).FORMS
    return forms


def phrase_texts(lang: str) -> list[str]:
    """All that is said in the shop, as it is written in the phrase files."""
    return [section.text() for section in read_folder(PHRASES / lang).values()]
