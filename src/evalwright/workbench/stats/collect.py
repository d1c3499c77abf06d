"""The way into the statistics: files stream by once, each into its own `FileStats`; several stand side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, JsonObject
from evalwright.data import (
    BadRow,
    ConversationReader,
    SharedTools,
    SplitFile,
    as_file,
    data_frame,
    map_logged,
    note_dialects,
    split_file,
)
from evalwright.errors import UsageError
from evalwright.executor import Executor, Split, Workers, open_executor
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


def stats(source: Source | Iterable[Source], *, workers: Workers = 1) -> Stats:
    """Count what is in files of conversations (`-`: standard input), or in conversations that are given.

    A row that is no conversation is counted and named in `bad_rows`, not an error. `workers`: processes, or `all`.
    """
    sources = [source] if isinstance(source, str | Path | Conversation | dict) else source
    made, reader = Stats(), ConversationReader()
    given: FileStats | None = None
    with open_executor(workers) as executor:
        for position, each in enumerate(sources):
            if isinstance(each, str | Path):
                made.files.append(_of_file(each, executor))
                continue
            if given is None:
                given = FileStats(_GIVEN)
                made.files.append(given)
            _add_conversation(given, _conversation_or_bad_row(each, _GIVEN, position + 1, reader))
    if not made.files:
        raise UsageError.named("stats.nothing")
    return made


def _of_file(path: str | Path, executor: Executor) -> FileStats:
    with as_file(path) as source:
        file = split_file(source)
        made = FileStats(file.label)
        for part in map_logged(executor, _Counter(file), file.splits):
            made.merge(part)
    return made


class _Counter:
    """Counts what is in a split; tools that are those of the row before are not read again."""

    def __init__(self, file: SplitFile) -> None:
        self._file, self._reader = file, ConversationReader()

    def __call__(self, split: Split) -> FileStats:
        label = self._file.label
        made = FileStats(label)
        for row in self._file.scan(split, SharedTools().loads):
            if isinstance(row, BadRow):
                made.add_bad(row.at(label))
            else:
                _add_conversation(made, _conversation_or_bad_row(row.value, row.at(label), row.line, self._reader))
        return made.without_memory()


def _add_conversation(made: FileStats, conversation: Conversation | BadRow) -> None:
    if isinstance(conversation, BadRow):
        made.add_bad(conversation)
    else:
        made.add(conversation)


def _conversation_or_bad_row(
    record: Conversation | Any, label: str, line: int, reader: ConversationReader
) -> Conversation | BadRow:
    if isinstance(record, Conversation):
        return record
    try:
        conversation = reader.read(record)
    except ChatError as error:
        return BadRow(label, line, said_by(error))
    note_dialects(label, conversation.dialects)
    return conversation


def _format_number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
