"""Other words for values: how a question may name an argument without writing it as it stands.

Written in a rule under `said_as`, by argument: phrases for each value (`no_longer_needed: [not needed, 不需要了]`), or
ways, each for some values, by phrases, or by fields of the thing that the value is the id of. Phrases may have
alternatives, `(not|no longer) needed`; they are written out here, and so are bounded, and no pattern is anyone's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_MAX_PHRASES = 400
_MAX_LENGTH = 300
_KEYS = frozenset({"value", "words", "fields", "changed", "having", "lacking", "same_as"})


class Way(NamedTuple):
    """One way of naming an argument."""

    value: str = "*"
    """The values that it is for."""
    words: tuple[str, ...] = ()
    """Any of these, in lower case."""
    fields: tuple[str, ...] = ()
    """All of these, as far as they are known of the thing."""
    changed: tuple[tuple[str, str], ...] = ()
    """A field that is an object, and the argument that names the thing it is compared with: what differs is named."""
    having: str = ""
    lacking: str = ""
    """A field that the thing must have, or must not have, for this way."""
    same_as: tuple[str, ...] = ()
    """Where in an earlier result about the same things the value must stand for this way."""


Ways = Mapping[str, tuple[Way, ...]]


def ways_from(data: Any) -> Ways | None:
    """The ways that plain data describe, by argument; None where they cannot be meant."""
    if not isinstance(data, Mapping):
        return None
    try:
        return {str(name): tuple(_ways_of(written)) for name, written in data.items()}
    except ValueError:
        return None


def _ways_of(written: Any) -> Iterator[Way]:
    for each in written if isinstance(written, list) else [written]:
        if not isinstance(each, Mapping) or not each:
            raise ValueError
        if each.keys() <= _KEYS:
            yield _way(each)
        else:
            yield from (Way(str(value), words=_phrases_of(said)) for value, said in each.items())


def _way(written: Mapping[str, Any]) -> Way:
    changed = written.get("changed", {})
    if not isinstance(changed, Mapping) or not all(isinstance(argument, str) for argument in changed.values()):
        raise ValueError
    made = Way(
        str(written.get("value", "*")),
        _phrases_of(written.get("words", [])),
        _field_names(written.get("fields", [])),
        tuple((str(field), argument) for field, argument in changed.items()),
        "".join(_field_names(written.get("having", []))),
        "".join(_field_names(written.get("lacking", []))),
        tuple(part for path in _field_names(written.get("same_as", [])) for part in path.split(".")),
    )
    if not (made.words or made.fields or made.changed):
        raise ValueError
    return made


def _field_names(value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise ValueError
    return tuple(texts)


def _phrases_of(value: Any) -> tuple[str, ...]:
    made: dict[str, None] = {}
    for text in _field_names(value):
        if len(text) > _MAX_LENGTH:
            raise ValueError
        for phrase in written_out(text):
            made[" ".join(phrase.casefold().split())] = None
            if len(made) > _MAX_PHRASES:
                raise ValueError
    return tuple(phrase for phrase in made if phrase)


def written_out(text: str) -> list[str]:
    """A phrase with every choice of its alternatives; ValueError where brackets do not match or there are too many."""
    found, rest = _sequence(text, 0, inner=False)
    if rest != len(text):
        raise ValueError
    return found


def _sequence(text: str, at: int, *, inner: bool) -> tuple[list[str], int]:
    """What stands from here to the end, or to the `|` or `)` that ends an alternative."""
    made = [""]
    while at < len(text) and not (inner and text[at] in "|)"):
        if text[at] == "(":
            choices, at = _alternatives(text, at + 1)
        else:
            choices, at = [text[at]], at + 1
        made = [before + choice for before in made for choice in choices]
        if len(made) > _MAX_PHRASES:
            raise ValueError
    return made, at


def _alternatives(text: str, at: int) -> tuple[list[str], int]:
    choices: list[str] = []
    while True:
        more, at = _sequence(text, at, inner=True)
        choices += more
        if at >= len(text):
            raise ValueError
        at += 1
        if text[at - 1] == ")":
            return choices, at
