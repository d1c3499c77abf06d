"""Records of people and of values that stand in a file beside the scenario file.

A path of a scenario file is a stranger's: it is taken only where it is relative and, with every link followed, stays
below the folder of the scenario file. JSON lines, a JSON list and CSV are read; sizes are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import BadRow, scan_records
from evalwright.errors import EvalwrightError

from .references import NotationError

_MAX_BYTES = 20 * 1024 * 1024
MAX_PEOPLE = 10_000


def read_people(folder: Path | None, name: str) -> tuple[JsonObject, ...]:
    """The records of a file below the folder; `NotationError` where it is none that we take."""
    path = _below(folder, name)
    try:
        records = list(islice(_people_records(path), MAX_PEOPLE + 1))
    except EvalwrightError as error:
        raise NotationError("people_unread", name=name, problem=error.message) from None
    except (OSError, ValueError) as error:
        raise NotationError("people_unread", name=name, problem=str(error)[:200]) from None
    if len(records) > MAX_PEOPLE:
        raise NotationError("people_many", name=name, most=MAX_PEOPLE)
    return tuple(records)


def _below(folder: Path | None, name: str) -> Path:
    """The file of this name, which lies below the folder."""
    if folder is None:
        raise NotationError("people_no_folder", name=name)
    if not name or "\0" in name or Path(name).is_absolute():
        raise NotationError("people_outside", name=name)
    path = folder / name
    try:
        real = path.resolve()
        inside = real.is_relative_to(folder.resolve())
        size = real.stat().st_size if inside and real.is_file() else None
    except (OSError, RuntimeError):
        inside, size = True, None
    if not inside:
        raise NotationError("people_outside", name=name)
    if size is None:
        raise NotationError("people_missing", name=name)
    if size > _MAX_BYTES:
        raise NotationError("people_large", name=name, most=_MAX_BYTES)
    return real


def _people_records(path: Path) -> Iterator[JsonObject]:
    if path.suffix.lower() == ".json":
        yield from _people_list(path)
        return
    for row in scan_records(path):
        if isinstance(row, BadRow):
            raise row.as_error()
        if not isinstance(row.value, dict):
            raise NotationError("people_record", name=path.name, line=row.line)
        yield row.value


def _people_list(path: Path) -> Iterator[JsonObject]:
    try:
        read = loads(path.read_text(encoding="utf-8-sig"))
    except JsonError as error:
        raise NotationError("people_unread", name=path.name, problem=str(error)) from None
    for at, record in enumerate(read if isinstance(read, list) else [read], 1):
        if not isinstance(record, dict):
            raise NotationError("people_record", name=path.name, line=at)
        yield record
