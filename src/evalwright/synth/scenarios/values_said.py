"""How values are said where a file has words for them: `status: {en: {pending: waiting}}`.

A value and the reference that leads to it flow in, the value as it is said flows out. Only what is said changes, never
what is passed on. The rules of the file take these words for the values as well, or a question in them would name
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evalwright.chat import JsonObject

from .model import SaidAs, ScenarioFile
from .spoken_values import SomeOf

Tables = Mapping[str, Mapping[str, str]]
"""By field, words for values."""
_CONFIRM, _CALLED = "confirm", "called"


def as_said(value: Any, name: str, path: Sequence[str], tables: Tables) -> Any:
    """A value in the words that there are for it; `name` and `path`: where it stands."""
    table = tables.get(_field_of(name, path)) if tables else None
    return value if table is None else _reworded(value, table)


def _field_of(name: str, path: Sequence[str]) -> str:
    """The field that a value stands in; of a thing that is no record, its own name."""
    return next((field for field in reversed(path) if not field.isdigit()), name)


def said_fields(file: ScenarioFile) -> list[str]:
    """The fields that somebody speaks of in a file."""
    facts = [*file.values.values(), *(file.people.facts if file.people is not None else ())]
    every = [way for fact in facts for ways in fact.say.values() for way in ways]
    found = {_field_of(slot.name, slot.path): None for way in every for slot in way.references}
    for scenario in file.scenarios:
        words = [scenario.wants, scenario.tells]
        for step in scenario.steps:
            words += [step.confirms, step.tells, step.offers, step.picks, step.none, step.fails]
        slots = [slot for each in words for ways in each.values() for way in ways for slot in way.references]
        found |= dict.fromkeys(_field_of(slot.name, slot.path) for slot in (*slots, *scenario.knows))
    return list(found)


def _reworded(value: Any, table: Mapping[str, str]) -> Any:
    if isinstance(value, SomeOf):
        return SomeOf([_reworded(each, table) for each in value], value.more)
    if isinstance(value, list):
        return [_reworded(each, table) for each in value]
    if isinstance(value, bool):
        return table.get(str(value).lower(), value)
    return table.get(str(value).strip(), value) if isinstance(value, str | int | float) else value


def with_called(rules: Iterable[JsonObject], said_as: SaidAs) -> list[JsonObject]:
    """Rules of which those that ask for a yes know the words that values have."""
    called: dict[str, list[str]] = {}
    for tables in said_as.values():
        for table in tables.values():
            for value, words in table.items():
                called[value] = list(dict.fromkeys([*called.get(value, ()), words]))
    if not called:
        return list(rules)
    return [{_CALLED: called, **rule} if _CONFIRM in rule else rule for rule in rules]
