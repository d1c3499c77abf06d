"""A file of conversations, one at a time: what `curate`, `split` and `convert` walk over.

In goes a path (or the conversations themselves), out come conversations with their line and their id; a row that is
none is an error that names the line, or, where the caller says so, is kept aside in a list. Records of one file may
share their tools, so nobody changes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, JsonObject, Tool, read_conversation
from evalwright.text import said_by

from .file_access import label_of
from .read_log import note_dialects
from .rows import BadRow, Row, scan_rows
from .shared_tools import SharedTools

RowSource = str | Path | Iterable[Conversation | JsonObject]
"""A file by its path (`-`: standard input), or conversations."""


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One conversation and its place."""

    line: int
    position: int
    """Among all rows, bad ones included, from 0."""
    record: Any
    conversation: Conversation


def label_of_source(source: RowSource) -> str:
    """How a source is called in messages."""
    return label_of(source) if isinstance(source, str | Path) else "<given>"


def scan_conversations(
    source: RowSource, label: str, bad_rows: list[BadRow], *, skip_bad_rows: bool
) -> Iterator[ConversationRow]:
    """Every conversation; the first bad row is an InputError, or all of them go to `bad_rows`."""
    yield from read_conversations(_source_rows(source), label, bad_rows, skip_bad_rows=skip_bad_rows)


def read_conversations(
    rows: Iterable[Row | BadRow], label: str, bad_rows: list[BadRow], *, skip_bad_rows: bool, first: int = 0
) -> Iterator[ConversationRow]:
    """The same of rows that were read, the first of which stands at this position."""
    reader = ConversationReader()
    for position, row in enumerate(rows, first):
        found = _read_conversation_row(row, label, position, reader)
        if isinstance(found, ConversationRow):
            yield found
        elif skip_bad_rows:
            bad_rows.append(found)
        else:
            raise found.as_error()


def _source_rows(source: RowSource) -> Iterator[Row | BadRow]:
    if isinstance(source, str | Path):
        yield from scan_rows(source, SharedTools().loads)
    else:
        yield from (Row(position + 1, value) for position, value in enumerate(source))


class ConversationReader:
    """Reads records, and their tools only where they are not those of the record before."""

    def __init__(self) -> None:
        self._raw: list[Any] = []
        self._tools: list[Tool] = []

    def read(self, record: Any) -> Conversation:
        """The conversation that a record stands for, or ChatError; one with the tools of the last shares the list."""
        raw = record.get("tools") if type(record) is dict and "functions" not in record else None
        if raw and type(raw) is list and (raw is self._raw or raw == self._raw):
            conversation = read_conversation({**record, "tools": None})
            conversation.tools = self._tools
            return conversation
        conversation = read_conversation(record)
        if type(raw) is list and conversation.dialects == ("openai",):
            self._raw, self._tools = raw, conversation.tools
        return conversation


def _read_conversation_row(
    row: Row | BadRow, label: str, position: int, reader: ConversationReader
) -> ConversationRow | BadRow:
    if isinstance(row, BadRow):
        return row.at(label)
    given = row.value
    if isinstance(given, Conversation):
        return ConversationRow(row.line, position, given.to_dict(), given)
    try:
        conversation = reader.read(given)
        note_dialects(label, conversation.dialects)
        return ConversationRow(row.line, position, given, conversation)
    except ChatError as error:
        return BadRow(row.at(label), row.line, said_by(error), row.part)
