"""The rule about calls that stand in both files (`--against`): what is asked of a model was seen in training.

A call counts where it is about something: an id, a name, a path or the like that a result held or a user said. Calls
that anybody would make (`list_tables` without arguments, a first page of ten) may stand in both, and so may a few
others: what is for sale is the same for all. A value that every third conversation passes, such as the folder that a
server works on, is no thing of its own either. From a tenth on, the two files ask the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from evalwright.chat import Call, plain
from evalwright.executor import stable_hash
from evalwright.spill import SpilledTable
from evalwright.text import listed, phrase

from ..provenance_dates import dates_in, times_in
from ..provenance_leaves import leaves_of
from ..provenance_queries import sql_parts
from ..provenance_schema import literal
from ..result_lines import is_id, is_path
from .finding import Hit, quoted, visible
from .places import PLACE_BYTES, Places
from .registry import Memory, Place, end_rule
from .row_context import CallAt, Case

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_NAME = re.compile(r"(?:^|\s)[A-Z][a-z]|[\u3400-\u9fff]{2}|[A-Za-z][_-][A-Za-z]|[a-z][A-Z]")
_LONGEST = 200
_LEAST_NUMBER = 1_000
_TOLD_BY = ("result", "user")
_MOST = 0.1
"""The share of such calls that may stand in both."""
_FEWEST = 3
"""Fewer shared calls are chance, whatever their share."""
_SHOWN = 3
_PLACE, _ENOUGH = 0.3, 8
"""What more than this share of conversations pass, where there are enough to tell, is the place that they play in."""


class CallFacts(NamedTuple):
    """The calls of one conversation of the other file."""

    file: str
    line: int | None
    keys: list[int]
    passed: set[int]


class _Shared(NamedTuple):
    """How many calls of a conversation are about something, how many of them the other file has, and some of these."""

    calls: int
    shared: int
    examples: list[str]


class OtherCalls:
    """The calls of the other file that are about something, and how many of these files' own stand there too."""

    def __init__(self) -> None:
        self.known = SpilledTable(PLACE_BYTES)
        """For each call the line that had it first."""
        self._conversations = 0
        self._holders = SpilledTable()
        """For each value how many conversations pass it."""
        self._places = Places()
        self.calls = 0
        self.shared = 0
        self.examples: dict[str, None] = {}

    def learn(self, facts: CallFacts) -> None:
        """Take notice of one conversation of the other file."""
        self._conversations += 1
        place = self._places.number(facts.file, facts.line)
        for key in facts.keys:
            self.known.put_new(key, place)
        for mark in facts.passed:
            before = self._holders.put_new(mark, 1)
            if before is not None:
                self._holders.put(mark, before + 1)

    def compared(self, case: Case) -> _Shared:
        """Count the calls of one conversation."""
        calls = shared = 0
        examples: list[str] = []
        for number, values in entity_calls(case):
            own = [value for value in values if not self._is_everybodys(value)]
            if not own:
                continue
            calls += 1
            place = self.known.get(case.keys[number])
            if place is not None:
                shared += 1
                if len(examples) < _SHOWN:
                    told = {"tool": visible(case.calls[number].name, 80), "value": quoted(own[0])}
                    at = {"here": visible(case.where), "there": visible(self._places.shown(place))}
                    examples.append(phrase("audit.found.shared_example", **told, **at))
        return _Shared(calls, shared, examples)

    def add(self, found: _Shared) -> None:
        """Sum up what was counted in a conversation."""
        self.calls += found.calls
        self.shared += found.shared
        for example in found.examples:
            if len(self.examples) < _SHOWN:
                self.examples[example] = None

    def _is_everybodys(self, value: Any) -> bool:
        """Whether so many conversations pass a value that it is the place where all of them play."""
        if self._conversations < _ENOUGH:
            return False
        return (self._holders.get(_value_mark(value)) or 0) > _PLACE * self._conversations


def _value_mark(value: str | int) -> int:
    return stable_hash(f"{type(value).__name__} {value}")


def _note_shared(case: Case, memory: Memory) -> _Shared | None:
    other = memory.of(OtherCalls)
    return other.compared(case) if other.known else None


def _add_shared(found: _Shared, place: Place, memory: Memory) -> Iterable[Hit]:
    memory.of(OtherCalls).add(found)
    return ()


@end_rule("shared-call", "warning", "leakage", _note_shared, _add_shared)
def shared_call(memory: Memory) -> Iterator[Hit]:
    other = memory.of(OtherCalls)
    if other.shared >= _FEWEST and other.shared > _MOST * other.calls:
        share = f"{other.shared / other.calls:.0%}"
        counts = {"shared": other.shared, "calls": other.calls, "share": share}
        yield Hit(None, "", phrase("audit.found.shared_calls", examples=listed(other.examples, "semicolon"), **counts))


def call_facts(case: Case) -> CallFacts:
    """What is kept of the calls of a conversation of the other file."""
    found = list(entity_calls(case))
    passed = {_value_mark(value) for _, values in found for value in values}
    return CallFacts(case.file, case.line, [case.keys[number] for number, _ in found], passed)


def entity_calls(case: Case) -> Iterator[tuple[int, list[Any]]]:
    """The calls that are about something: their places among all calls, and what they are about."""
    for number, call in enumerate(case.calls):
        if isinstance(call.read, Call):
            leaves = leaves_of(call.read.arguments, case.tools.parameters(call.name))
            given = [(schema, plain(value)) for _, _, schema, value in leaves]
            found = [value for schema, value in given if not literal(schema, value)]
            values = [named for value in found for named in _named_by(value) if _is_entity_value(case, call, named)]
            if values:
                yield number, values


def _named_by(value: Any) -> list[Any]:
    """What a value may be about: itself, or the texts and numbers in a query."""
    parts = sql_parts(value) if isinstance(value, str) else None
    if parts is None:
        return [value]
    return [int(part.value) if part.kind == "number" and part.value.isdigit() else part.value for part in parts]


def _is_entity_value(case: Case, call: CallAt, value: Any) -> bool:
    """Whether a value is a thing of its own: by its form, or because a result holds it as a value."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    if isinstance(value, int):
        return abs(value) >= _LEAST_NUMBER and case.provenance.trace(value, before=call.message).kind in _TOLD_BY
    if not 2 <= len(value) <= _LONGEST or ((dates_in(value) or times_in(value)) and not is_path(value)):
        return False
    specific = is_id(value) or is_path(value) or _EMAIL.fullmatch(value) or _NAME.search(value)
    if specific and case.provenance.told(value, call.message):
        return True
    found = case.provenance.trace(value, before=call.message)
    if specific:
        return found.kind in _TOLD_BY
    return found.kind == "result" and found.transform is None
