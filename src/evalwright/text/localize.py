"""The language of this command, and the word files: from the name of a sentence to the sentence as it is written.

How values get in stands in `slots`; sentences with their values, in `sentence` and `spoken`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from .resources import resource_json, resource_path

_FIRST = "en"
"""The language that sentences are written in first, and stored in."""


def _languages() -> tuple[str, ...]:
    """One for each word file, so that a file is all that a new one takes."""
    found = {file.stem for file in resource_path(__package__, "locale").glob("*.json")}
    return (_FIRST, *sorted(found - {_FIRST}))


LANGUAGES = _languages()
_spoken: ContextVar[str | None] = ContextVar("evalwright_language", default=None)


def spoken_language() -> str:
    """The language of this command: what `use_language` chose, else EVALWRIGHT_LANG, else English."""
    chosen = _spoken.get() or os.environ.get("EVALWRIGHT_LANG", "")
    return chosen if chosen in LANGUAGES else LANGUAGES[0]


@contextmanager
def use_language(lang: str) -> Iterator[None]:
    """Speak this language until the block ends."""
    before = _spoken.set(lang)
    try:
        yield
    finally:
        _spoken.reset(before)


def template(key: str, lang: str) -> str:
    """The sentence of this name as it is written."""
    sentence = _locale_entry(key, lang)
    if not isinstance(sentence, str):
        raise KeyError(f"{key} is a section, not a sentence")
    return sentence


def localized_section(key: str, lang: str | None = None, /) -> Mapping[str, Any]:
    """All sentences of a section as they are written, such as the words of a page."""
    section = _locale_entry(key, lang or spoken_language())
    if not isinstance(section, Mapping):
        raise KeyError(f"{key} is a sentence, not a section")
    return section


@cache
def _locale_entry(key: str, lang: str) -> Any:
    found: Any = _locale(lang)
    for part in key.split("."):
        found = found[part]
    return found


def _locale(lang: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = resource_json(__package__, f"locale/{lang}.json")
    return read
