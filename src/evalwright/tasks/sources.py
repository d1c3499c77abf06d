"""Data sources: a file of records for one task, looked through once before anything is asked.

The first pass finds what would otherwise be found too late: broken lines, items without gold, ids that stand twice.
It also gives the count and the hash of the file. The records themselves are never kept: later passes read again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.data import BadRow, IdPlan, Row, own_id, read_rows, scan_rows, sha256_of, unwrap
from evalwright.errors import InputError

from .protocol import InvalidItemError, Task, make_task


@dataclass(slots=True)
class Source:
    """One file of records and the task they are for."""

    task: Task
    path: Path
    subset: str
    sha256: str
    rows: int = 0
    plan: IdPlan = field(default_factory=IdPlan)
    bad_rows: list[BadRow] = field(default_factory=list)
    invalid: list[dict[str, Any]] = field(default_factory=list)
    """Items whose gold cannot be read: id and reason."""

    def questions(self) -> Iterator[tuple[int, Any, Any]]:
        """Position, record and question of every item that can be asked."""
        for position, row in enumerate(itertools.islice(scan_rows(self.path), self.rows)):
            if isinstance(row, BadRow):
                continue
            record = unwrap(row.value)
            try:
                yield position, record, self.task.read(record, self.plan.of(position, own_id(record)))
            except ValueError:
                continue  # seen and counted in the first pass


def survey(path: Path, subset: str, task: Task, *, limit: int | None, skip_bad_rows: bool) -> Source:
    """Look through a file; InputError at the first bad row unless bad rows are to be skipped."""
    source = Source(task, path, subset, sha256="")
    for row in scan_rows(path) if limit is None else itertools.islice(scan_rows(path), limit):
        problem = _look_at(source, row)
        source.rows += 1
        if problem is not None:
            if not skip_bad_rows:
                raise problem.as_error()
            source.bad_rows.append(problem)
    source.sha256 = sha256_of(path)
    if source.rows == len(source.bad_rows):
        raise InputError("not one row can be used", path=path, cure=f"The first problem: {source.bad_rows[0]}")
    return source


def _look_at(source: Source, row: Row | BadRow) -> BadRow | None:
    if isinstance(row, BadRow):
        return row
    record = unwrap(row.value)
    identifier = own_id(record)
    source.plan.note(identifier)
    try:
        source.task.read(record, identifier or str(source.rows))
    except InvalidItemError as error:
        source.invalid.append({"id": identifier or str(source.rows), "line": row.line, "reason": str(error)})
    except ValueError as error:
        return BadRow(str(source.path), row.line, str(error))
    return None


def open_sources(
    paths: Sequence[Path], task: str | None, options: Mapping[str, Any], *, limit: int | None, skip_bad_rows: bool
) -> list[Source]:
    """The sources of an evaluation, one subset per file, in the order given."""
    sources = []
    for path, subset in zip(paths, _subset_names(paths), strict=True):
        name = task or detect_task(path)
        sources.append(survey(path, subset, make_task(name, options), limit=limit, skip_bad_rows=skip_bad_rows))
    return sources


def _subset_names(paths: Sequence[Path]) -> list[str]:
    """The files' stems; where two are the same, numbered."""
    names: list[str] = []
    for path in paths:
        stem = path.stem or "data"
        taken = itertools.count(2)
        name = stem
        while name in names:
            name = f"{stem}-{next(taken)}"
        names.append(name)
    return names


def detect_task(path: Path) -> str:
    """Which task a file is for, by what its first row holds."""
    row = next(iter(read_rows(path)))
    record = unwrap(row.value)
    if isinstance(record, dict) and "expected_output" in record:
        return "next_call"
    if isinstance(record, dict) and "messages" in record:
        raise InputError(
            "an item without gold: `expected_output` is missing",
            path=path,
            line=row.line,
            cure="If these are whole conversations, cut them first: evalwright expand FILE -o eval.jsonl",
        )
    raise InputError(
        "is not a file of items", path=path, line=row.line, cure="Each line needs `messages` and `expected_output`"
    )
