"""The rows of a file, split by split: the same rows, lines and complaints as in one go."""

from __future__ import annotations

import gzip
import pickle
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from evalwright.chat import loads_line
from evalwright.data import Row, SplitFile, read_rows, scan_rows, split_file
from evalwright.errors import InputError
from evalwright.executor import ProcessExecutor, Split

ROWS = [b'{"n": %d, "text": "%s"}' % (number, b"x" * 3000) for number in range(1200)]
LINES = b"\n".join([b"", *ROWS[:400], b"{torn", b"  ", *ROWS[400:800], b"\xff", b"", *ROWS[800:], b'{"n": 1200'])


@dataclass(frozen=True)
class Scanned:
    """Done in another process: the line and the number of every row."""

    file: SplitFile

    def __call__(self, split: Split) -> list[tuple[int, int]]:
        rows = self.file.scan(split, loads_line)
        return [(row.line, row.value["n"]) for row in rows if isinstance(row, Row)]


@pytest.fixture(params=["plain", "gzip", "folder"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    made = tmp_path / ("rows.jsonl.gz" if request.param == "gzip" else "rows.jsonl")
    made.write_bytes(gzip.compress(LINES, 1) if request.param == "gzip" else LINES)
    if request.param != "folder":
        return made
    (tmp_path / "more.jsonl").write_bytes(LINES[:2_000_000])
    return tmp_path


def test_splits_hold_the_rows_of_the_file(path: Path) -> None:
    file = split_file(path)
    assert len(file.splits) > 3
    sent = pickle.loads(pickle.dumps(file))  # noqa: S301 - our own
    found = [row for split in file.splits for row in sent.scan(split, len)]
    assert found == list(scan_rows(path, len))
    assert sum(split.rows for split in file.splits) == len(found)


def test_workers_read_what_only_the_driver_has_open(tmp_path: Path) -> None:
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(b"\n".join(ROWS), 1))
    file = split_file(packed)
    executor = ProcessExecutor(1)
    try:
        rows = [row for found in executor.map_in_order(Scanned(file), file.splits) for row in found]
    finally:
        executor.close()
    assert rows == [(row.line, row.value["n"]) for row in read_rows(packed)]


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(b"\n  \n")
    with pytest.raises(InputError, match="rows"):
        assert split_file(tmp_path / "rows.jsonl").splits


def test_a_file_that_changes_is_cut_anew(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"1\n2\n3\n")
    time.sleep(0.03)  # old enough to be remembered
    assert [sum(split.rows for split in split_file(path).splits) for _ in range(2)] == [3, 3]
    path.write_bytes(b"1\n22\n\n")
    assert sum(split.rows for split in split_file(path).splits) == 2
