"""What workers do for a split: the facts of each conversation, and later its line for one of the two sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from evalwright.data import BadRow, SourcePiece, SourcePieces, dumps, group_of

from ..audit.case_reader import CaseReader
from ..audit.near_duplicates import Sketches
from .marks import Marks, marks_of


@dataclass(slots=True)
class Facts:
    """All that is kept of the conversations of one piece."""

    marks: list[Marks] = field(default_factory=list)
    sketches: list[Any] = field(default_factory=list)
    """None where too little is said to compare."""
    named: list[str | None] = field(default_factory=list)
    """The value of the field that names groups, where one was given."""
    bad_rows: list[BadRow] = field(default_factory=list)


class Survey:
    """Finds the facts of a piece."""

    def __init__(self, source: SourcePieces, group_by: str | None, skip_bad_rows: bool) -> None:
        self._source, self._group_by, self._skip = source, group_by, skip_bad_rows
        self._reader = CaseReader({})
        self._sketches: Sketches | None = None

    def __call__(self, piece: SourcePiece) -> Facts:
        made, sketches = Facts(), self._sketches or Sketches()
        self._sketches = sketches
        for row in self._source.conversations(piece, made.bad_rows, skip_bad_rows=self._skip):
            case = self._reader.case_of(row.conversation, row.record, self._source.label, row.line, row.position)
            made.named.append(None if self._group_by is None else group_of(row.record, self._group_by))
            made.marks.append(marks_of(case))
            made.sketches.append(sketches.sketch(case))
        return made


class Sides:
    """Writes the conversations of a piece to the side that each was chosen for."""

    def __init__(self, source: SourcePieces) -> None:
        self._source = source

    def __call__(self, given: tuple[SourcePiece, set[int]]) -> tuple[bytes, bytes]:
        piece, inside = given
        sides: tuple[list[bytes], list[bytes]] = ([], [])
        for number, row in enumerate(self._source.conversations(piece, [], skip_bad_rows=True)):
            sides[number in inside].append(dumps(row.conversation.to_dict()))
        return _whole_lines(sides[0]), _whole_lines(sides[1])


def _whole_lines(lines: list[bytes]) -> bytes:
    return b"\n".join([*lines, b""])
