"""Reading CSV and TSV as rows of named cells, with the same promises as JSONL: a bad row is named, the rest is read.

Spreadsheets write many encodings; a file is UTF-8 (with or without a mark), UTF-16 with its mark, or, if it is not
valid UTF-8, GB18030 (which holds GBK). A row that is too short lacks its last cells; one that is too long has an
unquoted comma somewhere and cannot be trusted.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from evalwright.chat import JsonObject, loads_line
from evalwright.errors import InputError
from evalwright.text import phrase

from .file_access import label_of, open_binary
from .opened import opened
from .rows import BadRow, Row, scan_rows
from .splits import SplitFile, split_file

_LOOKED_AT = 1 << 20
CELL_LIMIT = 16 * 1024 * 1024
if TYPE_CHECKING:
    from _csv import Reader

_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def scan_records(path: str | Path, loads: Callable[[bytes], Any] = loads_line) -> Iterator[Row | BadRow]:
    """The rows of a data file: .csv and .tsv as tables, everything else as `scan_rows` opens it."""
    delimiter = _DELIMITERS.get(Path(path).suffix.lower())
    if delimiter is not None:
        return scan_table(path, delimiter)
    if opened(path).spool is None and detect_encoding(path) == "gb18030":
        return scan_rows(path, lambda line: loads(line.decode("gb18030").encode("utf-8")))
    return scan_rows(path, loads)


def record_splits(path: str | Path) -> SplitFile | None:
    """A data file in splits whose rows are those of `scan_records`; None where its rows are not lines of UTF-8."""
    if Path(path).suffix.lower() in _DELIMITERS:
        return None
    file = split_file(path)
    return None if file.is_plain and detect_encoding(path) == "gb18030" else file


def delimiter_of(path: str | Path) -> str:
    """What stands between the cells of a table."""
    return _DELIMITERS[Path(path).suffix.lower()]


def scan_table(path: str | Path, delimiter: str) -> Iterator[Row | BadRow]:
    """The rows of a table as dictionaries by column name; cells that are not there are absent."""
    with open_binary(path) as stream:
        yield from _scan_stream(label_of(path), stream, detect_encoding(path), delimiter)


def table_rows(label: str, stream: BinaryIO, delimiter: str) -> Iterator[JsonObject | str]:
    """The same of a stream, for spooling: a dictionary, or what is wrong with a row."""
    for row in _scan_stream(label, stream, _encoding_of(stream), delimiter):
        yield row.value if isinstance(row, Row) else row.text


def _scan_stream(label: str, stream: BinaryIO, encoding: str, delimiter: str) -> Iterator[Row | BadRow]:
    csv.field_size_limit(CELL_LIMIT)
    found = False
    text = io.TextIOWrapper(stream, encoding=encoding, newline="")
    try:
        for row in _table_rows(label, csv.reader(text, delimiter=delimiter, strict=True)):
            found = True
            yield row
    except UnicodeDecodeError:
        raise InputError.named("readers.encoding", path=label) from None
    finally:
        text.detach()
    if not found:
        raise InputError.named("readers.no_row", path=label)


def _table_rows(label: str, reader: Reader) -> Iterator[Row | BadRow]:
    names = header_of(label, reader)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            yield BadRow(label, line, phrase("bad_row.table.not_row", error=error))
            continue
        if any(map(str.strip, cells)):
            yield row_from_cells(label, line, names, cells)


def header_of(label: str, reader: Iterator[list[str]]) -> list[str]:
    """The names of a table's columns, which are taken from its first row."""
    try:
        names = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise InputError.named("tables.no_header", path=label, line=1, error=error) from None
    if not any(names):
        raise InputError.named("tables.empty", path=label)
    twice = next((name for name in names if name and names.count(name) > 1), None)
    if twice is not None:
        raise InputError.named("tables.twice", path=label, line=1, name=repr(twice))
    return names


def row_from_cells(label: str, line: int, names: list[str], cells: list[str]) -> Row | BadRow:
    """A row of a table as a dictionary by the names of its columns."""
    if "\0" in "".join(cells):
        return BadRow(label, line, phrase("bad_row.table.nul"))
    if len(cells) > len(names) and any(map(str.strip, cells[len(names) :])):
        return BadRow(label, line, phrase("bad_row.table.cells", cells=len(cells), columns=len(names)))
    return Row(line, {name: cell for name, cell in zip(names, cells, strict=False) if name})


def detect_encoding(path: str | Path) -> str:
    """The encoding of a text file: UTF-8 unless its mark or its bytes say otherwise."""
    with open_binary(path) as stream:
        state = os.fstat(stream.fileno())
    return _encoding(str(path), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _encoding(path: str, size: int, changed: int) -> str:
    """The same, remembered as long as the file stays what it is: a run reads its files several times."""
    with Path(path).open("rb") as stream:
        return _encoding_of(stream)


def _encoding_of(stream: BinaryIO) -> str:
    """The encoding of a stream, which is looked through and put back to its beginning."""
    try:
        if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return "utf-16"
        if not _decodes(stream, "utf-8-sig") and _decodes(stream, "gb18030") and _is_chinese(stream):
            return "gb18030"
        return "utf-8-sig"
    finally:
        stream.seek(0)


def _is_chinese(stream: BinaryIO) -> bool:
    """Whether a file that can be read as GB18030 is one: most of a Latin-1 text can, as characters nobody uses."""
    stream.seek(0)
    text = codecs.getincrementaldecoder("gb18030")().decode(stream.read(_LOOKED_AT))
    foreign = [char for char in text if char > "\x7f"]
    return 2 * sum(bool(char.encode("gb2312", "ignore")) for char in foreign) >= len(foreign)


def _decodes(stream: BinaryIO, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    stream.seek(0)
    try:
        while chunk := stream.read(1 << 20):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
