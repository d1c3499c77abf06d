"""Which values a drafted scenario may send to a server: those that were seen, and harmless words where any will do.

A draft is a stranger's. Whatever it writes into a call itself, as a constant, as words around slots, or as values that
people say, is looked at before anything is executed: ids, paths, addresses and commands must have been seen in what was
explored; a query may only do what its tool is for; all else must read like something that a person would say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from evalwright.text import resource_json
from evalwright.workbench import read_result_text

from ..explore import World
from ..generic.names import words_of
from ..generic.toolview import ToolView, views_of
from ..scenarios.checking_names import is_system_id
from ..scenarios.findings import Findings
from ..scenarios.model import Argument, Choice, Fact, Reference, Scenario, Step, Template
from .queries import is_query, problem_of_query

_TABLE = resource_json(__package__, "words/arguments.json")
_MACHINE, _PLACES = frozenset(_TABLE["machine"]), frozenset(_TABLE["places"])
"""Words of parameter names: what a machine carries out or connects to; where something lies."""
_LONGEST = 200
_LARGEST = 1_000
"""A number that was never seen may be so large: a draft must not ask for millions of anything."""
_PROSE = re.compile(r"[\w\s.,!?:'’()%+*@#&/\u3000-\u303f\uff00-\uffef-]*")
_NOT_PROSE = re.compile(r"^[\s]*[-/~\\.]|\.\.|://|//|\$\(|[`;|<>\\{}]|&&|\b(?:sudo|rm|curl|wget|bash|eval|exec)\b")
_FILE_NAME = re.compile(r"[\w][\w -]{0,60}(?:\.[A-Za-z0-9]{1,8})?")
_BETWEEN = re.compile(r"(?:/(?:[\w-]{1,40}/)*)?[\w .-]{0,40}")
_DEEPEST = 12


class ValueGuard:
    """Knows what was seen, and judges what a draft would send."""

    def __init__(self, world: World) -> None:
        source = world.source
        self._views = views_of(source.tools, source.effects)
        self._world, self._tried = world, {call.tool for call in world.observed() if call.ok}
        self._seen = set(_seen_values(world))
        self._tables = {value for value in self._seen if value.isidentifier()}

    def check(self, scenario: Scenario, facts: Mapping[str, Fact], findings: Findings) -> None:
        """Name everything that the calls of a scenario must not be made with."""
        for step in scenario.steps:
            view = self._views.get(step.tool)
            if view is not None and not self.may_use(view):
                findings.add(step.line, "draft_tool", tool=step.tool)
            elif view is not None:
                self._check_step(step, view, facts, findings)
            for choice in step.choices:
                self._check_choice(choice, findings)

    def check_values(self, facts: Iterable[Fact], findings: Findings) -> None:
        """Name the values of facts that nobody saw and nobody would say, whatever they are used for."""
        for fact in facts:
            for text in map(str, _values_of(fact)):
                if text not in self._seen and not _is_prose(text):
                    findings.add(fact.line, "draft_said", value=text[:100])

    def may_use(self, view: ToolView) -> bool:
        """Whether a scenario with a tool can be executed: it was seen to work, or changes things that come back."""
        world = self._world
        aside = view.name in world.set_aside or view.name in world.untried
        if view.problem is not None or aside or not world.may_call(view.name):
            return False
        return view.name in self._tried or view.effect == "write"

    def may_be_made_up(self, view: ToolView, name: str) -> bool:
        """Whether a model may think of values for a parameter: words or numbers that any person could say."""
        words = set(words_of(name))
        return not (words & (_MACHINE | _PLACES) or is_system_id(name) or is_query(view, name))

    def _check_step(self, step: Step, view: ToolView, facts: Mapping[str, Fact], findings: Findings) -> None:
        for path, value in _leaves_of(step.arguments, ()):
            problem = self._why_not_sent(view, path, value, facts)
            if problem is not None:
                shown = value.text if isinstance(value, Template) else str(value)
                values = {"tool": step.tool, "name": ".".join(path), "value": shown[:100]}
                findings.add(step.line, f"draft_{problem}", **values)

    def _check_choice(self, choice: Choice, findings: Findings) -> None:
        """What is chosen by is compared, and sent nowhere; it must be short all the same."""
        for condition in choice.where:
            if isinstance(condition.value, str) and len(condition.value) > _LONGEST:
                findings.add(choice.line, "draft_long", most=_LONGEST)

    def _why_not_sent(
        self, view: ToolView, path: tuple[str, ...], value: Argument, facts: Mapping[str, Fact]
    ) -> str | None:
        """Why this must not be sent: the name of a sentence; None where it may be."""
        param = next((each for each in view.params if _same_path(each.path, path)), None)
        schema_values = {str(each) for each in (*param.options, *param.examples)} if param is not None else set()
        if view.name not in self._tried and set(words_of(path[-1] if path else "")) & _MACHINE:
            return "machine"  # also what a tool says is no command for one that nobody has tried
        if isinstance(value, Reference):
            fact = facts.get(value.name)
            spoken = _values_of(fact) if fact is not None else ()
            return next((why for each in spoken if (why := self._constant(view, path, each, schema_values))), None)
        if isinstance(value, Template):
            return self._template(view, path, value, facts)
        return self._constant(view, path, value, schema_values)

    def _constant(self, view: ToolView, path: tuple[str, ...], value: Any, listed: set[str]) -> str | None:
        text, words = str(value), set(words_of(path[-1] if path else ""))
        if value is None or isinstance(value, bool) or text in self._seen or text in listed:
            return None
        if is_query(view, path[-1] if path else ""):
            return problem_of_query(text, view.effect, self._tables)
        if words & _MACHINE:
            return "machine"
        if words & _PLACES:
            return "place"
        if is_system_id(path[-1] if path else ""):
            return "unseen"
        if isinstance(value, int | float):
            return None if abs(value) <= _LARGEST else "unseen"
        return None if _is_prose(text) else "words"

    def _template(
        self, view: ToolView, path: tuple[str, ...], value: Template, facts: Mapping[str, Fact]
    ) -> str | None:
        words = set(words_of(path[-1] if path else ""))
        if is_query(view, path[-1] if path else ""):
            spoken = [text for part in value.parts for text in _spoken_in(part, facts)]
            if not all(map(_is_prose, spoken)):
                return "words"
            skeleton = "".join(part if isinstance(part, str) else "0" for part in value.parts)
            return problem_of_query(skeleton, view.effect, self._tables)
        if words & _MACHINE:
            return "machine"
        literals = [part for part in value.parts if isinstance(part, str)]
        if words & _PLACES:
            return self._place(value, facts)
        if is_system_id(path[-1] if path else ""):
            return "unseen"
        spoken = [text for part in value.parts for text in _spoken_in(part, facts)]
        return None if all(map(_is_prose, spoken)) and all(map(_is_prose_part, literals)) else "words"

    def _place(self, value: Template, facts: Mapping[str, Fact]) -> str | None:
        """A path begins with what was seen; what is added are plain names."""
        first = value.parts[0]
        known = isinstance(first, Reference) and first.name not in facts
        if not known and not (isinstance(first, str) and first.rstrip("/") in self._seen):
            return "place"
        for part in value.parts[1:]:
            spoken = list(_spoken_in(part, facts))
            if isinstance(part, str) and (not _BETWEEN.fullmatch(part) or ".." in part):
                return "place"
            if not all(text in self._seen or _FILE_NAME.fullmatch(text) for text in spoken):
                return "place"
        return None


def _is_prose(text: str) -> bool:
    """Whether a text could be something that a person says, and nothing that a machine carries out."""
    return len(text) <= _LONGEST and _NOT_PROSE.search(text) is None and _PROSE.fullmatch(text) is not None


def _is_prose_part(text: str) -> bool:
    return _is_prose(f"a{text}")


def _spoken_in(part: Any, facts: Mapping[str, Fact]) -> Iterator[str]:
    if isinstance(part, Reference) and part.name in facts:
        yield from map(str, _values_of(facts[part.name]))


def _values_of(fact: Fact) -> Iterator[Any]:
    for values in fact.values.values():
        for value in values:
            yield from value.values() if isinstance(value, Mapping) else (value,)


def _same_path(path: Iterable[str | int], written: tuple[str, ...]) -> bool:
    return tuple(str(step) for step in path if isinstance(step, str)) == written


def _leaves_of(value: Argument, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Argument]]:
    """The single values of arguments; a list has no step of its own."""
    if isinstance(value, Mapping) and len(path) < _DEEPEST:
        for name, inner in value.items():
            yield from _leaves_of(inner, (*path, str(name)))
    elif isinstance(value, list) and len(path) < _DEEPEST:
        for inner in value:
            yield from _leaves_of(inner, path)
    else:
        yield path, value


def _seen_values(world: World) -> Iterator[str]:
    """Every single value that was passed, returned, told or listed while exploring."""
    for call in world.observed():
        if call.ok:
            yield from _single_texts(call.arguments, 0)
            yield from _single_texts(call.value, 0)
    for record in world.known:
        yield from _single_texts(record, 0)


def _single_texts(value: Any, depth: int, *, read: bool = True) -> Iterator[str]:
    """The single values inside a value, and those that a text holds; what stands in a text is not read again."""
    if isinstance(value, Mapping | list):
        for inner in (value.values() if isinstance(value, Mapping) else value) if depth < _DEEPEST else ():
            yield from _single_texts(inner, depth + 1, read=read)
    elif isinstance(value, str) and read:
        held = read_result_text(value)
        yield value
        yield from (cell.value for row in held.rows for cell in row)
        yield from _single_texts(held.value, depth + 1, read=False)
    elif value is not None:
        yield str(value)
