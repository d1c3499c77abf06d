"""The record that an item was asked from, found again in the data file that the run names.

The file lies where config.json says, mostly outside the directory that is shown; and config.json may come from
anyone. So a data file is only read if its hash is the one the run wrote down: nobody learns from it what they did not
have. Ids are given by the same plan as when the items were asked.
"""

from __future__ import annotations

import os
import re
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from evalwright.chat import ChatError, Conversation, JsonError, loads, loads_line, read_conversation
from evalwright.data import (
    IdPlan,
    NoPlacesError,
    Row,
    opened,
    own_id,
    scan_records,
    sha256_of,
    table_places,
    table_row_at,
    unwrap,
)
from evalwright.errors import EvalwrightError
from evalwright.report import Part, StoredRun, data_candidates
from evalwright.workbench import show

from .item_answers import RecordDocument
from .safe_paths import open_plain

_TABLES = (".csv", ".tsv")
_KEPT = 8
_PLAIN_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*("(?:[^"\\\x00-\x1f]|\\.)*")\s*,')
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Record:
    """A record, or why there is none."""

    state: str
    """`found`, `no_file`, `changed` (the file is not the one that was asked from) or `not_there`."""
    value: Any = None
    path: Path | None = None
    """The data file, where it is the one that was asked from."""


@dataclass(frozen=True, slots=True)
class _File:
    """A data file that was looked through: where its records are, by id."""

    key: tuple[Any, ...]
    places: Mapping[str, int]
    """A byte offset; in a file where rows cannot be found by it, the number of the row."""
    read: Callable[[Path, int], Any]
    """The record at one of these places."""


class Records:
    """Finds records; keeps where they lie for the files used last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: dict[tuple[Path, str], _File | None] = {}

    def find(self, run: StoredRun, part: Part, identifier: str) -> Record:
        """The record with this id in the data file of a part, wherever that lies now."""
        state = "no_file"
        for path in map(_resolved, data_candidates(run, part)):
            key = _stat(path) if path is not None else None
            if path is None or key is None:
                continue
            file = self._file(path, part.sha256, key)
            if file is None:
                state = "changed"
                continue
            place = file.places.get(identifier)
            value = None if place is None else file.read(path, place)
            return Record("not_there") if value is None else Record("found", value, path)
        return Record(state)

    def _file(self, path: Path, sha256: str, key: tuple[Any, ...]) -> _File | None:
        with self._lock:
            known = self._files.get((path, sha256))
            if known is not None and known.key == key:
                return known
            try:
                file = _look_through(path, key) if sha256_of(path) == sha256 else None
            except (OSError, EvalwrightError):
                file = None
            if file is not None:
                self._files[path, sha256] = file
                while len(self._files) > _KEPT:
                    self._files.pop(next(iter(self._files)))
            return file


def record_document(record: Record) -> RecordDocument:
    """A record for the browser: as a conversation where it is one, and as it is."""
    made: RecordDocument = {"state": record.state, "raw": record.value, "trace": None, "expected": None}
    if isinstance(record.value, dict):
        made["expected"] = record.value.get("expected_output")
        conversation = conversation_of(record.value)
        made["trace"] = show(conversation).to_dict() if conversation is not None else None
    return made


def conversation_of(value: Any) -> Conversation | None:
    """The conversation in a record; None where it holds none."""
    try:
        found = read_conversation({key: inner for key, inner in value.items() if key != "expected_output"})
    except (ChatError, AttributeError):
        return None
    return found if found.messages else None


def _resolved(path: Path) -> Path | None:
    """The file behind a link: its hash says whether it may be read."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


def _stat(path: Path) -> tuple[Any, ...] | None:
    """What tells one state of a file from another; None for what is no plain file."""
    stream = open_plain(path)
    if stream is None:
        return None
    with stream:
        state = os.fstat(stream.fileno())
        return state.st_ino, state.st_size, state.st_mtime_ns


def _look_through(path: Path, key: tuple[Any, ...]) -> _File:
    is_table = path.suffix.lower() in _TABLES
    try:
        if is_table:
            return _File(key, _places(table_places(path)), _table_record)
        if opened(path).spool is None:
            return _File(key, _places(_record_offsets(path)), _line_record)
    except (UnicodeDecodeError, NoPlacesError):
        pass  # another encoding, which the slower way reads
    rows = enumerate(scan_records(path))
    owned = ((at, own_id(unwrap(row.value)) if isinstance(row, Row) else None) for at, row in rows)
    return _File(key, _places(owned), _counted_record)


def _places(records: Iterator[tuple[int, str | None]]) -> dict[str, int]:
    """From ids to places, by the plan that gives every record its id."""
    places, owned, plan = array("q"), [], IdPlan()
    for place, identifier in records:
        places.append(place)
        owned.append(identifier)
        plan.note(identifier)
    return {plan.of(position, own): places[position] for position, own in enumerate(owned)}


def _record_offsets(path: Path) -> Iterator[tuple[int, str | None]]:
    """Where every record of a JSONL file begins, and its own id."""
    with path.open("rb") as stream:
        offset = 0
        for line in stream:
            if not line.isspace():
                yield offset, _own_id(line.removeprefix(_BOM) if offset == 0 else line)
            offset += len(line)


def _own_id(line: bytes) -> str | None:
    """The id of a line; where it stands first, as we write it, the rest need not be read."""
    plain = _PLAIN_ID.match(line)
    try:
        if plain:
            line.decode("utf-8")
            return own_id({"id": loads(plain[1].decode("utf-8"))})
        return own_id(unwrap(loads_line(line)))
    except JsonError:
        return None


def _counted_record(path: Path, number: int) -> Any:
    row = next(islice(scan_records(path), number, None), None)
    return unwrap(row.value) if isinstance(row, Row) else None


def _table_record(path: Path, place: int) -> Any:
    row = table_row_at(path, place)
    return None if row is None else unwrap(row.value)


def _line_record(path: Path, place: int) -> Any:
    with path.open("rb") as stream:
        stream.seek(place)
        try:
            return unwrap(loads_line(stream.readline().removeprefix(_BOM)))
        except (JsonError, UnicodeDecodeError):
            return None
