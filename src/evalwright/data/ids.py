"""Giving every record of a file an id: its own where given and unique in the file, else its position from 0.

Whether an id is unique is only known at the end of the file, so ids are planned in one pass (`plan_ids`) and given
in the next (`IdPlan.of`). The plan keeps hashes, not ids, so that it stays small for large files; they are equal in
every process, so that workers note the ids of their splits (`IdFacts`) and one plan is made of all.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evalwright.executor import HASH_BYTES, stable_hash
from evalwright.spill import SpilledTable

_LONGEST_POSITION = 18
_SPREAD = 0x9E3779B97F4A7C15F39CC0605CEDC835
_KEYS = (1 << 8 * HASH_BYTES) - 1


def own_id(record: Any) -> str | None:
    """The id a record brings along, as text."""
    value = record.get("id") if isinstance(record, dict) else None
    if isinstance(value, bool) or value is None:
        return None
    return str(value) if isinstance(value, int | str) and value != "" else None


@dataclass(slots=True)
class IdFacts:
    """The own ids of some records."""

    marks: list[int] = field(default_factory=list)
    """A hash of each."""
    numbers: array[int] = field(default_factory=lambda: array("Q"))
    """Those that are whole numbers, as positions are."""

    def note(self, identifier: str | None) -> None:
        """Take notice of one record's own id."""
        if identifier is None:
            return
        self.marks.append(stable_hash(identifier))
        if (number := position_in(identifier)) is not None:
            self.numbers.append(number)


@dataclass(slots=True)
class IdPlan:
    """Which own ids of a file cannot be used because they stand there twice."""

    repeated: SpilledTable = field(default_factory=lambda: SpilledTable(0))
    own: SpilledTable = field(default_factory=lambda: SpilledTable(0))
    """Every own id, as a hash."""
    numbers: SpilledTable = field(default_factory=lambda: SpilledTable(0))
    """The own ids that are some record's position, as keys of a table."""

    def note(self, identifier: str | None) -> None:
        """Take notice of one record's own id."""
        facts = IdFacts()
        facts.note(identifier)
        self.merge(facts)

    def merge(self, facts: IdFacts) -> None:
        """Take notice of the ids of the next records."""
        for number in facts.numbers:
            self.numbers.put_new(_key_of(number))
        for mark in facts.marks:
            if self.own.put_new(mark) is not None:
                self.repeated.put_new(mark)

    def of(self, position: int, identifier: str | None) -> str:
        """The id of the record at this position."""
        if identifier is not None and (not self.repeated or stable_hash(identifier) not in self.repeated):
            return identifier
        return f"{position}~" if self.is_number(position) else str(position)

    def is_number(self, position: int) -> bool:
        """Whether a position is some record's own id."""
        return _key_of(position) in self.numbers

    def for_workers(self) -> IdPlan:
        """As much of the plan as gives ids."""
        return IdPlan(self.repeated, SpilledTable(0), self.numbers)


def _key_of(number: int) -> int:
    """A number spread over all keys of a table, which are hashes; no two have the same."""
    return number * _SPREAD & _KEYS


def position_in(identifier: str) -> int | None:
    """The position that an id reads as."""
    if len(identifier) > _LONGEST_POSITION or not identifier.isascii() or not identifier.isdigit():
        return None
    return int(identifier) if identifier[0] != "0" or identifier == "0" else None


def plan_ids(identifiers: Iterable[str | None]) -> IdPlan:
    """The plan for a file whose records bring these ids."""
    plan = IdPlan()
    for identifier in identifiers:
        plan.note(identifier)
    return plan
