"""The first pass over files of spans: who belongs to which trace, when, and a number for every message, in a database
on disk; and the second, which copies just the spans that are needed into a spool.

Memory does not grow with the files: one line is held at a time, and the database sorts and joins on its own disk.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson

from evalwright.chat import JsonError, loads_line
from evalwright.data import BadRow
from evalwright.text import phrase, said_by

from ..shape import ImportFile
from .identity import identities, open_calls, richness
from .recognise import is_trace, spans_of
from .span import Span, SpanError, ToolRun

_SCHEMA = """
CREATE TABLE span (
  n INTEGER PRIMARY KEY, file INTEGER, line INTEGER, at INTEGER, size INTEGER, place INTEGER,
  kind TEXT, trace TEXT, id TEXT,
  conversation TEXT, session TEXT, start INTEGER, said INTEGER, open INTEGER, failed TEXT, numbers BLOB, richness BLOB);
CREATE TABLE sequence (
  n INTEGER PRIMARY KEY, trace TEXT, id TEXT, conversation TEXT, session TEXT, start INTEGER, said INTEGER,
  open INTEGER, gathered INTEGER, numbers BLOB, richness BLOB);
CREATE TABLE kept (n INTEGER PRIMARY KEY);
CREATE TABLE needed (n INTEGER PRIMARY KEY);
CREATE TABLE spooled (n INTEGER PRIMARY KEY, at INTEGER, size INTEGER);
CREATE TABLE richer (n INTEGER, position INTEGER, other INTEGER);
"""
_INSERT = f"INSERT INTO span VALUES ({','.join('?' * 17)})"
_LONGEST = 64 * 1024 * 1024
_BATCH = 500
_BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Line:
    """Where a line lies."""

    file: int
    number: int
    at: int
    data: bytes


class SpanIndex:
    """The spans of some files, on disk."""

    def __init__(self, files: Sequence[ImportFile], folder: Path) -> None:
        self.files = files
        self.spans = 0
        self.base = sqlite3.connect(folder / "spans.db", isolation_level=None)
        self.base.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-8000;" + _SCHEMA)
        self._spool = (folder / "spool").open("w+b")

    def close(self) -> None:
        self.base.close()
        self._spool.close()

    def scan(self) -> Iterator[Span | BadRow]:
        """Look at every span once; give each that is read, and a BadRow for what cannot be."""
        rows: list[tuple[Any, ...]] = []
        self.base.execute("BEGIN")
        for line in self._span_lines():
            for place, span in self._spans_of_line(line):
                if isinstance(span, Span):
                    self.spans += 1
                    rows.append(_span_row(line, place, span))
                    yield span
                else:
                    yield span
            if len(rows) >= _BATCH:
                self.base.executemany(_INSERT, rows)
                rows.clear()
        self.base.executemany(_INSERT, rows)
        self.base.execute("COMMIT")

    def _spans_of_line(self, line: Line) -> Iterator[tuple[int, Span | BadRow]]:
        label = self.files[line.file].label
        record = self.files[line.file].fault(line.number) or _loads(line.data)
        if isinstance(record, str):
            yield 0, BadRow(label, line.number, record)
        elif not is_trace(record):
            yield 0, BadRow(label, line.number, phrase("import.traces.no_trace"))
        else:
            for place, span in spans_of(record):
                if isinstance(span, SpanError):
                    yield place, BadRow(label, line.number, said_by(span))
                elif span is not None:
                    yield place, span

    def _span_lines(self) -> Iterator[Line]:
        for position, file in enumerate(self.files):
            at = number = 0
            with file.lines() as stream:
                while raw := stream.readline(_LONGEST):
                    number += 1
                    if not raw.isspace():
                        yield Line(position, number, at, raw)
                    at += len(raw)

    def copy_needed(self) -> None:
        """Read the lines again that hold what is needed, and spool it."""
        query = "SELECT file, at, size, place, span.n FROM span JOIN needed USING (n) ORDER BY file, at, place"
        rows = self.base.execute(query).fetchall()
        for (file, at, size), group in groupby(rows, key=lambda row: row[:3]):
            self._copy_line(file, at, size, {place: n for *_, place, n in group})

    def _copy_line(self, file: int, at: int, size: int, places: dict[int, int]) -> None:
        with self.files[file].lines() as stream:
            stream.seek(at)
            record = _loads(stream.read(size))
        rows = []
        for place, span in spans_of(record, places):
            data = orjson.dumps(span)
            rows.append((places[place], self._spool.tell(), len(data)))
            self._spool.write(data)
        self.base.executemany("INSERT OR REPLACE INTO spooled VALUES (?, ?, ?)", rows)

    def bad_row(self, n: int, problem: str) -> BadRow:
        """Say of a span why it cannot be used."""
        file, line = self.base.execute("SELECT file, line FROM span WHERE n = ?", (n,)).fetchone()
        return BadRow(self.files[file].label, line, problem)

    def span(self, n: int) -> Span | None:
        """A span of the spool."""
        found = self.base.execute("SELECT at, size FROM spooled WHERE n = ?", (n,)).fetchone()
        if found is None:
            return None
        self._spool.seek(found[0])
        value = orjson.loads(self._spool.read(found[1]))
        run = value.pop("run")
        return Span(**value, run=ToolRun(**run) if run else None)


def _span_row(line: Line, place: int, span: Span) -> tuple[Any, ...]:
    numbers = identities(span.messages)
    start = span.start if abs(span.start) < 2**62 else 0
    place_of_span = (line.file, line.number, line.at, len(line.data), place)
    names = (span.kind, span.trace, span.id, span.conversation, span.session)
    counts = (start, span.said, open_calls(span.messages), span.error)
    return (None, *place_of_span, *names, *counts, numbers.tobytes(), richness(span.messages).tobytes())


def numbers_of(data: bytes) -> array[int]:
    """The numbers of a stored sequence."""
    made = array("q")
    made.frombytes(data)
    return made


def _loads(data: bytes) -> Any:
    """The value of a line; a sentence where it is none."""
    data = data.removeprefix(_BOM)
    try:
        return orjson.loads(data)
    except ValueError:
        pass
    try:
        return loads_line(data)
    except UnicodeDecodeError as error:
        return phrase("bad_row.not_utf8", position=error.start + 1)
    except JsonError as error:
        return phrase("bad_row.not_json" if data.endswith(b"\n") else "bad_row.cut_off", problem=error.problem)
