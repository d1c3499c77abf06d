"""Giving every record of a file an id: its own where given and unique in the file, else its position from 0.

Whether an id is unique is only known at the end of the file, so ids are planned in one pass (`plan_ids`) and given
in the next (`IdPlan.of`). The plan keeps hashes, not ids, so that it stays small for large files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


def own_id(record: Any) -> str | None:
    """The id a record brings along, as text."""
    value = record.get("id") if isinstance(record, dict) else None
    if isinstance(value, bool) or value is None:
        return None
    return str(value) if isinstance(value, int | str) and value != "" else None


@dataclass(slots=True)
class IdPlan:
    """Which own ids of a file cannot be used because they stand there twice."""

    repeated: set[int] = field(default_factory=set)
    own: set[int] = field(default_factory=set)

    def note(self, identifier: str | None) -> None:
        """Take notice of one record's own id."""
        if identifier is None:
            return
        mark = hash(identifier)
        (self.repeated if mark in self.own else self.own).add(mark)

    def of(self, position: int, identifier: str | None) -> str:
        """The id of the record at this position."""
        if identifier is not None and hash(identifier) not in self.repeated:
            return identifier
        given = str(position)
        return f"{given}~" if hash(given) in self.own else given


def plan_ids(identifiers: Iterable[str | None]) -> IdPlan:
    """The plan for a file whose records bring these ids."""
    plan = IdPlan()
    for identifier in identifiers:
        plan.note(identifier)
    return plan
