"""Where every row of a CSV or TSV file begins, so that one of them is read without those before it.

A path flows in, byte offsets with the ids of rows flow out; with such an offset, one row. A quoted cell may hold the
end of a line, so that only the reader of the table knows where a row begins: it is asked for one row after the other,
and the lines it took are counted.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .file_access import label_of, open_binary
from .ids import own_id
from .rows import Row
from .tables import CELL_LIMIT, delimiter_of, detect_encoding, header_of, row_from_cells

_BY_LINES = {"utf-8-sig": "utf-8", "gb18030": "gb18030"}
"""Encodings in which no byte of another character is an end of a line, and how a line in the middle is read."""
_BOM = "\ufeff"


class NoPlacesError(ValueError):
    """The rows of this file cannot be found by their bytes; they can be counted."""


class _CountedLines:
    """The lines of a stream as text, and how many bytes they took."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream, self._encoding = stream, encoding
        self.end = stream.tell()

    def __iter__(self) -> Iterator[str]:
        for raw in self._stream:
            if raw.count(b"\r") > raw.endswith(b"\r\n"):
                raise NoPlacesError  # a line may end there, which nobody here sees
            first, self.end = self.end == 0, self.end + len(raw)
            text = raw.decode(self._encoding)
            yield text.removeprefix(_BOM) if first else text


def table_places(path: Path) -> Iterator[tuple[int, str | None]]:
    """Where every row of a table begins, in the order of `scan_records`, and its id; NoPlacesError if unknown."""
    csv.field_size_limit(CELL_LIMIT)
    with open_binary(path) as stream:
        lines, reader = _reader(path, stream)
        names = header_of(label_of(path), reader)
        at = names.index("id") if "id" in names else len(names)
        while True:
            start = lines.end
            try:
                cells = next(reader, None)
            except csv.Error:
                yield start, None
                continue
            if cells is None:
                return
            if len(cells) > len(names) or "\0" in "".join(cells):
                row = row_from_cells(label_of(path), 0, names, cells)
                yield start, own_id(row.value) if isinstance(row, Row) else None
            elif any(map(str.strip, cells)):
                yield start, (cells[at] or None) if at < len(cells) else None


def table_row_at(path: Path, place: int) -> Row | None:
    """The row that begins at a byte; None where it is none that can be used."""
    with open_binary(path) as stream:
        _, reader = _reader(path, stream)
        names = header_of(label_of(path), reader)
        stream.seek(place)
        _, reader = _reader(path, stream)
        try:
            cells = next(reader, [])
        except csv.Error:
            return None
        row = row_from_cells(label_of(path), 0, names, cells)
        return row if isinstance(row, Row) else None


def _reader(path: Path, stream: BinaryIO) -> tuple[_CountedLines, Iterator[list[str]]]:
    encoding = _BY_LINES.get(detect_encoding(path))
    if encoding is None:
        raise NoPlacesError
    lines = _CountedLines(stream, encoding)
    return lines, csv.reader(lines, delimiter=delimiter_of(path), strict=True)
