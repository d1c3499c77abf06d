"""The first look at a source by several workers: each looks at splits, and what they find is put together in order.

What comes out is the source that one process would have made of the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from evalwright.data import BadRow, IdFacts, IdPlan, Marks, Row, SharedTools, SplitFile
from evalwright.executor import Executor, Split

from .sources import Source, end_survey, look_at


def survey_by_workers(source: Source, file: SplitFile, executor: Executor) -> None:
    """Look through a source of which nothing was seen yet; InputError at the first bad row."""
    for split, (piece, ids) in zip(file.splits, executor.map_in_order(_Survey(source, file), file.splits), strict=True):
        source.plan.merge(ids)
        source.rows += split.rows
        source.invalid += piece.invalid
        source.unusable |= piece.unusable
        source.remarks += piece.remarks
        source.first_remark = source.first_remark or piece.first_remark
        source.dropped += piece.dropped
        source.ungrouped += piece.ungrouped
        if source.marks is not None and piece.marks is not None:
            source.marks.merge(piece.marks)
    source.plan = source.plan.for_workers()
    end_survey(source)


def rows_of_split(file: SplitFile, split: Split) -> Iterator[tuple[int, Row | BadRow]]:
    """Position and row of everything in a split."""
    # Nobody here changes a record, so that they may share their tools.
    return enumerate(file.scan(split, SharedTools().loads), split.first_row)


class _Survey:
    """Looks at the rows of a split."""

    def __init__(self, source: Source, file: SplitFile) -> None:
        self._blank, self._file = source, file

    def __call__(self, split: Split) -> tuple[Source, IdFacts]:
        ids, marks = _NotedIds(), self._blank.marks
        fresh = None if marks is None else Marks(marks.file, marks.by_item)
        made = replace(self._blank, plan=ids, invalid=[], unusable=set(), marks=fresh)
        for position, row in rows_of_split(self._file, split):
            problem = look_at(made, position, row)
            if problem is not None:
                raise problem.as_error()
        return replace(made, plan=IdPlan()), ids.facts


@dataclass(slots=True)
class _NotedIds(IdPlan):
    """Ids that are noted for a plan that is made elsewhere."""

    facts: IdFacts = field(default_factory=IdFacts)

    def note(self, identifier: str | None) -> None:
        """Take notice of one record's own id."""
        self.facts.note(identifier)
