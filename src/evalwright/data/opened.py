"""Opening any file: whatever is not lines is spooled as lines first, so that everything behind stays line-based.

In goes a path: JSON Lines, a JSON array or document, objects one after another, CSV, Parquet, a zip of JSON documents,
any of them packed with gzip or zstd, a folder or a pattern of such. Out comes an `Opened`: a stream of lines, and which
of them come from which file and shape. The spool has no name, so that no kill leaves it behind.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, BinaryIO, cast

from evalwright.errors import StorageError

from .file_access import label_of
from .folders import files_behind
from .read_log import note_container
from .unpack import Fault, Rows, is_plain_lines, rows_of

_KEPT_OPEN = 8
_BUFFER = 1 << 20
_LEFT_FREE = 1 << 30
_LOOK_AFTER = 1 << 28
"""Bytes between two looks at what is left on the disk."""
_MOST_FAULTS = 100_000


@dataclass(slots=True)
class Part:
    """The lines of one file."""

    path: str
    """Its name, where it is one of several; else empty."""
    container: str
    """How its rows lie in it: `lines`, `array`, `document`, ..."""
    first: int
    """The number of its first line among all."""
    rows: int = 0


@dataclass(slots=True)
class Opened:
    """A file whose rows are lines, or their spool."""

    path: str | Path
    spool: IO[bytes] | None = None
    """None where the file itself is lines."""
    parts: list[Part] = field(default_factory=list)
    faults: dict[int, str] = field(default_factory=dict)
    """By line of the spool: why there is no row."""

    @property
    def container(self) -> str:
        """How the rows lie in the file, or in how many files in which ways."""
        kinds = list(dict.fromkeys(part.container for part in self.parts)) or ["lines"]
        count = sum(bool(part.path) for part in self.parts)
        return "; ".join(kinds) if not count else f"{count} {'file' if count == 1 else 'files'}: {'; '.join(kinds)}"

    def __del__(self) -> None:
        """Let go of the spool; who still reads it has it open for himself."""
        if self.spool is not None:
            self.spool.close()

    @contextmanager
    def lines(self) -> Iterator[BinaryIO]:
        """The lines, from the first."""
        if self.spool is None:
            with Path(self.path).open("rb") as stream:
                yield stream
        else:
            raw = cast("io.RawIOBase", _SpoolReader(os.dup(self.spool.fileno())))
            with io.BufferedReader(raw, _BUFFER) as spooled:
                yield cast("BinaryIO", spooled)

    def part_of(self, line: int) -> Part | None:
        """The part that a line belongs to."""
        return next((part for part in reversed(self.parts) if part.first <= line), None)


class _SpoolReader(io.RawIOBase):
    """A reader of an open file with a place of its own, so that several can read it at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._at = descriptor, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        count = os.preadv(self._descriptor, [buffer], self._at)
        self._at += count
        return count

    def seek(self, place: int, whence: int = 0, /) -> int:
        self._at = place + (0 if whence == 0 else self._at if whence == 1 else os.fstat(self._descriptor).st_size)
        return self._at

    def close(self) -> None:
        if not self.closed:
            os.close(self._descriptor)
        super().close()


_cache: OrderedDict[tuple[object, ...], Opened] = OrderedDict()
"""What was spooled, by path and state of the files behind it: a verb reads its file several times."""


def opened(path: str | Path) -> Opened:
    """The lines of a file, a folder or a pattern; InputError where it cannot be read or is nothing that has rows."""
    if str(path) == "-":
        return _from_stdin()
    files = files_behind(path)
    if len(files) == 1 and files[0].is_whole and is_plain_lines(files[0].path):
        note_container(label_of(path), "lines")
        return Opened(path)
    key = (str(path), *(file.state for file in files))
    if key in _cache:
        _cache.move_to_end(key)
        note_container(label_of(path), _cache[key].container)
        return _cache[key]
    made = Opened(path, tempfile.TemporaryFile(buffering=_BUFFER))  # noqa: SIM115 - it lives as long as it is remembered
    for file in files:
        _spool(made, rows_of(file.path), "" if file.is_whole else str(file.path))
    note_container(label_of(path), made.container)
    _cache[key] = made
    while len(_cache) > _KEPT_OPEN:
        _cache.popitem(last=False)
    return made


def _from_stdin() -> Opened:
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - see above
    shutil.copyfileobj(sys.stdin.buffer, copy, 1 << 20)
    copy.flush()
    rows = rows_of(Path("-"), cast("BinaryIO", copy))
    if rows.container == "lines":
        return Opened("-", copy, [Part("", "lines", 1)])
    made = Opened("-", tempfile.TemporaryFile(buffering=_BUFFER))  # noqa: SIM115 - see above
    _spool(made, rows, "")
    note_container(label_of("-"), made.container)
    return made


def _spool(made: Opened, rows: Rows, name: str) -> None:
    """Write the rows of one file behind those before it."""
    assert made.spool is not None
    written = 0
    part = Part(name, rows.container, sum(each.rows for each in made.parts) + 1)
    made.parts.append(part)
    try:
        for row in rows.lines:
            part.rows += 1
            line = row if isinstance(row, bytes) else _note_fault(made, part, row)
            written += made.spool.write(line)
            if not line.endswith(b"\n"):
                made.spool.write(b"\n")
            if written > _LOOK_AFTER:
                written = 0
                _check_room()
        made.spool.flush()
    except OSError as error:
        raise StorageError.named("data.no_spool", path=tempfile.gettempdir(), strerror=error.strerror) from error


def _note_fault(made: Opened, part: Part, fault: Fault) -> bytes:
    """Remember why there is no row; what stands in its place is no JSON."""
    if len(made.faults) < _MOST_FAULTS:
        made.faults[part.first + part.rows - 1] = fault.text
    return b"\0"


def _check_room() -> None:
    if shutil.disk_usage(tempfile.gettempdir()).free < _LEFT_FREE:
        raise OSError(28, os.strerror(28))
