"""What workers do for a split: the facts of each conversation, and later its line for one of the two sides."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from evalwright.chat import Conversation
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

Copies: TypeAlias = "array[int]"
"""For each line of a piece, where in it `_NO_TOOLS` is put; -1 where it is written as it is."""
_NO_TOOLS = b',"tools":[]'
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
    copies: Copies | None = None
    """How lines become those that are written; None where a conversation has to be read for that."""


class SidedPiece(NamedTuple):
    """A piece whose conversations have their sides."""

    piece: SourcePiece
    inside: bytes
    """Of each whether it goes to the validation file."""
    copies: Copies | None


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
        lines, first = _Lines(), position_of(piece)
        copies = array("i") if isinstance(piece, Split) else None
        rows = self._source.scan(piece, lines.loads)
        for row in read_conversations(rows, self._source.label, made.bad_rows, skip_bad_rows=self._skip, first=first):
            copies = _with_copy(copies, lines.last, row.conversation)
            case = self._reader.case_of(row.conversation, row.record, self._source.label, row.line, row.position)
            marks = marks_of(case)
            group = None if self._group_by is None else group_of(row.record, self._group_by)
            made.ungrouped += self._group_by is not None and group is None
            made.things.append(_entries_of(marks, group))
            made.sketches.append(sketcher.sketch(case))
            held.update(marks.entities | marks.said)
        made.copies = None if made.bad_rows else copies
        # What has such a share of all conversations has it in at least one piece.
        most = self._max_share * len(made.things)
        made.names = {stable_hash(value): value for value, holders in held.items() if holders >= most}
        return made


def _with_copy(copies: Copies | None, line: bytes, conversation: Conversation) -> Copies | None:
    """With how this line becomes what is written; None where that is not by copying it."""
    if copies is None:
        return None
    line, written = line.strip(_WHITE), dumps(conversation.to_dict())
    at = -1
    if written != line:
        at = written.find(_NO_TOOLS) if not conversation.tools else -1
        if at < 0 or written[:at] != line[:at] or written[at + len(_NO_TOOLS) :] != line[at:]:
            return None
    copies.append(at)
    return copies


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
        for number, line in enumerate(self._lines_of(given)):
            sides[given.inside[number]].append(line)
        return _whole_lines(sides[0]), _whole_lines(sides[1])

    def _lines_of(self, given: SidedPiece) -> Iterator[bytes]:
        """The conversations of a piece as they are written; where they stand so in the file, they are copied."""
        if given.copies is not None:
            rows = self._source.scan(given.piece, bytes)
            lines = (row.value.strip(_WHITE) for row in rows if isinstance(row, Row))
            for line, at in zip(lines, given.copies, strict=True):
                yield line if at < 0 else line[:at] + _NO_TOOLS + line[at:]
        else:
            for row in self._source.conversations(given.piece, [], skip_bad_rows=True):
                yield dumps(row.conversation.to_dict())


def _whole_lines(lines: list[bytes]) -> Held:
    return Held(b"\n".join([*lines, b""]))
