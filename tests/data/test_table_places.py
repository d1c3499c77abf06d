"""Rows of a table that are found by their bytes are those that are found by reading all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.data import NoPlacesError, Row, own_id, scan_records, table_places, table_row_at

_ROWS = 'id,question,answer\na,"two\nlines, and a ""quote""",A\n\n ,,\nb,中文,B\n,no id,C\nc,too,many,cells\nd,short\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_row_is_found_where_it_begins(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(_ROWS.replace("\n", end).encode(encoding))
    rows, places = list(scan_records(path)), list(table_places(path))
    assert [own_id(row.value) if isinstance(row, Row) else None for row in rows] == [name for _, name in places]
    for row, (place, _) in zip(rows, places, strict=True):
        found = table_row_at(path, place)
        assert (found.value if found is not None else None) == (row.value if isinstance(row, Row) else None)


@pytest.mark.parametrize("text", [b"id,x\ra,1\rb,2\r", "id,x\na,1\n".encode("utf-16")])
def test_where_bytes_do_not_tell_it_is_said(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(text)
    with pytest.raises(NoPlacesError):
        list(table_places(path))
