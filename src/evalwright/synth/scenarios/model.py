"""A scenario file as values: what people want, what they know, how they speak, and the calls that serve it.

The reader makes these from YAML, a draft makes them from an explored world, the engine plays them; nothing here runs.
Every part keeps the line that it was written in (0 where nobody wrote it), so that whatever turns out wrong later, even
by a call that the server refuses, can be named by its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from evalwright.chat import JsonObject


@dataclass(frozen=True, slots=True)
class Reference:
    """`$name.field`: a value by where it comes from."""

    name: str
    """`me`, a name of `values`, of a choice, or of a step."""
    path: tuple[str, ...] = ()
    """Fields below it; digits index lists, and a field of a list is that of all its elements."""
    line: int = 0

    def __str__(self) -> str:
        return ".".join((self.name, *self.path))


@dataclass(frozen=True, slots=True)
class Alternatives:
    """`(a|b)`: one of several ways to say a part of a text."""

    ways: tuple[Template, ...]


@dataclass(frozen=True)
class Template:
    """A text with slots."""

    parts: tuple[str | Reference | Alternatives, ...]
    text: str = ""
    """As it was written."""
    line: int = 0

    def __hash__(self) -> int:
        return hash((self.text, self.line))  # known at once; equal are only those that have the same parts as well

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every reference in it, in the order in which they stand; asked for with every message that is made."""
        found: list[Reference] = []
        for part in self.parts:
            if isinstance(part, Reference):
                found.append(part)
            elif isinstance(part, Alternatives):
                found += [each for way in part.ways for each in way.references]
        return tuple(found)


Argument = Any
"""What a step passes on: a `Reference`, a `Template`, a constant, or a list or dictionary of these."""

Words = Mapping[str, Sequence[Template]]
"""By language, the ways of saying something; a language may be missing."""

NO_WORDS: Words = {}

SaidAs = Mapping[str, Mapping[str, Mapping[str, str]]]
"""How values that tools give are said: by language and field, words for a value."""

Comparison = Literal["=", "!=", "<", "<=", ">", ">=", "contains", "starts", "ends"]
Selection = Literal["any", "first", "last", "only"]


@dataclass(frozen=True, slots=True)
class Condition:
    """`status = booked`: what must hold of a thing that is chosen."""

    path: tuple[str, ...]
    comparison: Comparison
    value: Argument


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing of a list that a result holds."""

    name: str
    selection: Selection = "any"
    path: tuple[str, ...] = ()
    """The list in the result of its step, or in `inside`; empty where that is the list itself."""
    inside: Reference | None = None
    """What holds the list, where it is not the result of its own step."""
    pattern: Template | None = None
    """Lines of a text that fit this are the things, the slots their fields."""
    where: tuple[Condition, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One call."""

    tool: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    name: str = ""
    """By which its result is known; the tool's name where none was given."""
    choices: tuple[Choice, ...] = ()
    confirms: Words = field(default_factory=dict)
    """The question before a change, with every detail."""
    tells: Words = field(default_factory=dict)
    """What is said right after it."""
    offers: Words = field(default_factory=dict)
    picks: Words = field(default_factory=dict)
    """What the assistant offers of what it found, and how the user picks one."""
    none: Words = field(default_factory=dict)
    """What is said where a choice finds nothing."""
    fails: Words = field(default_factory=dict)
    """What is said where the tool says no; `{error}` is what it said."""
    line: int = 0


LANG = "lang"
"""A person or a value that has this field is met only in conversations in that language."""


def in_language(records: Sequence[Any], lang: str) -> list[Any]:
    """Those of these people or values that are met in conversations in this language."""
    return [each for each in records if not isinstance(each, Mapping) or each.get(LANG, lang) == lang]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a user knows and may say, and how it is asked for."""

    name: str
    """`me.birth_date`, or a name of `values`."""
    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """For a name of `values`: what it may be, by language; under `""` where it is the same in all. One value is a text,
    a number, or a record with fields (of which `in_language` says where it belongs)."""
    ask: Words = field(default_factory=dict)
    say: Words = field(default_factory=dict)
    line: int = 0
    _in_language: dict[str, Sequence[Any]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def values_in(self, lang: str) -> Sequence[Any]:
        """All that it may be in a language."""
        known = self._in_language.get(lang)
        if known is None:
            known = self.values.get(lang) or in_language(self.values.get("", ()), lang)
            self._in_language[lang] = known
        return known


@dataclass(frozen=True, slots=True)
class People:
    """Who the users are; with neither records nor a call those that the source itself tells (`known`)."""

    records: tuple[JsonObject, ...] = ()
    """From a list or a file; `in_language` says who speaks which language."""
    call: Step | None = None
    """A reading call whose result lists them."""
    each: tuple[str, ...] = ()
    """Where in its result the list stands."""
    facts: tuple[Fact, ...] = ()
    """What they know of themselves, each named `me.FIELD`."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    """One wish, and the calls that serve it."""

    name: str
    wants: Words
    steps: tuple[Step, ...]
    tells: Words = field(default_factory=dict)
    knows: tuple[Reference, ...] = ()
    """Fields of results that the user may speak of, because they are hers."""
    weight: float = 1.0
    line: int = 0


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """All that one file says."""

    path: str = ""
    """As it was given; empty where it is a draft."""
    languages: tuple[str, ...] = ()
    policy: Mapping[str, str] = field(default_factory=dict)
    """The system prompt, by language."""
    rules: tuple[JsonObject, ...] = ()
    """As plain data; `synth.rules` says what they mean. `line` in each is where it stands."""
    people: People | None = None
    values: Mapping[str, Fact] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...] = ()
    said_as: SaidAs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScenarioFinding:
    """What is wrong with a file, where, and what helps."""

    line: int
    message: str
    cure: str = ""
    severity: Literal["error", "warning"] = "error"
    kind: str = ""
    """Its name for programs, such as `unknown_tool`."""
