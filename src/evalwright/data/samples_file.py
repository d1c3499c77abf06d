"""A samples file looked up by item id, whatever its size.

The file is read once to note where each id stands, in a table of plain numbers (24 to 48 bytes a sample); a
sample is read from disk when it is asked for. The table knows ids by their hash, so a hit is checked against
the line itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonError, Sample, loads_line
from evalwright.errors import InputError
from evalwright.text import said_by

from .file_access import label_of, open_binary
from .line_checksums import loads_sealed
from .opened import opened
from .rows import BadRow, Row, scan_places
from .samples import RecordedError, read_sample

_BOM = b"\xef\xbb\xbf"


def seekable_file(path: str | Path) -> BinaryIO:
    """The file, open for reading; InputError where it cannot be read more than once (a pipe)."""
    if str(path) != "-":
        with open_binary(path) as stream:
            if stream.seekable():
                return Path(path).open("rb")
    raise InputError.named("samples.stream", path=label_of(path))


class SamplesFile:
    """The samples of a file by item id; one without an id has its position from 0, like every record."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._table = _Table()
        self._errors = _Table()
        """Lines that say why there is no answer. They count as no sample, so a later answer may follow."""
        self._source = opened(path)
        self._held = ExitStack()
        if self._source.spool is None:
            seekable_file(path).close()
        self._stream = self._held.enter_context(self._source.lines())
        try:
            self._index()
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return self._table.used

    def get(self, identifier: str, tools: Iterable[Any] = ()) -> Sample | None:
        """The sample of an item that offers these tools, or None; InputError where the file was changed."""
        found = self._find(identifier, tools)
        return None if found is None else found[1]

    def error_of(self, identifier: str) -> RecordedError | None:
        """What the file says of an item in place of an answer."""
        for place in self._errors.places(_mark(identifier)):
            try:
                self._read_sample_at(place, ())
            except RecordedError as error:
                if error.id is None or error.id == identifier:
                    return error
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._held.close()

    def _index(self) -> None:
        for position, (place, row) in enumerate(self._placed_rows()):
            try:
                identifier, _ = read_sample(row.value)
            except RecordedError as error:
                self._errors.add(_mark(error.id if error.id is not None else str(position)), place)
                continue
            except ValueError as error:
                raise BadRow(str(self.path), row.line, said_by(error)).as_error() from None
            self._index_sample(identifier if identifier is not None else str(position), place, row.line)
        if not self._table.used:
            raise InputError.named("samples.no_answer", path=self.path, n=self._errors.used)

    def _placed_rows(self) -> Iterator[tuple[int, Row]]:
        """Every row with the byte at which its line starts."""
        for place, row in scan_places(self._source, loads_sealed):
            if isinstance(row, BadRow):
                raise row.as_error()
            yield place, row

    def _index_sample(self, identifier: str, place: int, line: int) -> None:
        earlier = self._find(identifier)
        if earlier is not None:
            first = self._line_of(earlier[0])
            raise InputError.named("samples.twice", path=self.path, line=line, id=repr(identifier[:80]), first=first)
        self._table.add(_mark(identifier), place)

    def _find(self, identifier: str, tools: Iterable[Any] = ()) -> tuple[int, Sample] | None:
        """Where the sample of an item stands, and the sample."""
        for place in self._table.places(_mark(identifier)):
            own, sample = self._read_sample_at(place, tools)
            # A line without an id stands under its position, which only the table knows.
            if own is None or own == identifier:
                return place, sample
        return None

    def _read_sample_at(self, place: int, tools: Iterable[Any]) -> tuple[str | None, Sample]:
        self._stream.seek(place)
        raw = self._stream.readline()
        try:
            return read_sample(loads_line(raw if place else raw.removeprefix(_BOM)), tools)
        except RecordedError:
            raise
        except (JsonError, UnicodeDecodeError, ValueError):
            raise InputError.named("samples.changed", path=self.path) from None

    def _line_of(self, place: int) -> int:
        line, left = 1, place
        with self._source.lines() as stream:
            while left and (chunk := stream.read(min(left, 1 << 20))):
                line += chunk.count(b"\n")
                left -= len(chunk)
        return line


def _mark(identifier: str) -> int:
    return hash(identifier) & 0xFFFF_FFFF_FFFF_FFFF


class _Table:
    """A hash table of two number columns, at most two thirds full; a dict would take far more."""

    def __init__(self) -> None:
        self.used = 0
        self._clear(1024)

    def places(self, mark: int) -> Iterator[int]:
        """Where records with this mark start; nearly always none or one."""
        slot = mark % len(self._marks)
        while self._places[slot]:
            if self._marks[slot] == mark:
                yield self._places[slot] - 1
            slot = (slot + 1) % len(self._marks)

    def add(self, mark: int, place: int) -> None:
        """Note one record."""
        if self.used * 3 >= len(self._marks) * 2:
            self._grow()
        self._put(mark, place + 1)
        self.used += 1

    def _grow(self) -> None:
        marks, places = self._marks, self._places
        self._clear(len(marks) * 2)
        for mark, stored in zip(marks, places, strict=True):
            if stored:
                self._put(mark, stored)

    def _clear(self, size: int) -> None:
        self._marks = array("Q", bytes(8 * size))
        self._places = array("Q", bytes(8 * size))  # 0 is an empty slot, so places are kept plus one

    def _put(self, mark: int, stored: int) -> None:
        slot = mark % len(self._marks)
        while self._places[slot]:
            slot = (slot + 1) % len(self._marks)
        self._marks[slot], self._places[slot] = mark, stored
