"""A scenario looked at once, before it is played: which facts each step needs, what tells things apart, what may vary.

A scenario and its file flow in, an `Outline` flows out, for one language: words that exist in one language only may
need other facts. Nothing is executed here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .model import Fact, Reference, Scenario, ScenarioFile, Step, Template, Words
from .references import constants_in, references_in
from .sayings import variants
from .scope import ME, fact_name

Path = tuple[str, ...]


@dataclass(frozen=True)
class Outline:
    """What is known of a scenario without playing it."""

    scenario: Scenario
    lang: str
    facts: Mapping[str, Fact]
    """Every fact that it may need, by name, in the order in which they are needed."""
    needs: tuple[tuple[str, ...], ...]
    """For each step the facts that must have been said before it."""
    needs_at_end: tuple[str, ...]
    uses: tuple[tuple[str, ...], ...]
    """For each step the facts that its arguments, or the choices in its result, are made from."""
    sources: tuple[frozenset[str], ...]
    """For each step the names that its arguments refer to."""
    constants: tuple[tuple[str | int | float, ...], ...]
    """For each step what only the file puts into its call."""
    identities: Mapping[str, tuple[Path, ...]]
    """For each choice the fields that calls are made with: by these its things are told apart."""
    known: Mapping[str, tuple[Path, ...]]
    """For each choice the fields that the user may speak of."""
    wants: tuple[Template, ...]
    together: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For the first field of a record that people say as a whole: all fields that are said with it."""
    ways_by_missing: dict[tuple[str, ...], dict[str, list[Template]]] = field(default_factory=dict, compare=False)
    """What was worked out already: by the facts that are missing and how much is told, the ways to bring it up."""

    def said_with(self, name: str) -> tuple[str, ...]:
        """The facts that are said in one breath with this one, itself among them."""
        return self.together.get(name, (name,))

    def unsaid(self, names: Iterable[str], said: Container[str]) -> list[str]:
        """Those of these facts of which something is still to be said."""
        return [name for name in names if not all(each in said for each in self.said_with(name))]

    @cached_property
    def all_needed(self) -> tuple[str, ...]:
        """Every fact that has to be said for the wish to be served."""
        return tuple(dict.fromkeys(name for names in (*self.needs, self.needs_at_end) for name in names))

    @cached_property
    def needed_at_first(self) -> tuple[str, ...]:
        """What somebody may bring up with the wish: not what is only about a thing that is still to be picked."""
        picked = next((at for at, step in enumerate(self.scenario.steps) if step.offers), len(self.needs))
        early = {name for names in self.needs[: picked + 1] for name in names}
        early |= {name for way in self.wants for name in self.facts_in(way)}
        return tuple(name for name in self.all_needed if name in early)

    def facts_in(self, template: Template) -> list[str]:
        """The facts that a way of saying the wish names."""
        return [name for name in map(fact_name, template.references) if name in self.facts]

    def can_ask(self, name: str) -> bool:
        """Whether the assistant has words to ask for a fact: English can make them from its name."""
        return self.lang == "en" or bool(self.facts[name].ask.get(self.lang))

    def can_say(self, name: str) -> bool:
        """Whether the user has words to bring a fact up unasked."""
        return self.lang == "en" or bool(self.facts[name].say.get(self.lang))

    def first_use(self, name: str) -> int:
        """The first step that is made from a fact; behind the last where none is."""
        return next((at for at, used in enumerate(self.uses) if name in used), len(self.uses))


def outline_of(scenario: Scenario, file: ScenarioFile, lang: str) -> Outline:
    """The outline of a scenario in one language."""
    known = _facts_known(scenario, file)
    needs, said_after = [], _common(scenario.tells, lang)
    for step in scenario.steps:
        before = [*_call_references(step), *_all(step.confirms, lang), *_common(step.none, lang)]
        later = [*_common(step.fails, lang), *_common(step.offers, lang), *_common(step.tells, lang)]
        needs.append(tuple(dict.fromkeys(_facts_of([*before, *later], known))))
    at_end = tuple(dict.fromkeys(_facts_of(said_after, known)))
    named = [name for names in (*needs, at_end) for name in names]
    wants = tuple(way for written in scenario.wants.get(lang, ()) for way in variants(written))
    named += [name for way in wants for name in _facts_of(references_in(way), known)]
    together = _said_together(named, known, lang)
    first = {name: names[0] for names in together.values() for name in names}
    named += list(first)
    return Outline(
        scenario,
        lang,
        {name: _fact_of(name, known) for name in dict.fromkeys(named)},
        tuple(tuple(dict.fromkeys(first.get(name, name) for name in names)) for names in needs),
        tuple(dict.fromkeys(first.get(name, name) for name in at_end)),
        tuple(tuple(dict.fromkeys(_facts_of(_call_references(step), known))) for step in scenario.steps),
        tuple(frozenset(each.name for each in references_in(dict(step.arguments))) for step in scenario.steps),
        tuple(tuple(constants_in(dict(step.arguments))) for step in scenario.steps),
        _identities(scenario),
        _known_fields(scenario),
        wants,
        together,
    )


def _said_together(names: Iterable[str], known: Mapping[str, Fact], lang: str) -> dict[str, tuple[str, ...]]:
    """Fields of a record that every way of saying one of them names: an address is said as a whole."""
    made: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(names):
        fact = _fact_of(name, known)
        of = fact.name.partition(".")[0]
        common = dict.fromkeys(fact_name(each) for each in _common(fact.say, lang) if each.name == of)
        if len(common) > 1 and name in common:
            begins = name if name in known else next(iter(common))  # each field of a person has words of its own
            if not any(begins in others for others in made.values()):
                made[begins] = (begins, *(each for each in common if each != begins))
    return made


def _facts_known(scenario: Scenario, file: ScenarioFile) -> dict[str, Fact]:
    """All facts of the file, those aside whose name stands for a result or a chosen thing in this scenario."""
    taken = {choice.name for step in scenario.steps for choice in step.choices}
    taken |= {step.name or step.tool for step in scenario.steps}
    facts = {fact.name: fact for fact in (file.people.facts if file.people is not None else ())}
    return facts | {name: fact for name, fact in file.values.items() if name not in taken}


def _facts_of(references: Iterable[Reference], known: Mapping[str, Fact]) -> Iterator[str]:
    """The facts among references: of a person, the values of a name, or one field of them."""
    for reference in references:
        name = fact_name(reference)
        if name in known or (reference.name != ME and reference.name in known):
            yield name


def _fact_of(name: str, known: Mapping[str, Fact]) -> Fact:
    return known[name] if name in known else known[name.partition(".")[0]]


def _call_references(step: Step) -> list[Reference]:
    """What a call is made from, and what is chosen by in its result."""
    chosen = [references_in(condition.value) for choice in step.choices for condition in choice.where]
    return [*references_in(dict(step.arguments)), *(each for found in chosen for each in found)]


def _all(words: Words, lang: str) -> list[Reference]:
    """What any way of saying something cannot do without."""
    return [each for written in words.get(lang, ()) for each in _in_every(variants(written))]


def _common(words: Words, lang: str) -> list[Reference]:
    """What every way of saying something names: what only some name can be left unsaid."""
    return _in_every([way for written in words.get(lang, ()) for way in variants(written)])


def _in_every(ways: Sequence[Template]) -> list[Reference]:
    named = [list(references_in(way)) for way in ways]
    if not named:
        return []
    everywhere = set.intersection(*({fact_name(each) for each in way} for way in named))
    return [each for each in named[0] if fact_name(each) in everywhere]


def _identities(scenario: Scenario) -> dict[str, tuple[Path, ...]]:
    names = {choice.name for step in scenario.steps for choice in step.choices}
    made: dict[str, dict[Path, None]] = {name: {} for name in names}
    for step in scenario.steps:
        insides = [choice.inside for choice in step.choices if choice.inside is not None]
        for reference in (*references_in(dict(step.arguments)), *insides):
            if reference.name in made:
                made[reference.name][reference.path] = None
    return {name: tuple(paths) for name, paths in made.items()}


def _known_fields(scenario: Scenario) -> dict[str, tuple[Path, ...]]:
    made: dict[str, dict[Path, None]] = {}
    for reference in scenario.knows:
        if reference.name != ME:
            made.setdefault(reference.name, {})[reference.path] = None
    return {name: tuple(paths) for name, paths in made.items()}
