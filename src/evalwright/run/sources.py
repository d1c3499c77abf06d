"""Data sources: a file of records for one task, looked through once before anything is asked.

The first pass finds what would otherwise be found too late: broken lines, items without gold, ids that stand twice.
It also gives the count and the hash of the file. The records of a small file are kept; of others, later passes read
them again.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.data import (
    BadRow,
    IdPlan,
    IdSurvey,
    Marks,
    Row,
    SharedTools,
    group_of,
    own_id,
    scan_records,
    sha256_of,
    unwrap,
)
from evalwright.errors import InputError, UsageError
from evalwright.scoring import Metric, Scorer
from evalwright.tasks import InvalidItem, InvalidItemError, ReviewLine, Task, is_our_own
from evalwright.text import phrase, said_by, to_store

from .datasets import DataFile
from .slices import Slice

if TYPE_CHECKING:
    from evalwright.criteria import Criterion

    from .ongoing_survey import OngoingSurvey

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
    criteria: tuple[Criterion, ...] = ()
    """Testing criteria that answers are graded by besides."""
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
    keeps: bool = False
    """Whether that is so, and questions are kept too."""
    read: dict[int, tuple[str, Any]] = field(default_factory=dict)
    """By position: the id under which a row of these was read, and its question."""
    marks: Marks | None = None
    """What people said of items, to be put on them."""
    remarks: int = 0
    """Rows that the task says something about and takes all the same."""
    first_remark: tuple[str, str] | None = None
    """The id of the first of these, and what is said."""
    dropped: int = 0
    """Items that are left out, since their gold is said to be wrong."""
    group_by: str | None = None
    """The field whose values statistics cluster by, where one was named."""
    ungrouped: int = 0
    """Records without it."""
    part: Slice | None = None
    """The part of the rows that is asked, where it is one of several."""
    drawn: frozenset[int] | None = None
    """The positions that are asked, where not all of the first `rows` are."""
    ongoing: OngoingSurvey | None = None
    """Who still looks through the file; until then, nobody knows how many rows there are."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The numbers that reviews hold: the task's, and those of scorers and criteria."""
        scored = (metric for scorer in self.scorers for metric in scorer.metrics)
        graded = (metric for criterion in self.criteria for metric in criterion.metrics)
        if not self.criteria:
            return (*self.task.metrics, *scored)
        from evalwright.criteria import ALL_PASSED

        return (*self.task.metrics, *scored, *graded, ALL_PASSED)

    @property
    def askable(self) -> int:
        """How many answers are due."""
        if self.part is not None:
            drawn = range(self.part.number, self.rows, self.part.count) if self.drawn is None else self.drawn
            return sum(self.part.holds(each) and each not in self.unusable for each in drawn) * self.copies
        left_out = len(self.bad_rows) + len(self.invalid) + self.dropped
        return ((self.rows if self.drawn is None else len(self.drawn)) - left_out) * self.copies

    def questions(self, rows: Iterable[tuple[int, Row | BadRow]] | None = None) -> Iterator[tuple[int, Any, Any]]:
        """Position, record and question of every item that can be asked, of all or of these rows."""
        read, known = getattr(self.task, "read_again", self.task.read), self.read
        whole, plan, unusable, marked = self._takes_rows, self.plan, self.unusable, self.marks is not None
        for position, row in self.records() if rows is None else rows:
            if isinstance(row, BadRow) or position in unusable:
                continue
            item = unwrap(row.value)
            record = row.value if whole else item
            identifier = plan.of(position, own_id(item))
            if marked:
                record = self.marked(record, identifier)
            named, question = known.get(position, ("", None))
            yield position, record, question if named == identifier else read(record, identifier)

    def grouped(self, review: ReviewLine, record: Any) -> ReviewLine:
        """A review with the group of its record, where records are grouped and this one has a group."""
        value = None if self.group_by is None else group_of(record, self.group_by)
        if self.group_by is not None and value is not None:
            review["group"] = {self.group_by: value}
        return review

    def record_in(self, row: Row) -> Any:
        """What a row is to the task: the record inside a wrapper, or the whole row."""
        return row.value if self._takes_rows else unwrap(row.value)

    def item_of(self, record: Any) -> Any:
        """The record inside a wrapper, for those who look at the item alone."""
        return unwrap(record) if self._takes_rows else record

    @property
    def _takes_rows(self) -> bool:
        return getattr(self.task, "whole_rows", False)

    def marked(self, record: Any, identifier: str) -> Any:
        """A record with what people said of it."""
        return record if self.marks is None else self.marks.applied(record, identifier)

    def identifier(self, position: int, record: Any) -> str:
        """The id of a record: its own, or its place."""
        return self.plan.of(position, own_id(self.item_of(record)))

    def records(self) -> Iterator[tuple[int, Row | BadRow]]:
        """Position and row of everything that belongs to this evaluation."""
        if self.part is not None:
            return self._records_of_part(self.part)
        if self.kept is not None:
            return iter(self.kept)
        # Nobody here changes a record, so that they may share their tools.
        rows = enumerate(scan_records(self.path, SharedTools().loads))
        chosen = itertools.islice(rows, self.rows)
        return chosen if self.drawn is None else (pair for pair in chosen if pair[0] in self.drawn)

    def _records_of_part(self, part: Slice) -> Iterator[tuple[int, Row | BadRow]]:
        """What can be asked of one part; the lines of the others are passed over, not parsed."""
        loads = SharedTools().loads
        rows = enumerate(scan_records(self.path, bytes)) if self.kept is None else iter(self.kept)
        for position, row in itertools.islice(rows, self.rows):
            if not part.holds(position) or position in self.unusable or isinstance(row, BadRow):
                continue
            if self.drawn is None or position in self.drawn:
                parsed = loads(row.value) if isinstance(row.value, bytes) else row.value
                yield position, Row(row.line, parsed, row.part)


def survey(
    file: DataFile,
    *,
    limit: float | None,
    copies: int,
    skip_bad_rows: bool,
    scorers: Sequence[Scorer] = (),
    criteria: Sequence[Criterion] = (),
    group_by: str | None = None,
    part: Slice | None = None,
) -> Source:
    """Look through a file; InputError at the first bad row unless bad rows are to be skipped."""
    source = begin_survey(file, copies, scorers, criteria, group_by)
    source.rows, source.drawn = _extent(file, limit)
    source.keeps = _may_be_kept(source)
    kept: list[tuple[int, Row | BadRow]] | None = [] if source.keeps else None
    noted = source.plan = IdSurvey()
    seen = 0
    for position, row in source.records():
        seen = position + 1
        if kept is not None:
            kept.append((position, row))
        problem = look_at(source, position, row)
        if problem is not None:
            if not skip_bad_rows:
                raise problem.as_error()
            pass_over(source, position, problem)
    source.kept, source.part = kept, part
    source.sha256 = sha256_of(file.path)
    finish_survey(source, seen, noted)
    return source


def pass_over(source: Source, position: int, problem: BadRow) -> None:
    """Leave out a bad row."""
    source.bad_rows.append(problem)
    source.unusable.add(position)


def finish_survey(source: Source, rows: int, noted: IdSurvey) -> None:
    """Put down what is known now that all of so many rows were looked at; InputError where none can be used."""
    source.rows, source.plan = rows, noted.planned(rows)
    end_survey(source)
    if source.bad_rows and not source.askable and not source.invalid:
        raise InputError.named("tasks.no_usable_row", path=source.path, first=source.bad_rows[0].words())


def begin_survey(
    file: DataFile,
    copies: int = 1,
    scorers: Sequence[Scorer] = (),
    criteria: Sequence[Criterion] = (),
    group_by: str | None = None,
) -> Source:
    """A source of which no row was looked at."""
    source = Source(
        file.dataset, file.subset, file.task, file.path, copies, file.notes, tuple(scorers), tuple(criteria)
    )
    source.passing = file.passing
    source.group_by = group_by
    _check_metric_names(source)
    given = getattr(file.task, "marks", None)
    source.marks = Marks.of(given) if isinstance(given, Mapping) else None
    return source


def end_survey(source: Source) -> None:
    """Say of a source what is known when all rows were looked at."""
    if source.rows and source.ungrouped == source.rows:
        raise UsageError.named("grouping.nobody", field=source.group_by, path=source.path)
    source.notes = (*source.notes, *_gold_notes(source))


def _gold_notes(source: Source) -> list[str]:
    """What was done to the gold of items: marks that were used, items that were left out."""
    told: list[str] = list(source.marks.notes()) if source.marks is not None else []
    if source.ungrouped:
        told.append(phrase("grouping.missing", field=source.group_by, num=source.ungrouped, all=source.rows))
    if source.first_remark is not None:
        identifier, problem = source.first_remark
        told.append(phrase("notes.off_schema", n=source.remarks, id=identifier, problem=problem))
    if source.dropped:
        told.append(phrase("notes.dropped_unfair", num=source.dropped))
    return told


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


def look_at(source: Source, position: int, row: Row | BadRow) -> BadRow | None:
    """Note what the first pass finds in a row; what is wrong with it, where it cannot be used."""
    if isinstance(row, BadRow):
        return row
    record = source.record_in(row)
    identifier = own_id(source.item_of(record))
    source.plan.note(identifier)
    named = identifier or str(position)
    source.ungrouped += source.group_by is not None and group_of(record, source.group_by) is None
    try:
        question = source.task.read(source.marked(record, named), named)
        if source.keeps:
            source.read[position] = named, question
        if remark := getattr(question, "remark", None):
            source.remarks += 1
            source.first_remark = source.first_remark or (named, remark)
        leaves_out = getattr(source.task, "leaves_out", None)
        if leaves_out is not None and leaves_out(question):
            source.unusable.add(position)
            source.dropped += 1
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
