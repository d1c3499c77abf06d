"""What is shown of a sentence that was made, or stored, in English: the same one in the language of this command.

Stored sentences come from files that anybody may have written. What is no sentence of ours, or does not fit it, is
shown as the English text that stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from .localize import localized_section, spoken_language
from .sentence import SaidAgain, Sentence, said_by, sentence_in, sentence_of

_MAX_DEPTH = 24
_MAX_ITEMS = 1000


def localized(key: str, lang: str | None = None, /, **values: Any) -> str:
    """The sentence of this name (`section.name`) with its values, in the language of this command."""
    return sentence_in(lang or spoken_language(), key, values)


def in_words(thing: object, lang: str | None = None) -> str:
    """A sentence, or what an error says, in the language of this command; other text as it is."""
    if isinstance(thing, BaseException):
        thing = said_by(thing)
    if not isinstance(thing, Sentence):
        return str(thing)
    lang = lang or spoken_language()
    return str(thing) if lang == "en" else sentence_in(lang, thing.key, thing.values)


def recognised(text: str, section: str) -> str:
    """The English text of somebody else's library as a sentence of ours, where the section has one that fits."""
    for name, pattern in _patterns(section).items():
        found = pattern.fullmatch(text)
        if found is not None:
            return sentence_of(f"{section}.{name}", found.groupdict())
    return text


@cache
def _patterns(section: str) -> dict[str, re.Pattern[str]]:
    """Every sentence of a section as a pattern that its values are read with."""
    made = {}
    for name, sentence in localized_section(section, "en").items():
        parts = re.split(r"\{(\w+)\}", sentence)
        slots = [f"(?P<{part}>.*)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
        made[name] = re.compile("".join(slots), re.DOTALL)
    return made


def stored_words(record: Mapping[str, Any], field: str = "reason", lang: str | None = None) -> Any:
    """What a stored record says in a field, in the language of this command where its `said` knows it.

    `said` stands in the record or in its details. It counts only if it says the very text of the field in English.
    """
    if (lang or spoken_language()) == "en":
        return record.get(field)
    again = stored_sentence(record, field)
    return record.get(field) if again is None else in_words(again, lang)


def stored_sentence(record: Mapping[str, Any], field: str) -> Sentence | None:
    """The sentence that a stored record holds beside the text of a field, if it says the very same."""
    for place in (record, record.get("details")):
        told = place.get("said") if isinstance(place, Mapping) else None
        again = said_again(told.get(field)) if isinstance(told, Mapping) else None
        if again is not None and again == record.get(field):
            return again
    return None


def stored_list(record: Mapping[str, Any], field: str) -> list[str]:
    """The texts of a field that holds several, each as a sentence that can be said again where `said` knows it."""
    texts, said = record.get(field), record.get("said")
    told = said.get(field) if isinstance(said, Mapping) else None
    known = [said_again(each) for each in told] if isinstance(told, list) else []
    found = []
    for at, text in enumerate(texts if isinstance(texts, list) else []):
        if isinstance(text, str):
            again = known[at] if at < len(known) else None
            found.append(again if again is not None and again == text else text)
    return found


def to_store(**texts: object) -> SaidAgain:
    """What a record needs so that these fields of it can be said again: `{"said": {"reason": ...}}`, or nothing."""
    told = {name: text.told() for name, text in texts.items() if isinstance(text, Sentence)}
    return {"said": told} if told else {}


def said_again(told: object) -> Sentence | None:
    """The sentence that `Sentence.told` wrote; None for anything else."""
    try:
        found = _read_told(told, 0)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return found if isinstance(found, Sentence) else None


def _read_told(told: Any, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deep")
    if isinstance(told, Mapping):
        return sentence_of(
            told["key"], {name: _read_told(value, depth + 1) for name, value in told.get("values", {}).items()}
        )
    if isinstance(told, list):
        return tuple(_read_told(item, depth + 1) for item in told[:_MAX_ITEMS])
    if isinstance(told, str | int | float):
        return told
    raise TypeError("no part of a sentence")
