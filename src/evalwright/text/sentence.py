"""A sentence about data that knows its name and values: English as text, any other language on request.

Reasons, findings and sources are stored in files, whose bytes do not depend on a language, and shown to people, who
have one. So they are text (English, for files and scripts) that can be said again: `in_words` says it in the language
of the command. Standard library alone: the standalone grader carries this file along.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from .localize import template
from .slots import filled

_JOINED = "items"
"""The value of a sentence that only joins others; the sentence itself is what stands between them."""


class _NamedSentence(TypedDict):
    key: str


class StoredSentence(_NamedSentence, total=False):
    """A sentence as JSON data: its name and, where it has some, its values."""

    values: dict[str, Any]
    """Texts, numbers, lists of these, and sentences again."""


class SaidAgain(TypedDict, total=False):
    """What a stored record carries along, so that its fields can be said in other languages."""

    said: dict[str, StoredSentence]


class Sentence(str):
    """One sentence of the word files with its values; as text, it is the English one."""

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, Any]

    def told(self) -> StoredSentence:
        """The sentence as JSON data, so that it can be said again from a file."""
        values = {name: _told_value(value) for name, value in self.values.items()}
        return {"key": self.key, "values": values} if values else {"key": self.key}


def phrase(key: str, /, **values: Any) -> Sentence:
    """The sentence of this name with its values; a value may be such a sentence itself."""
    return sentence_of(key, values)


def listed(items: Iterable[Any], by: str = "comma") -> Sentence:
    """Several things one after another: with a comma, an `and`, or whatever `lists` in the word files names."""
    return sentence_of(f"lists.{by}", {_JOINED: tuple(items)})


def sentence_of(key: str, values: Mapping[str, Any]) -> Sentence:
    """The sentence of this name with these values."""
    made = Sentence(sentence_in("en", key, values))
    made.key, made.values = key, values
    return made


def sentence_in(lang: str, key: str, values: Mapping[str, Any]) -> str:
    """A sentence in one language, with the sentences inside it in the same."""
    text = template(key, lang)
    inner = values if lang == "en" else {name: _in(lang, value) for name, value in values.items()}
    if key.startswith("lists."):
        return text.join([str(item) for item in inner[_JOINED]])
    return filled(text, inner)


def _in(lang: str, value: Any) -> Any:
    if isinstance(value, BaseException) and len(value.args) == 1 and isinstance(value.args[0], Sentence):
        value = value.args[0]
    if isinstance(value, tuple):
        return tuple(_in(lang, item) for item in value)
    return sentence_in(lang, value.key, value.values) if isinstance(value, Sentence) else value


def _told_value(value: Any) -> Any:
    if isinstance(value, Sentence):
        return value.told()
    if isinstance(value, (tuple, list)):
        return [_told_value(item) for item in value]
    return value if isinstance(value, (int, float)) else str(value)


def said_by(error: BaseException) -> str:
    """What an error says, as a sentence that can be said again where it was made as one."""
    return error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error)
