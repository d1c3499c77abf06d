"""One conversation on its way: who speaks, what they know, and the words that the file has for it.

A talk holds what the wishes of one conversation share: the person, what was said, the calls, the side of the data, and
what varies. It turns words of the file into sayings, as far as their slots are known to whoever speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import listed, resource_json

from ..plan import Move, Role
from ..rules import Rules
from .injected_failures import FailureForms
from .model import Fact, Reference, ScenarioFile, Step, Template, Words
from .outline import Outline
from .references import references_in
from .said_words import is_announcement, is_bare_answer
from .sayings import Saying, variants
from .scope import MISSING, Scope, fact_name
from .sides import Sides
from .spoken_values import spoken_parts
from .stuck import StuckError
from .transcript import Transcript
from .typed_arguments import Schemas, as_schema_says
from .variety import Variety

_MOST_FIELDS = 12
_NUMBERED = re.compile(r"__\d+$")
_LABELS: dict[str, str] = resource_json(__package__, "words/labels.json")
"""What fields are called that say less than people do."""
_LETTERS = re.compile(r"[^\W\d_]")
Lookup = Callable[[Reference], Any]
NO_EXTRAS: Mapping[str, str] = {}


@dataclass(slots=True)
class Memory:
    """What is remembered from one conversation to the next."""

    sides: Sides
    failures: FailureForms = field(default_factory=FailureForms)
    refuses: dict[tuple[str, int, str], bool] = field(default_factory=dict)
    """By scenario, step and fact: whether a mistyped value was refused when it was tried."""
    kinds: frozenset[str] = frozenset()
    """Names of values that are no things but kinds: calls pass them on where a schema lists all that may stand."""
    schemas: Schemas = field(default_factory=dict)


@dataclass(slots=True)
class Talk:
    """What the wishes of one conversation share."""

    file: ScenarioFile
    rules: Rules
    scope: Scope
    transcript: Transcript
    variety: Variety
    memory: Memory
    side: str
    topics: Sequence[str] = ()
    """What people may ask that has nothing to do with these tools."""
    own: set[str] = field(default_factory=set)
    """Names that stand for what belongs to this side of the data alone."""
    chosen: set[bytes] = field(default_factory=set)
    """Things that this conversation was about already."""
    over: bool = False
    """Whether nothing may follow."""
    calls_before: int = 0
    """How many calls there were when the present wish began."""

    @property
    def lang(self) -> str:
        """The language that is spoken."""
        return self.scope.lang

    def say(self, role: Role, name: str, **slots: Any) -> None:
        """One thing that is said; what is empty is left out."""
        self.transcript.say(role, Move(name, {key: value for key, value in slots.items() if value}))

    def hear(self, names: Iterable[str]) -> None:
        """Facts that the user says."""
        for name in names:
            self.scope.said[name] = value = self.scope.truth(name)
            if self.scope.spoken_fact(name, value) != value:  # nobody says what is passed on: the file gives it
                self.transcript.given[value] = None

    def spoken(self, fact: str, value: Any) -> tuple[str, ...]:
        """The texts of a fact as people say it."""
        return spoken_parts(self.scope.spoken_fact(fact, value), self.lang)

    def words(self, words: Words, extras: Mapping[str, str] = NO_EXTRAS) -> Saying:
        """What the assistant can say of this with what it knows; empty where nothing can be said."""
        return self.saying(words.get(self.lang, ()), self.scope.assistant_says, extras)

    def users_words(self, words: Words) -> Saying:
        """What the user can say of this."""
        return self.saying(words.get(self.lang, ()), self.scope.user_says)

    def saying(self, ways: Sequence[Template], lookup: Lookup, extras: Mapping[str, str] = NO_EXTRAS) -> Saying:
        """The ways whose slots are all known, with their values."""
        usable, values = [], dict[str, tuple[str, ...]]()
        for way in (each for written in ways for each in variants(written)):
            found = slot_values(way, lookup, self.lang, extras)
            if found is not None:
                usable.append(way)
                values |= found
        return Saying(tuple(usable), values)

    def unsayable(self, words: Words, what: str, line: int) -> StuckError:
        """Why none of these words can be said: the first slot that is not known or has no form, by its line."""
        for way in words.get(self.lang, ()):
            for slot in references_in(way):
                value = self.scope.of_assistant(slot)
                if value is MISSING and (fields := self.scope.fields_beside(slot)):
                    return StuckError(
                        "no_field", way.line or line, slot=str(slot), fields=listed(fields[:_MOST_FIELDS])
                    )
                if not spoken_parts(value, self.lang):
                    return StuckError("unsayable_words", way.line or line, what=what, slot=str(slot))
        return StuckError("unsayable_words", line, what=what, slot=what)

    def arguments(self, step: Step) -> dict[str, Any]:
        """What a step passes on, by what is known now."""
        made = {name: self.scope.argument(given) for name, given in step.arguments.items()}
        for name, value in made.items():
            if value is MISSING:
                raise self._no_argument(step, name)
        schema = self.memory.schemas.get(step.tool, {})
        return dict(as_schema_says(made, step.arguments, schema, schema))

    def _no_argument(self, step: Step, argument: str) -> StuckError:
        """Why there is nothing to pass on: a field that is not where it was looked for, with those that are."""
        for slot in references_in(step.arguments[argument]):
            if self.scope.of_assistant(slot) is MISSING and (fields := self.scope.fields_beside(slot)):
                return StuckError("no_field", step.line, slot=str(slot), fields=listed(fields[:_MOST_FIELDS]))
        return StuckError("no_argument", step.line, tool=step.tool, argument=argument)

    def wander(self, ask_again: Callable[[], object] | None = None) -> None:
        """A question that has nothing to do with it, and a kind no; then the assistant asks again."""
        topic = self.variety.random("topic").choice(list(self.topics))
        self.variety.play("unrelated")
        self.say("user", "ask.unrelated", topic=topic)
        self.say("assistant", "refuse.unrelated", waits=ask_again is not None)
        if ask_again is not None:
            ask_again()

    def may_wander(self) -> bool:
        """Whether the user asks something unrelated now, while a question waits for an answer."""
        if not self.topics or self.variety.is_settled("unrelated"):
            return False
        here = self.variety.random("wander", len(self.transcript.steps)).random() < 0.5
        return here and self.variety.may("unrelated")


def slot_values(
    way: Template, lookup: Lookup, lang: str, extras: Mapping[str, str] = NO_EXTRAS
) -> dict[str, tuple[str, ...]] | None:
    """The texts of the slots of one way of saying something; None where one is not known or cannot be said."""
    values: dict[str, tuple[str, ...]] = {}
    for reference in way.references:
        name = str(reference)
        parts = (extras[name],) if name in extras else spoken_parts(lookup(reference), lang)
        if not parts:
            return None
        values[name] = parts
    return values


@dataclass(slots=True)
class StatedFact:
    """A fact as the user says it in one message."""

    name: str
    fact: Fact
    saying: Saying
    """Its own words; without any, the value alone is said."""

    @property
    def value(self) -> tuple[str, ...]:
        """What is said of it."""
        return self.saying.values.get(self.name, ())

    @property
    def label(self) -> str:
        """What it is called, from its name."""
        return label_of(self.name)

    @property
    def mine(self) -> bool:
        """Whether it is about the user."""
        return self.name.startswith("me.")


def label_of(name: str) -> str:
    """A name in plain words: `me.birth_date` is a birth date, so is `birth_date__2`; a `phone` is a phone number."""
    own = _NUMBERED.sub("", name).rpartition(".")[2].replace("_", " ").replace("-", " ").strip()
    return _LABELS.get(own.lower(), own)


def stated(talk: Talk, outline: Outline, name: str, *, asked: bool = True) -> StatedFact:
    """A fact in the user's words: those that fit where somebody `asked` for it, or where nobody did."""
    fact = outline.facts[name]
    saying = talk.users_words(fact.say)
    ways = [way for way in saying.ways if name in map(fact_name, references_in(way))]
    saying.ways = tuple(_answering(ways, talk.lang) if asked else _unasked(ways, talk.lang))
    if not saying:
        saying.values = {name: talk.spoken(name, talk.scope.truth(name))}
    return StatedFact(name, fact, saying)


def _answering(ways: list[Template], lang: str) -> list[Template]:
    """The words that answer a question; those that bring it up by themselves only where there are no others."""
    return [way for way in ways if not is_announcement(way.text, lang)] or ways


def _unasked(ways: list[Template], lang: str) -> list[Template]:
    """The words that need no question: whole sentences, if there are any."""
    whole = [way for way in ways if any(isinstance(part, str) and _LETTERS.search(part) for part in way.parts)]
    unasked = [way for way in whole if is_announcement(way.text, lang) or not is_bare_answer(way.text, lang)]
    sentences = [way for way in unasked if isinstance(way.parts[0], str)]  # "Ash Grove, please." is half a one
    return sentences or unasked or whole or ways
