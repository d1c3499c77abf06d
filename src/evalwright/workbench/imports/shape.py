"""What an importer is: a name, how its rows are recognised, and what it makes of all files that have them.

An importer gets every file of its shape at once, because what belongs together may lie in several (spans of one trace,
a batch and its results). It gives records (a conversation has `messages`, an item `expected_output` as well, anything
else is a sample), and a `BadRow` for each row that it cannot use; it never raises for what stands in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonObject
from evalwright.data import BadRow, Opened, Row, opened, scan_rows
from evalwright.text import phrase, said_by

from .result import Imported

Made = JsonObject | BadRow
"""A record, or why there is none."""


@dataclass(frozen=True)
class ImportFile:
    """One file that is imported: where it can be read, as often as one likes, and how it is called."""

    path: Path
    label: str

    def rows(self) -> Iterator[Row | BadRow]:
        """Its rows."""
        for row in scan_rows(self.path):
            yield row.at(self.label) if isinstance(row, BadRow) else row

    @contextmanager
    def lines(self) -> Iterator[BinaryIO]:
        """Its rows as lines, from the first, for those who come back to a line by its place."""
        with self._source.lines() as stream:
            yield stream

    def fault(self, line: int) -> str | None:
        """Why there is no row at a line, where what was opened is broken there."""
        return self._source.faults.get(line)

    @cached_property
    def _source(self) -> Opened:
        return opened(self.path)

    def bad(self, row: Row, problem: str) -> BadRow:
        """Say of a row of this file why it cannot be used."""
        return BadRow(row.at(self.label), row.line, problem, row.part)


@dataclass(slots=True)
class ImportRun:
    """What the importers of one command share."""

    done: Imported = field(default_factory=Imported)
    answers: Sequence[str | Path] = ()
    """Files of right answers that were named."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How somebody writes files."""

    name: str
    """Its words stand under `import.shapes` in the word files."""
    knows: Callable[[Any], bool]
    """Whether a row has this shape; cheap, and sure: the first shape of the table that knows a row takes its file."""
    read: Callable[[Sequence[ImportFile], ImportRun], Iterator[Made]]


def record_of_row(read: Callable[[Any], JsonObject], file: ImportFile, row: Row) -> Made:
    """What a function makes of one row, its complaint as a bad row."""
    try:
        return read(row.value)
    except RecursionError:
        return file.bad(row, phrase("chat.too_deep"))
    except ValueError as error:
        return file.bad(row, said_by(error))
