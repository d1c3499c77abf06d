"""What scenario files are played with, in each language: environment, people, outlines, and what is off the point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import JsonObject

from ..domain import known_records
from ..environment import Environment, carried_out
from ..generic.parameters import resolved
from ..rules import Rules, rules_from
from .conversation_play import Stage
from .model import People, Reference, ScenarioFile, in_language
from .outline import outline_of
from .prose_refusals import tools_of_few_words
from .references import references_in
from .scope import Scope, known_result
from .stuck import StuckError
from .talk import Memory
from .typed_arguments import Schemas, argument_schemas
from .vocabulary import unrelated_topics

_MOST_PEOPLE = 20_000


def open_stage(file: ScenarioFile, environment: Environment, lang: str, memory: Memory) -> Stage:
    """What conversations in one language are played with; StuckError where the people cannot be had."""
    outlines = {each.name: outline_of(each, file, lang) for each in file.scenarios if each.wants.get(lang)}
    people = people_of(file.people, environment, lang)
    memory.schemas = argument_schemas(environment)
    memory.kinds = listed_kinds(file, memory.schemas)
    made = Stage(lang, file, file_rules(file), environment, people, outlines, memory, topics_for(file, environment))
    made.doubted = tools_of_few_words(file) if file.path else frozenset()
    return made


def listed_kinds(file: ScenarioFile, schemas: Schemas) -> frozenset[str]:
    """The names of values that are passed on where the schema of the tool lists what may stand, and nowhere else."""
    listed, other = set[str](), set[str]()
    for step in (step for scenario in file.scenarios for step in scenario.steps):
        schema = schemas.get(step.tool, {})
        properties = schema.get("properties", {})
        for name, given in step.arguments.items():
            is_listed = isinstance(given, Reference) and "enum" in resolved(properties.get(name), schema)
            (listed if is_listed else other).update(each.name for each in references_in(given))
    return frozenset(listed - other)


def file_rules(file: ScenarioFile) -> Rules:
    """The rules of a file."""
    return rules_from(list(file.rules))


def people_of(people: People | None, environment: Environment, lang: str) -> Sequence[JsonObject]:
    """Who the users are: as the file lists them, as a call does, or as the source itself tells."""
    if people is None:
        return ()
    if people.call is None:
        return in_language(people.records or known_records(environment)[:_MOST_PEOPLE], lang)
    step = people.call
    given: Any = Scope(lang).argument(dict(step.arguments))
    result = carried_out(environment.fork(), step.tool, given if isinstance(given, dict) else {})
    if not result.ok:
        raise StuckError("refused", step.line, tool=step.tool, error=result.content[:300])
    found = known_result(result).follow(people.each)
    listed = found if isinstance(found, list) else list(found.values()) if isinstance(found, dict) else []
    records = [dict(each) for each in listed if isinstance(each, Mapping)][:_MOST_PEOPLE]
    if not records:
        raise StuckError("nobody", people.line, tool=step.tool)
    return records


def topics_for(file: ScenarioFile, environment: Environment) -> list[str]:
    """What people may ask that neither the tools nor the scenarios are about."""
    texts = [str(tool["function"]) for tool in environment.tools()]
    texts += [str(way.text) for scenario in file.scenarios for ways in scenario.wants.values() for way in ways]
    texts += [str(fact.values) for fact in file.values.values()]
    told = " ".join(texts).lower()
    return [topic for topic, signs in unrelated_topics().items() if not any(sign in told for sign in signs)]
