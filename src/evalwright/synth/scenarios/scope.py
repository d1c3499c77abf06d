"""What is known in a conversation by name: the person, what was said, what was chosen, what the calls gave.

References flow in, values flow out. The two speakers see different things: the assistant has what was said and
returned so far, the user what is hers. A result in plain text is read for what it holds, so that `$step.field` means
the same whether a tool answers JSON or lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from evalwright.chat import JsonObject
from evalwright.workbench import read_result_text

from ..environment import Result
from .model import Alternatives, Argument, Reference, Template
from .spoken_values import SomeOf, spoken_parts
from .telling import told
from .values_said import Tables, as_said

MISSING: Final = object()
ME = "me"
_LABEL = re.compile(r"[\s*•-]*([^\W\d][\w -]{0,40}?)\s*[:：]\s*\S")
COUNT, TEXT, TOLD, ENTRIES = "count", "text", "told", "entries"
"""How many things a list has, all that a result says, what one would read of it, the fields of an object: fields that
nothing needs to have."""


class Known(NamedTuple):
    """The result of a step."""

    value: Any
    text: str
    lang: str = "en"
    whole: Any = None
    """The value before it was narrowed to what is offered; None where it was not."""
    offered: tuple[str, ...] = ()
    """Where the list is that was narrowed."""
    left_out: int = 0
    """How many things of it are not offered, though they could be."""

    @property
    def lines(self) -> Any:
        """What a text holds, where the result is one: its own, or the only value of an object that wraps it."""
        inner = self.value
        if isinstance(inner, Mapping) and len(inner) == 1:
            inner = next(iter(inner.values()))
        return read_result_text(inner).value if isinstance(inner, str) else MISSING

    def follow(self, path: Sequence[str]) -> Any:
        """The value at a path; `MISSING` where there is none. Of what was narrowed, all are counted, and some named."""
        if self.whole is not None and tuple(path[-1:]) == (COUNT,):
            return Known(self.whole, self.text, self.lang).follow(path)
        found = self._follow(path)
        if self.left_out and isinstance(found, list) and tuple(path[: len(self.offered)]) == self.offered:
            return SomeOf(found, self.left_out)
        return found

    def _follow(self, path: Sequence[str]) -> Any:
        wrapped = tuple(path[:1]) == (COUNT,) and self.lines is not MISSING  # of what it holds, not of what holds it
        found = MISSING if wrapped else follow(self.value, path)
        if found is MISSING or (isinstance(found, str) and not path):
            lines = self.lines
            inside = follow(lines, path) if lines is not MISSING else MISSING
            found = inside if inside is not MISSING else found
        if found is MISSING and len(path) == 1 and not isinstance(self.value, Mapping | list):
            found = _labelled(self.text, path[0])
        if found is not MISSING or len(path) != 1 or path[0] not in (TEXT, TOLD):
            return found
        telling = told(self.value if self.whole is None else self.whole, self.lang) if path[0] == TOLD else None
        return self.text if path[0] == TEXT else telling.text if telling is not None else MISSING


def _labelled(text: str, label: str) -> Any:
    """What stands behind a label in a text of any form (`minutes: 20`); nothing where no line has it, or several."""
    words = label.replace("_", " ").casefold()
    lines = (line.strip(" \t-*•").replace("：", ":").partition(":") for line in text.splitlines())
    found = [value.strip() for name, _, value in lines if name.strip().replace("_", " ").casefold() == words]
    return found[0] if len(found) == 1 and found[0] else MISSING


def _labels(text: str) -> list[str]:
    """The labels of a text of lines, some of which are `label: value`."""
    found = (_LABEL.match(line) for line in text.splitlines())
    return list(dict.fromkeys(each[1].strip() for each in found if each is not None))


def known_result(result: Result, lang: str = "en") -> Known:
    """What a result says, as steps after it may refer to it."""
    return Known(result.value, result.content, lang)


def follow(value: Any, path: Sequence[str]) -> Any:
    """The value below another: a field, a place in a list by its number, a field of all elements of a list."""
    for at, name in enumerate(path):
        if isinstance(value, Mapping):
            value = value[name] if name in value else _of_object(value, name)
        elif not isinstance(value, list):
            return MISSING
        elif name.isdigit():
            value = value[int(name)] if int(name) < len(value) else MISSING
        elif name == COUNT:
            value = len(value)
        else:
            return _of_all(value, path[at:])
        if value is MISSING:
            return MISSING
    return value


def _of_object(value: Mapping[str, Any], name: str) -> Any:
    """What can be said of an object whose fields are data, such as ids by name: how many, and each with its key."""
    if name == COUNT:
        return len(value)
    return [{"key": key, "value": inner} for key, inner in value.items()] if name == ENTRIES else MISSING


def _of_all(things: Sequence[Any], path: Sequence[str]) -> Any:
    """A field of every element that has it, in one list."""
    found: list[Any] = []
    for thing in things:
        inner = follow(thing, path)
        if isinstance(inner, list):
            found += inner
        elif inner is not MISSING and inner is not None:
            found.append(inner)
    return found or MISSING


@dataclass(slots=True)
class Scope:
    """All that is known in one conversation while one wish is served."""

    lang: str
    me: JsonObject = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    """What was drawn for the names of `values`."""
    said: dict[str, Any] = field(default_factory=dict)
    """Facts as the user has said them, by name: what a call can be made with."""
    things: dict[str, Any] = field(default_factory=dict)
    """What was chosen."""
    results: dict[str, Known] = field(default_factory=dict)
    """What the steps gave, by their names."""
    said_as: Tables = field(default_factory=dict)
    """The words that values of fields have in this language."""

    def truth(self, fact: str) -> Any:
        """What a fact is, said or not; `MISSING` where nobody knows it."""
        name, _, inner = fact.partition(".")
        held = self.me if name == ME else self.values.get(name, MISSING)
        return follow(held, (inner,)) if inner else held

    def of_assistant(self, reference: Reference) -> Any:
        """What the assistant knows of this by now."""
        fact = fact_name(reference)
        return follow(self.said[fact], reference.path[1:]) if fact in self.said else self._found(reference)

    def of_user(self, reference: Reference) -> Any:
        """What the user knows of this: all that is hers."""
        if reference.name == ME or reference.name in self.values:
            return follow(self.truth(fact_name(reference)), reference.path[1:])
        return self._found(reference)

    def assistant_says(self, reference: Reference) -> Any:
        """What the assistant says of this."""
        return as_said(self.of_assistant(reference), reference.name, reference.path, self.said_as)

    def user_says(self, reference: Reference) -> Any:
        """What the user says of this."""
        return as_said(self.of_user(reference), reference.name, reference.path, self.said_as)

    def spoken_fact(self, fact: str, value: Any) -> Any:
        """A value of a fact as people say it."""
        name, _, field_name = fact.partition(".")
        return as_said(value, name, (field_name,) if field_name else (), self.said_as)

    def _found(self, reference: Reference) -> Any:
        """What a call gave."""
        if reference.name in self.things:
            thing = self.things[reference.name]
            return follow(thing, reference.path)
        known = self.results.get(reference.name)
        return known.follow(reference.path) if known is not None else MISSING

    def fields_beside(self, reference: Reference) -> list[str]:
        """The fields that there are where a reference finds none: of the last part of its path that is there."""
        known = self.results.get(reference.name)
        held: Any = self.things.get(reference.name, known.value if known is not None else MISSING)
        if known is not None and isinstance(known.lines, Mapping | list):
            held = known.lines
        for name in reference.path[:-1]:
            inner = follow(held, (name,))
            held = inner if inner is not MISSING else held
        if isinstance(held, list):
            held = next((each for each in held if isinstance(each, Mapping)), MISSING)
        if known is not None and not isinstance(held, Mapping) and reference.name not in self.things:
            return _labels(known.text)
        return [str(name) for name in held] if isinstance(held, Mapping) else []

    def argument(self, given: Argument) -> Any:
        """What is passed on for an argument of a step; `MISSING` where a part of it is not known."""
        if isinstance(given, Reference):
            return self.of_assistant(given)
        if isinstance(given, Template):
            return self._filled(given)
        if isinstance(given, list):
            made = [self.argument(each) for each in given]
            return MISSING if any(each is MISSING for each in made) else made
        if isinstance(given, Mapping):
            told = {key: self.argument(each) for key, each in given.items()}
            return MISSING if any(each is MISSING for each in told.values()) else told
        return given

    def _filled(self, template: Template) -> Any:
        """A text put together from what is known."""
        made = ""
        for part in template.parts:
            if isinstance(part, Reference):
                parts = spoken_parts(self.of_assistant(part), self.lang)
                if not parts:
                    return MISSING
                made += ", ".join(parts)
            elif not isinstance(part, Alternatives):
                made += part
        return made


def fact_name(reference: Reference) -> str:
    """The name of the fact that a reference is about, if it is about one: a name, and the field of a record."""
    return f"{reference.name}.{reference.path[0]}" if reference.path else reference.name
