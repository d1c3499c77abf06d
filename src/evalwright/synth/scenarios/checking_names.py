"""Whether every name in a scenario means something at the place where it stands, and to the one who says it.

The assistant knows what was said and what came back before; the user knows herself, the values, and those fields of
later results that `knows` lists. A name of a later step, a slot that the user cannot know and an id of a system among
what she knows are told apart, because their cures differ.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from ..generic.names import is_opaque, words_of
from .findings import Findings, nearest_hint
from .model import Fact, Reference, Scenario, ScenarioFile, Step, Words
from .references import parse_reference, references_in

_DOLLAR = re.compile(r"\$([^\W\d][\w-]*(?:\.[\w-]+)*)")
_ERROR = "error"
"""In `fails`: what the tool said."""
_IDS = frozenset({"id", "ids", "uuid", "guid", "hash", "sha", "oid", "checksum"})


class NameCheck:
    """Checks the references of a file."""

    def __init__(self, findings: Findings, file: ScenarioFile, tools: Collection[str] = ()) -> None:
        self._findings, self._file, self._tools = findings, file, tools
        self._meant: set[str] = set()
        """Tools that a step of the scenario may have meant by a name that is wrong already."""
        self._facts = {fact.name for fact in file.people.facts} if file.people is not None else set()
        self._used: set[str] = set()

    def check_facts(self) -> None:
        """How facts are said and asked for, and what is known of people."""
        for fact in self._file.values.values():
            self._check_fact(fact)
        people = self._file.people
        if people is None:
            return
        for fact in people.facts:
            self._check_fact(fact)
            field = fact.name.removeprefix("me.").split(".")[0]
            fields = list(dict.fromkeys(name for record in people.records for name in record))
            if people.records and field not in fields:
                self._findings.add(fact.line, "know_field", name=field, hint=nearest_hint(field, fields))
        if people.call is not None:
            for argument in people.call.arguments.values():
                for reference in references_in(argument):
                    self._findings.add(people.line, "people_constant", name=str(reference))

    def check(self, scenario: Scenario) -> None:
        """Every reference of a scenario."""
        every = set(_names_of(scenario.steps))
        wrong = [step for step in scenario.steps if self._tools and step.tool not in self._tools]
        self._meant = set(self._tools) - every if wrong else set()
        self._check_knows(scenario, every)
        for reference in _said(scenario.wants):
            self._check_user(reference, scenario, every)
        seen: list[str] = []
        for step in scenario.steps:
            self._check_step(step, scenario, seen, every)
            seen += [step.name, *(choice.name for choice in step.choices)]
        for reference in _said(scenario.tells):
            self._check_assistant(reference, seen, every)
        self._check_twice(scenario)
        self._check_signs(scenario, every)

    def _check_signs(self, scenario: Scenario, every: set[str]) -> None:
        """`$name` in words, where it would be said as it stands, and a name without its `$` in an argument."""
        names = {*every, *self._file.values, "me"}
        spoken = [scenario.wants, scenario.tells]
        known, words = {*self._file.values, "me"}, set[tuple[str, str]]()
        for step in scenario.steps:
            spoken += [step.confirms, step.tells, step.offers, step.picks, step.none, step.fails]
            for argument, value in step.arguments.items():
                if not isinstance(value, str) or parse_reference(value) is None:
                    continue
                if value.partition(".")[0] not in known:
                    words.add((argument, value))  # a table may be called like the result that comes of it
                elif (argument, value) not in words:
                    self._findings.add(step.line, "plain_name", "warning", name=value)
            known |= {step.name, *(choice.name for choice in step.choices)}
        for way in (way for words in spoken for ways in words.values() for way in ways):
            for name in _DOLLAR.findall(way.text):
                if name.partition(".")[0] in names:
                    self._findings.add(way.line, "dollar_in_words", name=name, slot=f"{{{name}}}")

    def check_unused(self) -> None:
        """Values that nothing speaks of."""
        for name, fact in self._file.values.items():
            if name not in self._used:
                self._findings.add(fact.line, "unused_value", "warning", name=name)

    def _check_fact(self, fact: Fact) -> None:
        """In how a fact is said, facts alone are known."""
        for reference in (*_said(fact.say), *_said(fact.ask)):
            if not self._is_fact(reference):
                self._findings.add(reference.line, "fact_slot", slot=_slot(reference), name=fact.name)

    def _is_fact(self, reference: Reference) -> bool:
        return reference.name in self._file.values or _person_field(reference) in self._facts

    def _check_step(self, step: Step, scenario: Scenario, seen: list[str], every: set[str]) -> None:
        before = [reference for argument in step.arguments.values() for reference in references_in(argument)]
        for reference in (*before, *_said(step.confirms)):
            self._check_assistant(reference, seen, every)
        known = [*seen, step.name]
        for choice in step.choices:
            inside = [choice.inside] if choice.inside is not None else []
            compared = [found for each in choice.where for found in references_in(each.value)]
            for reference in (*inside, *compared):
                self._check_assistant(reference, known, every)
            known.append(choice.name)
        for reference in (*_said(step.tells), *_said(step.offers)):
            self._check_assistant(reference, known, every)
        for reference in _said(step.none):
            self._check_assistant(reference, [*seen, step.name], every)
        for reference in _said(step.fails):
            if reference != Reference(_ERROR, (), reference.line):
                self._check_assistant(reference, seen, every)
        picked = {choice.name for choice in step.choices}
        for reference in _said(step.picks):
            if reference.name not in picked:
                self._check_user(reference, scenario, every)

    def _check_assistant(self, reference: Reference, seen: Iterable[str], every: set[str]) -> None:
        """Whether the assistant knows this by now."""
        self._used.add(reference.name)
        if reference.name in seen or self._check_known_fact(reference):
            return
        kind = "later_step" if reference.name in every else "unknown_name"
        self._tell(reference, kind, [*seen, *self._file.values, *sorted(self._facts)])

    def _check_user(self, reference: Reference, scenario: Scenario, every: set[str]) -> None:
        """Whether the user knows this."""
        self._used.add(reference.name)
        if any(_covers(known, reference) for known in scenario.knows) or self._check_known_fact(reference):
            return
        kind = "not_knows" if reference.name in every else "unknown_name"
        self._tell(reference, kind, [*map(str, scenario.knows), *self._file.values, *sorted(self._facts)])

    def _check_known_fact(self, reference: Reference) -> bool:
        """Whether this is a value or the person; what is wrong with the field of one is told."""
        if reference.name == "me":
            if _person_field(reference) not in self._facts:
                hint = nearest_hint(_person_field(reference), sorted(self._facts))
                kind = "me_field" if self._file.people is not None else "no_people"
                self._findings.add(reference.line, kind, slot=_slot(reference), hint=hint)
            return True
        if reference.name not in self._file.values:
            return False
        things = [thing for stock in self._file.values[reference.name].values.values() for thing in stock]
        fields = list(dict.fromkeys(name for thing in things if isinstance(thing, Mapping) for name in thing))
        if reference.path and reference.path[0] not in fields:
            hint = nearest_hint(reference.path[0], fields)
            self._findings.add(reference.line, "value_field", slot=_slot(reference), hint=hint)
        elif not reference.path and fields:
            self._findings.add(reference.line, "value_record", slot=_slot(reference), hint=nearest_hint("", fields))
        return True

    def _check_knows(self, scenario: Scenario, every: set[str]) -> None:
        for known in scenario.knows:
            if known.name not in every:
                self._tell(known, "unknown_name", sorted(every))
            elif known.path and is_system_id(known.path[-1]):
                self._findings.add(known.line, "id_in_knows", slot=str(known))

    def _check_twice(self, scenario: Scenario) -> None:
        """A name that two things have, where somebody speaks of it; a name of `values` or `me` is nobody else's."""
        names = list(_names_of(scenario.steps))
        for step in scenario.steps:
            for name in (step.name, *(choice.name for choice in step.choices)):
                if name in self._file.values or name == "me":
                    self._findings.add(step.line, "name_taken", name=name)
                elif names.count(name) > 1 and name in self._used:
                    self._findings.add(step.line, "name_twice", name=name)

    def _tell(self, reference: Reference, kind: str, known: Iterable[str]) -> None:
        if kind == "unknown_name" and reference.name in self._meant:
            return
        hint = nearest_hint(str(reference), known)
        self._findings.add(reference.line, kind, slot=_slot(reference), hint=hint)


def is_system_id(field: str) -> bool:
    """Whether a field holds what only a system would know."""
    words = words_of(field)
    return bool(words) and (words[-1] in _IDS or is_opaque(field))


def _names_of(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield step.name
        for choice in step.choices:
            yield choice.name


def _said(words: Words) -> Iterator[Reference]:
    for ways in words.values():
        for way in ways:
            yield from references_in(way)


def _covers(known: Reference, reference: Reference) -> bool:
    return known.name == reference.name and reference.path[: len(known.path)] == known.path


def _person_field(reference: Reference) -> str:
    return f"{reference.name}.{reference.path[0]}" if reference.path else reference.name


def _slot(reference: Reference) -> str:
    return str(reference)
