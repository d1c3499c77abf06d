"""Reading JSONL as a stream, one row at a time, with the file and line in every complaint.

In flows a path (or `-`), out flow rows and bad rows. A bad row is data: whoever reads decides whether it stops
the work (`read_rows`) or is counted and kept aside (`scan_rows`). Lines end at LF alone: U+2028 and its like are
ordinary characters of a JSON string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonError, loads_line
from evalwright.errors import InputError
from evalwright.text import Sentence, phrase

from .file_access import label_of
from .opened import Opened, opened

MAX_LINE_BYTES = 32 * 1024 * 1024
"""Longer lines are bad rows: they are passed over without being held in memory."""

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON value of a file."""

    line: int
    """Of a file that is not lines: which row it is, from 1."""
    value: Any
    part: str = ""
    """The file that it stands in, where a folder or a pattern was read."""

    def at(self, label: str) -> str:
        """How its file is called, where what was read is called `label`."""
        return self.part or label


@dataclass(frozen=True, slots=True)
class BadRow:
    """One line that could not be used, and why."""

    path: str
    line: int
    text: str
    part: str = ""
    """The file that it stands in, where a folder or a pattern was read."""

    def at(self, label: str) -> BadRow:
        """The same of a file that is called so, unless it stands in one of several."""
        return self if self.part else BadRow(label, self.line, self.text)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"

    def words(self) -> Sentence:
        """The same as a sentence that can be said in other languages."""
        return phrase("bad_row.at", path=self.path, line=self.line, problem=self.text)

    def as_error(self) -> InputError:
        """The same as an error, for those who cannot go on without this row."""
        return InputError.named("data.bad_row", path=self.path, line=self.line, problem=self.text)


def read_rows(path: str | Path) -> Iterator[Row]:
    """Every row of the file; the first bad one is an InputError."""
    for row in scan_rows(path):
        if isinstance(row, BadRow):
            raise row.as_error()
        yield row


def scan_rows(path: str | Path, loads: Callable[[bytes], Any] = loads_line) -> Iterator[Row | BadRow]:
    """Every row of the file, the bad ones as BadRow. A file that cannot be opened or holds no row is an InputError.

    `loads` reads a line, by the rules of `loads_line`.
    """
    return (row for _, row in scan_places(opened(path), loads))


def scan_places(source: Opened, loads: Callable[[bytes], Any]) -> Iterator[tuple[int, Row | BadRow]]:
    """Every row with the byte at which it begins in the lines of its file."""
    label = label_of(source.path)
    empty = True
    with source.lines() as stream:
        for found in scan_lines(source, label, stream, loads):
            empty = False
            yield found
    if empty:
        raise InputError.named("data.empty", path=label)


def scan_lines(
    source: Opened, label: str, stream: BinaryIO, loads: Callable[[bytes], Any], before: int = 0
) -> Iterator[tuple[int, Row | BadRow]]:
    """Every row of a stream before which the file has so many lines, with the byte at which it begins."""
    for place, line, raw in _numbered_lines(stream, before):
        yield place, _place_row(source, label, line, raw, loads)


def _place_row(source: Opened, label: str, line: int, raw: bytes | str, loads: Callable[[bytes], Any]) -> Row | BadRow:
    raw = source.faults.get(line, raw) if source.faults else raw
    row = BadRow(label, line, raw) if isinstance(raw, str) else _parse_row(label, line, raw, loads)
    part = source.part_of(line) if len(source.parts) > 1 else None
    if part is None or not part.path:
        return row
    line += 1 - part.first
    return Row(line, row.value, part.path) if isinstance(row, Row) else BadRow(part.path, line, row.text, part.path)


def _numbered_lines(stream: BinaryIO, before: int) -> Iterator[tuple[int, int, bytes | str]]:
    """Place and number of lines that are not blank, with their bytes, or a sentence where they are too long."""
    number, place = before, 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        start, place = place, place + len(raw)
        if number == 1:
            if raw.startswith(_UTF16_BOMS):
                yield start, number, phrase("bad_row.utf16")
                return
            raw = raw.removeprefix(_BOM)
        if len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n"):
            place += _skip_line(stream)
            yield start, number, phrase("bad_row.too_long", size=MAX_LINE_BYTES // 2**20)
        elif not raw.isspace() and raw:
            yield start, number, raw


def _skip_line(stream: BinaryIO) -> int:
    """Pass over the rest of a line: how many bytes that is."""
    passed = 0
    while chunk := stream.readline(1 << 20):
        passed += len(chunk)
        if chunk.endswith(b"\n"):
            break
    return passed


def _parse_row(label: str, line: int, raw: bytes, loads: Callable[[bytes], Any]) -> Row | BadRow:
    try:
        return Row(line, loads(raw))
    except UnicodeDecodeError as error:
        return BadRow(label, line, phrase("bad_row.not_utf8", position=error.start + 1))
    except JsonError as error:
        key = "bad_row.not_json" if raw.endswith(b"\n") else "bad_row.cut_off"
        return BadRow(label, line, phrase(key, problem=error.problem))
