"""In how many ways a scenario file says the same thing: what a model's rewriting of a message is measured by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .model import Fact, Reference, Scenario, ScenarioFile, Template, Words

_SLOT = "□"


def other_ways(file: ScenarioFile, intents: Sequence[str], role: str, lang: str) -> list[list[str]]:
    """The ways of saying that a conversation about these wishes may use, those for the same thing together."""
    facts = [*(file.people.facts if file.people is not None else ()), *file.values.values()]
    told = [each for each in file.scenarios if each.name in intents]
    words = _of_users(told, facts) if role == "user" else _of_assistants(told, facts)
    return [[_with_marks(way) for way in each[lang]] for each in words if each.get(lang)]


def _of_users(scenarios: Sequence[Scenario], facts: Sequence[Fact]) -> Iterator[Words]:
    yield from (each.wants for each in scenarios)
    yield from (step.picks for each in scenarios for step in each.steps)
    yield from (fact.say for fact in facts)


def _of_assistants(scenarios: Sequence[Scenario], facts: Sequence[Fact]) -> Iterator[Words]:
    for each in scenarios:
        yield each.tells
        for step in each.steps:
            yield from (step.confirms, step.tells, step.offers, step.none, step.fails)
    yield from (fact.ask for fact in facts)


def _with_marks(way: Template) -> str:
    """A way of saying with marks for its values; where a part can be said in several ways, all of them."""
    return "".join(
        _SLOT
        if isinstance(part, Reference)
        else part
        if isinstance(part, str)
        else " ".join(_with_marks(each) for each in part.ways)
        for part in way.parts
    )
