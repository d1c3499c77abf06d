"""Data sources: a file of records for one task, looked through once before anything is asked.

The first pass finds what would otherwise be found too late: broken lines, items without gold, ids that stand twice.
It also gives the count and the hash of the file. The records of a small file are kept; of others, later passes read
them again.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.data import BadRow, IdPlan, Row, SharedTools, own_id, scan_records, sha256_of, unwrap
from evalwright.errors import InputError, UsageError
from evalwright.scoring import Metric, Scorer
from evalwright.tasks import InvalidItem, InvalidItemError, Task, is_our_own
from evalwright.text import said_by, to_store

from .datasets import DataFile

_SMALL = 1024 * 1024
"""Bytes of a file whose records are kept: as objects they are some ten times as many."""


@dataclass(slots=True)
class Source:
    """One file of records and the task they are for."""

    dataset: str
    subset: str
    task: Task
    path: Path
    copies: int = 1
    """How many times every item is asked."""
    notes: tuple[str, ...] = ()
    scorers: tuple[Scorer, ...] = ()
    """Who adds numbers of their own to the task's."""
    passing: bool = False
    """Whether the file is gone after the run: standard input."""
    sha256: str = ""
    rows: int = 0
    plan: IdPlan = field(default_factory=IdPlan)
    bad_rows: list[BadRow] = field(default_factory=list)
    invalid: list[InvalidItem] = field(default_factory=list)
    """Items whose gold cannot be read: id and reason."""
    unusable: set[int] = field(default_factory=set)
    """Positions of rows that the first pass found to be bad or invalid."""
    kept: list[tuple[int, Row | BadRow]] | None = None
    """The rows of a small file, so that it is parsed once."""
    drawn: frozenset[int] | None = None
    """The positions that are asked, where not all of the first `rows` are."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The numbers that reviews hold: the task's, and those of scorers."""
        return (*self.task.metrics, *(metric for scorer in self.scorers for metric in scorer.metrics))

    @property
    def askable(self) -> int:
        """How many answers are due."""
        return (self.rows if self.drawn is None else len(self.drawn)) * self.copies - self.copies * (
            len(self.bad_rows) + len(self.invalid)
        )

    def questions(self) -> Iterator[tuple[int, Any, Any]]:
        """Position, record and question of every item that can be asked."""
        read = getattr(self.task, "read_again", self.task.read)
        for position, row in self.records():
            if isinstance(row, BadRow) or position in self.unusable:
                continue
            record = unwrap(row.value)
            yield position, record, read(record, self.identifier(position, record))

    def identifier(self, position: int, record: Any) -> str:
        """The id of a record: its own, or its place."""
        return self.plan.of(position, own_id(record))

    def records(self) -> Iterator[tuple[int, Row | BadRow]]:
        """Position and row of everything that belongs to this evaluation."""
        if self.kept is not None:
            return iter(self.kept)
        # Nobody here changes a record, so that they may share their tools.
        rows = enumerate(scan_records(self.path, SharedTools().loads))
        chosen = itertools.islice(rows, self.rows)
        return chosen if self.drawn is None else (pair for pair in chosen if pair[0] in self.drawn)


def survey(
    file: DataFile, *, limit: float | None, copies: int, skip_bad_rows: bool, scorers: Sequence[Scorer] = ()
) -> Source:
    """Look through a file; InputError at the first bad row unless bad rows are to be skipped."""
    source = Source(file.dataset, file.subset, file.task, file.path, copies, file.notes, tuple(scorers), file.passing)
    _check_metric_names(source)
    source.rows, source.drawn = _extent(file, limit)
    seen = 0
    kept: list[tuple[int, Row | BadRow]] | None = [] if _may_be_kept(source) else None
    for position, row in source.records():
        seen = position + 1
        if kept is not None:
            kept.append((position, row))
        problem = _look_at(source, position, row)
        if problem is not None:
            if not skip_bad_rows:
                raise problem.as_error()
            source.bad_rows.append(problem)
    source.rows, source.kept = seen, kept
    source.sha256 = sha256_of(file.path)
    if source.bad_rows and not source.askable and not source.invalid:
        raise InputError.named("tasks.no_usable_row", path=file.path, first=source.bad_rows[0].words())
    return source


def _may_be_kept(source: Source) -> bool:
    """Whether the records fit into memory, and nobody is asked who might change them on the way."""
    own = all(is_our_own(each) for each in (source.task, *source.scorers))
    return own and os.path.isfile(source.path) and source.path.stat().st_size <= _SMALL  # noqa: PTH113 (says no to any text)


def _check_metric_names(source: Source) -> None:
    """Two numbers of one name would be taken for each other."""
    taken = {metric.name for metric in source.task.metrics}
    for scorer in source.scorers:
        for metric in scorer.metrics:
            if metric.name in taken:
                told = {"name": metric.name, "scorer": scorer.name, "task": source.task.name}
                raise UsageError.named("plugins.same_metric", **told)


def _extent(file: DataFile, limit: float | None) -> tuple[int, frozenset[int] | None]:
    """How many rows are looked at, and which of them, where a limit is drawn at random."""
    everything = 2**62
    if not limit:
        return everything, None
    if limit >= 1 and not file.shuffled:
        return int(limit), None
    total = sum(1 for _ in scan_records(file.path, len))  # counted, not parsed
    count = min(total, int(limit) if limit > 1 else max(1, int(total * limit)))
    if not file.shuffled:
        return count, None
    return total, frozenset(random.Random(0).sample(range(total), count))


def _invalid_item(identifier: str, line: int, reason: str) -> InvalidItem:
    made: InvalidItem = {"id": identifier, "line": line, "reason": reason}
    if said := to_store(reason=reason).get("said"):
        made["said"] = said
    return made


def _look_at(source: Source, position: int, row: Row | BadRow) -> BadRow | None:
    if isinstance(row, BadRow):
        return row
    record = unwrap(row.value)
    identifier = own_id(record)
    source.plan.note(identifier)
    try:
        source.task.read(record, identifier or str(position))
    except InvalidItemError as error:
        source.unusable.add(position)
        source.invalid.append(_invalid_item(identifier or str(position), row.line, said_by(error)))
    except ValueError as error:
        source.unusable.add(position)
        return BadRow(str(source.path), row.line, said_by(error))
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        if is_our_own(source.task):
            raise
        source.unusable.add(position)
        return BadRow(str(source.path), row.line, f"{type(error).__name__}: {error}")
    return None
