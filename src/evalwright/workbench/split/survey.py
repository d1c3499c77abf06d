"""What workers do for a split: the facts of each conversation, and later its line for one of the two sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.data import (
    BadRow,
    Row,
    SharedTools,
    SourcePiece,
    SourcePieces,
    dumps,
    group_of,
    position_of,
    read_conversations,
)
from evalwright.executor import Held, Split, stable_hash

from ..audit.case_reader import CaseReader
from ..audit.near_duplicates import Sketcher
from .marks import Marks, marks_of
from .things import CONVERSATION, ENTITY, GROUP, PLAN, SAID, entry_of

_WHITE = b" \t\r\n"


@dataclass(slots=True)
class Facts:
    """All that is kept of the conversations of one piece."""

    things: list[list[bytes]] = field(default_factory=list)
    sketches: list[bytes | None] = field(default_factory=list)
    """None where too little is said to compare."""
    ungrouped: int = 0
    """Conversations without the field that names groups, where one was given."""
    names: dict[int, str] = field(default_factory=dict)
    """Entities that so many conversations of this piece have that they may be common in the whole file."""
    bad_rows: list[BadRow] = field(default_factory=list)
    as_written: bool = False
    """Whether every line is a conversation just as it would be written."""


class SidedPiece(NamedTuple):
    """A piece whose conversations have their sides."""

    piece: SourcePiece
    inside: bytes
    """Of each whether it goes to the validation file."""
    as_written: bool


class _Lines:
    """Reads lines, and knows the last one as it stands there."""

    def __init__(self) -> None:
        self._loads, self.last = SharedTools().loads, b""

    def loads(self, line: bytes) -> Any:
        """The value of a line."""
        self.last = line
        return self._loads(line)


class Survey:
    """Finds the facts of a piece."""

    def __init__(self, source: SourcePieces, group_by: str | None, max_share: float, skip_bad_rows: bool) -> None:
        self._source, self._group_by, self._skip = source, group_by, skip_bad_rows
        self._max_share = max_share
        self._reader = CaseReader({})
        self._sketcher: Sketcher | None = None

    def __call__(self, piece: SourcePiece) -> Facts:
        made, sketcher, held = Facts(), self._sketcher or Sketcher(), Counter[str]()
        self._sketcher = sketcher
        lines, first, made.as_written = _Lines(), position_of(piece), isinstance(piece, Split)
        rows = self._source.scan(piece, lines.loads)
        for row in read_conversations(rows, self._source.label, made.bad_rows, skip_bad_rows=self._skip, first=first):
            made.as_written = made.as_written and dumps(row.conversation.to_dict()) == lines.last.strip(_WHITE)
            case = self._reader.case_of(row.conversation, row.record, self._source.label, row.line, row.position)
            marks = marks_of(case)
            group = None if self._group_by is None else group_of(row.record, self._group_by)
            made.ungrouped += self._group_by is not None and group is None
            made.things.append(_entries_of(marks, group))
            made.sketches.append(sketcher.sketch(case))
            held.update(marks.entities | marks.said)
        made.as_written = made.as_written and not made.bad_rows
        # What has such a share of all conversations has it in at least one piece.
        most = self._max_share * len(made.things)
        made.names = {stable_hash(value): value for value, holders in held.items() if holders >= most}
        return made


def _entries_of(marks: Marks, group: str | None) -> list[bytes]:
    """The things of a conversation."""
    entries = [entry_of(CONVERSATION, marks.conversation)]
    if marks.plan is not None:
        entries.append(entry_of(PLAN, marks.plan))
    if group is not None:
        entries.append(entry_of(GROUP, stable_hash(group)))
    entries += [entry_of(ENTITY, stable_hash(value)) for value in marks.entities]
    entries += [entry_of(SAID, stable_hash(value)) for value in marks.said - marks.entities]
    return entries


class Sides:
    """Writes the conversations of a piece to the side that each was chosen for."""

    def __init__(self, source: SourcePieces) -> None:
        self._source = source

    def __call__(self, given: SidedPiece) -> tuple[Held, Held]:
        sides: tuple[list[bytes], list[bytes]] = ([], [])
        for number, line in enumerate(self._lines(given)):
            sides[given.inside[number]].append(line)
        return _whole_lines(sides[0]), _whole_lines(sides[1])

    def _lines(self, given: SidedPiece) -> Iterator[bytes]:
        """The conversations of a piece as they are written; where they stand so in the file, they are copied."""
        if given.as_written:
            for line in self._source.scan(given.piece, bytes):
                if isinstance(line, Row):
                    yield line.value.strip(_WHITE)
        else:
            for row in self._source.conversations(given.piece, [], skip_bad_rows=True):
                yield dumps(row.conversation.to_dict())


def _whole_lines(lines: list[bytes]) -> Held:
    return Held(b"\n".join([*lines, b""]))
