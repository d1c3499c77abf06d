"""Reading one split of a file: what workers do, each at its own place of the same lines.

A file flows in and its splits flow out (`split_file`), with all that a worker needs to read them: a spooled file (gzip,
Parquet, a folder, standard input) is read through the driver's open descriptor, so that it is unpacked once.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from evalwright.errors import InputError
from evalwright.executor import Split, cut_lines

from .atomic_write import FileState, settled_state
from .file_access import OPEN_FILES, label_of
from .opened import Opened, Part, opened
from .rows import BadRow, Row, scan_lines

_BUFFER = 1 << 18
_REMEMBERED = 64
_SPLITS: dict[tuple[str, FileState], list[Split]] = {}


@dataclass(frozen=True)
class SplitFile:
    """A file in splits; it can be sent to workers of this machine."""

    path: str
    label: str
    lines: str
    """Where its lines can be opened: the file itself, or a descriptor of the process that spooled it."""
    parts: tuple[Part, ...] = ()
    faults: dict[int, str] = field(default_factory=dict)
    _kept: Opened | None = None
    """The spool, which lives as long as this."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": None, "splits": []}

    @property
    def is_plain(self) -> bool:
        """Whether its lines are the file itself, and no spool of ours."""
        return self._kept is None

    @cached_property
    def splits(self) -> list[Split]:
        """All splits, in order; InputError where there is no row in any."""
        made = _splits_of(self.lines, self.path)
        if not any(split.rows for split in made):
            raise InputError.named("data.empty", path=self.label)
        return made

    @cached_property
    def _as_opened(self) -> Opened:
        return Opened(self.path, None, list(self.parts), self.faults)

    def scan(self, split: Split, loads: Callable[[bytes], Any]) -> Iterator[Row | BadRow]:
        """The rows of one split, numbered as in the whole file."""
        return (row for _, row in self.scan_places(split, loads))

    def scan_places(self, split: Split, loads: Callable[[bytes], Any]) -> Iterator[tuple[int, Row | BadRow]]:
        """The same, each with the byte of the whole file at which it begins."""
        with _range_of(self.lines, split) as stream:
            for place, row in scan_lines(self._as_opened, self.label, stream, loads, split.first_line):
                yield split.start + place, row


def _splits_of(lines: str, path: str) -> list[Split]:
    """The splits of a file, remembered as long as it stays what it is: who shows how many rows there are asks first."""
    with Path(lines).open("rb") as stream:
        state = settled_state(stream)
        if state is None:
            return list(cut_lines(stream, path))
        if (path, state) not in _SPLITS:
            if len(_SPLITS) >= _REMEMBERED:
                _SPLITS.clear()
            _SPLITS[path, state] = list(cut_lines(stream, path))
        return _SPLITS[path, state]


def split_file(path: str | Path) -> SplitFile:
    """A file, a folder, a pattern or standard input in splits; InputError where it cannot be read."""
    source = opened(path)
    if source.spool is None:
        return SplitFile(str(path), label_of(path), str(path).replace(OPEN_FILES, _open_files()))
    place = f"{_open_files()}{source.spool.fileno()}"
    return SplitFile(str(path), label_of(path), place, tuple(source.parts), source.faults, source)


def _open_files() -> str:
    """Where other processes find what this one has open."""
    return OPEN_FILES.replace("self", str(os.getpid()))


@contextmanager
def _range_of(path: str, split: Split) -> Iterator[BinaryIO]:
    with Path(path).open("rb", buffering=0) as raw:
        raw.seek(split.start)
        limited = cast("io.RawIOBase", _Range(raw, split.end - split.start))
        with io.BufferedReader(limited, _BUFFER) as stream:
            yield cast("BinaryIO", stream)


class _Range(io.RawIOBase):
    """So many bytes of a stream, from where it stands."""

    def __init__(self, raw: io.FileIO, length: int) -> None:
        self._raw, self._left = raw, length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        count = self._raw.readinto(memoryview(buffer)[: self._left]) or 0
        self._left -= count
        return count
