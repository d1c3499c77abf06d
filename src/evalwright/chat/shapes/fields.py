"""What the shapes share: texts that must be there, records without some keys, turns of two."""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..strict_json import JsonError, loads
from ..types import ChatError


def without(record: Raw, *keys: str) -> Raw:
    """A record without some of its keys."""
    return {key: value for key, value in record.items() if key not in keys}


def first_key(record: Raw, keys: tuple[str, ...]) -> str | None:
    """The first of these keys that a record has."""
    return next((key for key in keys if key in record), None)


def text_at(record: Raw, key: str) -> str:
    """A text that a record must have, and that says something."""
    value = record.get(key)
    if not isinstance(value, str):
        raise ChatError(key, phrase("chat.not_text"))
    return value


def said_text(record: Raw, key: str) -> str:
    """The same where saying nothing is a fault."""
    text = text_at(record, key)
    if not text.strip():
        raise ChatError(key, phrase("chat.empty_text"))
    return text


def user(text: str) -> Raw:
    """What a person says."""
    return {"role": "user", "content": text}


def answer(text: str) -> Raw:
    """What the model says."""
    return {"role": "assistant", "content": text}


def system_of(record: Raw, *keys: str) -> list[Raw]:
    """The system prompt that stands under one of these keys, as a message."""
    for key in keys:
        if record.get(key) is not None and text_at(record, key):
            return [{"role": "system", "content": record[key]}]
    return []


def earlier_turns(record: Raw, key: str = "history") -> list[Raw]:
    """The turns before, each a pair of what was asked and answered."""
    history = record.get(key)
    if history is None or history == "":
        return []
    if isinstance(history, str):
        history = parsed(history, key)
    made: list[Raw] = []
    for index, pair in enumerate(history if isinstance(history, list) else [None]):
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(text, str) for text in pair):
            raise ChatError(f"{key}[{index}]", phrase("chat.no_pair"))
        made += [user(pair[0]), answer(pair[1])]
    return made


def parsed(text: str, path: str) -> Any:
    """The value of a JSON text that stands in a field."""
    try:
        return loads(text)
    except JsonError as error:
        raise ChatError(path, phrase("chat.text_not_json", error=error.problem)) from None


def parsed_if_json(value: Any) -> Any:
    """A value, or what it says as JSON where it is such a text."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    try:
        return loads(value)
    except JsonError:
        return value
