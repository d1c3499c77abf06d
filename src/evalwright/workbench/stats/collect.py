"""The way into the statistics: files stream by once, each into its own `FileStats`; several stand side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, JsonObject, Tool, read_conversation
from evalwright.data import BadRow, SharedTools, data_frame, label_of, note_dialects, scan_rows
from evalwright.errors import UsageError
from evalwright.text import escaped, in_words, listed, localized, notebook_table, said_by

from .documents import StatsDocument
from .file_stats import FileStats
from .tables import TABLES

Source = str | Path | Conversation | JsonObject
"""A file of conversations (`-`: standard input), or a conversation itself."""

_GIVEN = "<given>"


@dataclass(slots=True)
class Stats:
    """The numbers of one or more files."""

    files: list[FileStats] = field(default_factory=list)

    def __repr__(self) -> str:
        words = [
            localized("notebook.stats", file=each.file, conversations=each.conversations, calls=each.calls)
            for each in self.files
        ]
        return f"Stats({escaped(in_words(listed(words, 'semicolon')))})"

    def _repr_html_(self) -> str:
        labels = ("num_turns", "tool_calls")
        headers = ["", *(f"{label} {each.file}" for each in self.files for label in labels)]
        described = [getattr(each, label).to_dict() for each in self.files for label in labels]
        rows = (
            [(measure, *(_format_number(each[measure]) for each in described)) for measure in described[0]]
            if described
            else []
        )
        return notebook_table(repr(self), headers if rows else (), rows, "l" + "r" * len(described))

    def to_dict(self) -> StatsDocument:
        """The document of `stats --json`."""
        return {"files": [each.to_dict() for each in self.files]}

    def to_pandas(self, table: str = "describe") -> Any:
        """A table as a pandas DataFrame: describe, roles, tools, transitions, plans or positions.

        With several files the rows of each follow one another, told apart by a first column `file`.
        """
        if table not in TABLES:
            raise UsageError.named("stats.table", name=repr(table), names=", ".join(TABLES))
        rows = [
            {**({"file": each.file} if len(self.files) > 1 else {}), **row}
            for each in self.files
            for row in TABLES[table](each)
        ]
        made = data_frame(rows)
        return made.set_index("measure") if table == "describe" and len(self.files) == 1 else made


def stats(source: Source | Iterable[Source]) -> Stats:
    """Count what is in files of conversations (`-`: standard input), or in conversations that are given.

    A row that is no conversation is counted and named in `bad_rows`, not an error.
    """
    sources = [source] if isinstance(source, str | Path | Conversation | dict) else source
    made = Stats()
    given: FileStats | None = None
    for position, each in enumerate(sources):
        if isinstance(each, str | Path):
            made.files.append(_of_file(each))
            continue
        if given is None:
            given = FileStats(_GIVEN)
            made.files.append(given)
        _add_conversation(given, _conversation_or_bad_row(each, _GIVEN, position + 1))
    if not made.files:
        raise UsageError.named("stats.nothing")
    return made


def _of_file(path: str | Path) -> FileStats:
    made = FileStats(label_of(path))
    for conversation in _conversations(path):
        _add_conversation(made, conversation)
    return made


def _add_conversation(made: FileStats, conversation: Conversation | BadRow) -> None:
    if isinstance(conversation, BadRow):
        made.add_bad(conversation)
    else:
        made.add(conversation)


def _conversations(path: str | Path) -> Iterator[Conversation | BadRow]:
    """The conversations of a file; tools that are those of the row before are not read again."""
    label = label_of(path)
    raw: object = None
    tools: list[Tool] = []
    for row in scan_rows(path, SharedTools().loads):
        if isinstance(row, BadRow):
            yield row
            continue
        record = row.value
        here = record.get("tools") if type(record) is dict and "functions" not in record else None
        if here and here is raw:
            conversation = _conversation_or_bad_row({**record, "tools": None}, row.at(label), row.line)
            if isinstance(conversation, Conversation):
                conversation.tools = tools
        else:
            conversation = _conversation_or_bad_row(record, row.at(label), row.line)
            plain = isinstance(conversation, Conversation) and conversation.dialects == ("openai",)
            raw = here if plain else None
            tools = conversation.tools if isinstance(conversation, Conversation) else []
        if isinstance(conversation, Conversation):
            note_dialects(label, conversation.dialects)
        yield conversation


def _conversation_or_bad_row(record: Conversation | Any, label: str, line: int) -> Conversation | BadRow:
    if isinstance(record, Conversation):
        return record
    try:
        return read_conversation(record)
    except ChatError as error:
        return BadRow(label, line, said_by(error))


def _format_number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
