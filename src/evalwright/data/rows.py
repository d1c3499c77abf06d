"""Reading JSONL as a stream, one row at a time, with the file and line in every complaint.

In flows a path (or `-`), out flow rows and bad rows. A bad row is data: whoever reads decides whether it stops
the work (`read_rows`) or is counted and kept aside (`scan_rows`). Lines end at LF alone: U+2028 and its like are
ordinary characters of a JSON string.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonError, loads_line
from evalwright.errors import InputError
from evalwright.text import Sentence, phrase

MAX_LINE_BYTES = 32 * 1024 * 1024
"""Longer lines are bad rows: they are passed over without being held in memory."""

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON value of a file."""

    line: int
    value: Any


@dataclass(frozen=True, slots=True)
class BadRow:
    """One line that could not be used, and why."""

    path: str
    line: int
    text: str

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
    label = label_of(path)
    empty = True
    with open_binary(path) as stream:
        for line, raw in _numbered_lines(stream):
            empty = False
            yield BadRow(label, line, raw) if isinstance(raw, str) else _parse_row(label, line, raw, loads)
    if empty:
        raise InputError.named("data.empty", path=label)


def label_of(path: str | Path) -> str:
    """How a path is called in messages."""
    return "<stdin>" if str(path) == "-" else str(path)


@contextmanager
def open_binary(path: str | Path) -> Iterator[BinaryIO]:
    """The file's bytes (`-`: standard input), or an InputError that says what is wrong with the path."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below; opening alone is what may fail
    except FileNotFoundError:
        raise InputError.named("data.no_file", path=path, cure=_nearby(Path(path))) from None
    except IsADirectoryError:
        raise InputError.named("data.directory", path=path, cure=_inside(Path(path))) from None
    except OSError as error:
        raise InputError.named("data.not_opened", path=path, strerror=error.strerror) from None
    with stream:
        yield stream


def _nearby(path: Path) -> str:
    """A hint at the file that was probably meant."""
    import difflib

    folder = path.parent
    if not folder.is_dir():
        return phrase("cures.no_folder", folder=folder)
    close = difflib.get_close_matches(path.name, sorted(entry.name for entry in folder.iterdir())[:1000], n=1)
    return phrase("cures.near_file", folder=folder / close[0]) if close else phrase("cures.check_the_path")


def _inside(path: Path) -> str:
    names = sorted(path.glob("*.jsonl"))
    return phrase("cures.file_inside", names=names[0]) if names else phrase("cures.jsonl_file")


def _numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | str]]:
    """Numbered lines that are not blank: their bytes, or a sentence where they are too long to be read."""
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if number == 1:
            if raw.startswith(_UTF16_BOMS):
                yield number, phrase("bad_row.utf16")
                return
            raw = raw.removeprefix(_BOM)
        if len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n"):
            _skip_line(stream)
            yield number, phrase("bad_row.too_long", size=MAX_LINE_BYTES // 2**20)
        elif not raw.isspace() and raw:
            yield number, raw


def _skip_line(stream: BinaryIO) -> None:
    while chunk := stream.readline(1 << 20):
        if chunk.endswith(b"\n"):
            return


def _parse_row(label: str, line: int, raw: bytes, loads: Callable[[bytes], Any]) -> Row | BadRow:
    try:
        return Row(line, loads(raw))
    except UnicodeDecodeError as error:
        return BadRow(label, line, phrase("bad_row.not_utf8", position=error.start + 1))
    except JsonError as error:
        key = "bad_row.not_json" if raw.endswith(b"\n") else "bad_row.cut_off"
        return BadRow(label, line, phrase(key, problem=error.problem))
