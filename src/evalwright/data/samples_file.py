"""A samples file looked up by item id, whatever its size.

The file is read once, by one worker or several, to note where each id stands, in a table of plain numbers (twelve bytes
a sample); a sample is read from disk when it is asked for. The table knows ids by their hash, so a hit is checked
against the line itself. It can be sent to workers, who read the same file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonError, Sample, loads_line
from evalwright.errors import InputError
from evalwright.executor import Executor, LocalExecutor, Split, stable_hash
from evalwright.text import said_by

from .file_access import label_of, open_binary
from .line_checksums import loads_sealed
from .rows import BadRow
from .samples import RecordedError, read_sample
from .splits import SplitFile, split_file

_BOM = b"\xef\xbb\xbf"
_COLUMNS = 4096
_MARK_BYTES, _PLACE_BYTES = 6, 6
_RECORD_BYTES = _MARK_BYTES + _PLACE_BYTES
_KEPT_BITS = (1 << 8 * _MARK_BYTES) - 1


def seekable_file(path: str | Path) -> BinaryIO:
    """The file, open for reading; InputError where it cannot be read more than once (a pipe)."""
    if str(path) != "-":
        with open_binary(path) as stream:
            if stream.seekable():
                return Path(path).open("rb")
    raise InputError.named("samples.stream", path=label_of(path))


class SamplesFile:
    """The samples of a file by item id; one without an id has its position from 0, like every record."""

    def __init__(self, path: str | Path, workers: Executor | None = None) -> None:
        self.path = Path(path)
        self._table = _Table()
        self._errors = _Table()
        """Lines that say why there is no answer. They count as no sample, so a later answer may follow."""
        self._file = split_file(path)
        if self._file.is_plain:
            seekable_file(path).close()
        self._stream: BinaryIO | None = None
        try:
            self._index(workers or LocalExecutor())
        except BaseException:
            self.close()
            raise

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_stream": None}

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
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _index(self, workers: Executor) -> None:
        for noted in workers.map_in_order(_SamplesSurvey(self._file), self._file.splits):
            for mark, place in zip(noted.error_marks, noted.error_places, strict=True):
                self._errors.add(mark, place)
            for number in self._table.add_new(noted.columns, noted.records):
                self._index_sample(noted, number)
            if noted.bad is not None:
                raise noted.bad.as_error()
        if not self._table.used:
            raise InputError.named("samples.no_answer", path=self.path, n=self._errors.used)

    def _index_sample(self, noted: _Noted, number: int) -> None:
        """Add a sample whose id seems to be there already."""
        column, record = noted.columns[number], _record_in(noted.records, number)
        place = int.from_bytes(record[_MARK_BYTES:], "little")
        own, _ = self._read_sample_at(place, ())
        self._check_is_new(own if own is not None else str(noted.positions[number]), noted.lines[number])
        self._table.add_record(column, record)

    def _check_is_new(self, identifier: str, line: int) -> None:
        earlier = self._find(identifier)
        if earlier is not None:
            first = self._line_of(earlier[0])
            raise InputError.named("samples.twice", path=self.path, line=line, id=repr(identifier[:80]), first=first)

    def _find(self, identifier: str, tools: Iterable[Any] = ()) -> tuple[int, Sample] | None:
        """Where the sample of an item stands, and the sample."""
        for place in self._table.places(_mark(identifier)):
            own, sample = self._read_sample_at(place, tools)
            # A line without an id stands under its position, which only the table knows.
            if own is None or own == identifier:
                return place, sample
        return None

    def _read_sample_at(self, place: int, tools: Iterable[Any]) -> tuple[str | None, Sample]:
        try:
            self._stream = self._stream or Path(self._file.lines).open("rb")  # noqa: SIM115 - see `close`
            self._stream.seek(place)
            raw = self._stream.readline()
            return read_sample(loads_line(raw if place else raw.removeprefix(_BOM)), tools)
        except RecordedError:
            raise
        except (OSError, JsonError, UnicodeDecodeError, ValueError):
            raise InputError.named("samples.changed", path=self.path) from None

    def _line_of(self, place: int) -> int:
        line, left = 1, place
        with Path(self._file.lines).open("rb") as stream:
            while left and (chunk := stream.read(min(left, 1 << 20))):
                line += chunk.count(b"\n")
                left -= len(chunk)
        return line


def _mark(identifier: str) -> int:
    return stable_hash(identifier) & 0xFFFF_FFFF_FFFF_FFFF


@dataclass(slots=True)
class _Noted:
    """Where the samples of a split stand."""

    columns: array[int] = field(default_factory=lambda: array("H"))
    records: bytearray = field(default_factory=bytearray)
    """As the table keeps them: whoever puts all together has little to do."""
    positions: array[int] = field(default_factory=lambda: array("Q"))
    lines: array[int] = field(default_factory=lambda: array("Q"))
    error_marks: array[int] = field(default_factory=lambda: array("Q"))
    error_places: array[int] = field(default_factory=lambda: array("Q"))
    bad: BadRow | None = None
    """The row at which reading ended."""


class _SamplesSurvey:
    """Looks at the samples of a split."""

    def __init__(self, file: SplitFile) -> None:
        self._file = file

    def __call__(self, split: Split) -> _Noted:
        made = _Noted()
        for position, (place, row) in enumerate(self._file.scan_places(split, loads_sealed), split.first_row):
            if isinstance(row, BadRow):
                made.bad = row
                break
            try:
                identifier, _ = read_sample(row.value)
            except RecordedError as error:
                made.error_marks.append(_mark(error.id if error.id is not None else str(position)))
                made.error_places.append(place)
                continue
            except ValueError as error:
                made.bad = BadRow(row.at(self._file.path), row.line, said_by(error))
                break
            mark = _mark(identifier if identifier is not None else str(position))
            made.columns.append(mark % _COLUMNS)
            made.records += _record_of(mark, place)
            made.positions.append(position)
            made.lines.append(row.line)
        return made


class _Table:
    """Places by mark, in some thousand short columns: twelve bytes for each, where a dict would take a hundred."""

    def __init__(self) -> None:
        self.used = 0
        self._columns = [bytearray() for _ in range(_COLUMNS)]

    def places(self, mark: int) -> Iterator[int]:
        """Where records with this mark start; nearly always none or one."""
        column, kept = self._columns[mark % _COLUMNS], _kept_of(mark)
        at = column.find(kept)
        while at >= 0:
            if at % _RECORD_BYTES == 0:
                yield int.from_bytes(column[at + _MARK_BYTES : at + _RECORD_BYTES], "little")
            at = column.find(kept, at + 1)

    def add(self, mark: int, place: int) -> None:
        """Note one record."""
        self.add_record(mark % _COLUMNS, _record_of(mark, place))

    def add_record(self, column: int, record: bytes | bytearray) -> None:
        """The same of a record that is made."""
        self._columns[column] += record
        self.used += 1

    def add_new(self, numbers: Sequence[int], records: bytearray) -> Iterator[int]:
        """Note records by the numbers of their columns; those whose mark may be there already are given back."""
        columns = self._columns
        for number, own in enumerate(numbers):
            column, record = columns[own], _record_in(records, number)
            if column.find(record[:_MARK_BYTES]) >= 0:
                yield number
                continue
            column += record
            self.used += 1


def _record_of(mark: int, place: int) -> bytes:
    return _kept_of(mark) + place.to_bytes(_PLACE_BYTES, "little")


def _record_in(records: bytearray, number: int) -> bytearray:
    return records[number * _RECORD_BYTES : (number + 1) * _RECORD_BYTES]


def _kept_of(mark: int) -> bytes:
    """What is kept of a mark beside the number of its column."""
    return (mark // _COLUMNS & _KEPT_BITS).to_bytes(_MARK_BYTES, "little")
