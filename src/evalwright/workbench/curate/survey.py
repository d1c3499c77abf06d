"""What workers do for curating: look at the conversations of a piece, and write those that may be kept as lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from evalwright.chat import Conversation, loads_line
from evalwright.data import (
    BadRow,
    ConversationRow,
    IdFacts,
    Row,
    SourcePiece,
    SourcePieces,
    dumps,
    own_id,
    position_of,
    read_conversations,
    unwrap,
)
from evalwright.executor import Held, Split

from ..audit.case_reader import CaseReader
from .checks import Checks, Looked
from .result import Reason
from .rules import CurateRules

REJECTED_BY = "rejected_by"
"""The key of a rejected conversation's metadata that holds the reasons."""
_WRITTEN_FIRST = frozenset({"id", "messages", "tools", "parallel_tool_calls", "metadata"})


class LookedRow(NamedTuple):
    """One conversation."""

    line: int
    position: int
    id: str | None
    looked: Looked
    length: int
    """Bytes of the record as it is written where it is kept, the end of its line included."""
    end: int | bytes
    """Where in it more could be written into its metadata; the record itself, where it must be read for that."""


@dataclass(slots=True)
class PieceLooks:
    """The conversations of a piece in order."""

    rows: list[LookedRow] = field(default_factory=list)
    records: Held = field(default_factory=lambda: Held(b""))
    """All records, a line each."""
    bad_rows: list[BadRow] = field(default_factory=list)
    ids: IdFacts = field(default_factory=IdFacts)
    tools: set[str] = field(default_factory=set)
    """Every tool that is declared or called."""


class Looks:
    """Looks at the conversations of a piece."""

    def __init__(self, source: SourcePieces, rules: CurateRules, skip_bad_rows: bool) -> None:
        self._source, self._curate_rules, self._skip = source, rules, skip_bad_rows

    @cached_property
    def _checks(self) -> Checks:
        return Checks(self._curate_rules)

    @cached_property
    def _reader(self) -> CaseReader:
        return CaseReader(self._curate_rules.free_form)

    def __call__(self, piece: SourcePiece) -> PieceLooks:
        made, label, records = PieceLooks(), self._source.label, list[bytes]()
        rows = self._rows(piece, made.ids)
        first = position_of(piece)
        for row in read_conversations(rows, label, made.bad_rows, skip_bad_rows=self._skip, first=first):
            records.append(dumps(row.conversation.to_dict()))
            made.rows.append(self._look_at_row(row, records[-1], made.tools))
        made.records = Held(b"\n".join([*records, b""]))
        return made

    def _rows(self, piece: SourcePiece, ids: IdFacts) -> Iterator[Row | BadRow]:
        """The rows of a piece; the own ids of those of a file are noted as they pass."""
        for row in self._source.scan(piece):
            if isinstance(row, Row) and isinstance(piece, Split):
                ids.note(own_id(unwrap(row.value)))
            yield row

    def _look_at_row(self, row: ConversationRow, record: bytes, tools: set[str]) -> LookedRow:
        case = self._reader.case_of(row.conversation, row.record, self._source.label, row.line, row.position)
        tools |= case.tools.names
        tools |= {call.name for call in case.calls}
        looked = self._checks.look(case)
        end = _open_end(row.conversation, record)
        return LookedRow(
            row.line, row.position, row.conversation.id, looked, len(record) + 1, record if end is None else end
        )


def _open_end(conversation: Conversation, record: bytes) -> int | None:
    """The place behind the last value of the metadata, or of the record where it has none; keys that the reader does
    not know stand behind the metadata."""
    metadata, extra = conversation.metadata, conversation.extra
    if not metadata:
        return None if "metadata" in extra else len(record) - 1
    if REJECTED_BY in metadata or not extra.keys().isdisjoint(_WRITTEN_FIRST):
        return None
    return len(record) - 1 - (len(dumps(extra)) if extra else 1)


def rejected_line(row: LookedRow, start: int, reasons: list[Reason]) -> list[slice | bytes]:
    """The line of a conversation that is not kept, with why in its metadata, in parts of the records of its piece.

    `start`: where its record stands in them.
    """
    told = [reason.to_dict() for reason in reasons]
    if isinstance(row.end, bytes):
        record = loads_line(row.end)
        metadata = {**(record.get("metadata") or {}), REJECTED_BY: told}
        return [dumps({**record, "metadata": metadata}) + b"\n"]
    at_record = row.end == row.length - 2
    added = dumps({"metadata": {REJECTED_BY: told}} if at_record else {REJECTED_BY: told})[1:-1]
    return [slice(start, start + row.end), b"," + added, slice(start + row.end, start + row.length)]
