"""The records of a few items, found again in a data file of any size: only their lines are parsed.

A path and the ids of items flow in, records flow out in the order of the file. A line is looked at if it stands at
the place that an id names, or holds the id itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError
from evalwright.data import Row, SharedTools, own_id, scan_records, unwrap
from evalwright.lazy import late_pattern

_IDS = re.compile(rb'"id"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+))')
_PLACE = late_pattern(r"(\d{1,15})~?")


def wanted_records(path: Path, count: int | None, wanted: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Id and record of the wanted items among the first `count` rows."""
    by_id: dict[str, list[tuple[int, Any]]] = {}
    by_place: dict[str, tuple[int, Any]] = {}
    for position, record in _candidates(path, count, wanted):
        own = own_id(record)
        if own is not None and own in wanted:
            by_id.setdefault(own, []).append((position, record))
        for given in (str(position), f"{position}~"):
            if given in wanted:
                by_place[given] = (position, record)
    found = {name: at[0] for name, at in by_id.items() if len(at) == 1}  # an id that stands twice is nobody's
    chosen = sorted({**by_place, **found}.items(), key=lambda each: each[1][0])
    return ((name, record) for name, (_, record) in chosen)


def _candidates(path: Path, count: int | None, wanted: Collection[str]) -> Iterator[tuple[int, Any]]:
    places = {int(match[1]) for name in wanted if (match := _PLACE.fullmatch(name))}
    ids = {name.encode("utf-8", "surrogatepass") for name in wanted}
    loads = SharedTools().loads
    for position, row in islice(enumerate(scan_records(path, bytes)), count):
        if not isinstance(row, Row):
            continue
        record = row.value
        if isinstance(record, bytes):  # a line, not a row of a table
            if position not in places and not _may_be_one_of(record, ids):
                continue
            try:
                record = loads(record)
            except (JsonError, UnicodeDecodeError):
                continue
        yield position, unwrap(record)


def _may_be_one_of(line: bytes, ids: Collection[bytes]) -> bool:
    """Whether one of the ids stands in a line; one that is written with escapes may be any."""
    found = (match[1] if match[1] is not None else match[2] for match in _IDS.finditer(line))
    return any(b"\\" in each or each in ids for each in found)
