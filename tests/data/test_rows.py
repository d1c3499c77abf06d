"""Reading JSONL: what is a row, what is a bad row, and what the complaint says."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from evalwright.data import BadRow, Row, read_rows, scan_records, scan_rows
from evalwright.errors import InputError


def write(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "数据.jsonl"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b'{"a":1}\n{"a":2}\n',
        b'\xef\xbb\xbf{"a":1}\n{"a":2}\n',
        b'{"a":1}\r\n{"a":2}\r\n',
        b'{"a":1}\n\n   \n{"a":2}',
    ],
    ids=["plain", "BOM", "CRLF", "blank lines and no last newline"],
)
def test_rows_are_read_whatever_the_line_ends(tmp_path: Path, content: bytes) -> None:
    assert [row.value for row in read_rows(write(tmp_path, content))] == [{"a": 1}, {"a": 2}]


def test_a_line_separator_inside_a_string_ends_no_row(tmp_path: Path) -> None:
    rows = list(read_rows(write(tmp_path, '{"a":"x\u2028y\u0085z"}\n'.encode())))
    assert rows == [Row(1, {"a": "x\u2028y\u0085z"})]


def test_line_numbers_count_blank_lines(tmp_path: Path) -> None:
    assert [row.line for row in read_rows(write(tmp_path, b'\n{"a":1}\n\n{"a":2}\n'))] == [2, 4]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{broken", "not JSON"),
        (b'{"a":1,"a":2}', 'the key "a" stands twice'),
        (b'{"a":NaN}', "NaN is not JSON"),
        (b'{"a":"\\ud800"}', "lone surrogate"),
        (b'{"a":' + b"9" * 5000 + b"}", "an integer of 5000 digits"),
        (b"[" * 200 + b"]" * 200, "nested deeper than 128"),
        (b'{"a":"\xff"}', "not UTF-8 at byte 7"),
    ],
)
def test_a_bad_row_is_named_by_line_and_the_others_are_read(tmp_path: Path, line: bytes, complaint: str) -> None:
    path = write(tmp_path, b'{"n":1}\n' + line + b'\n{"n":3}\n')
    first, bad, last = scan_rows(path)
    assert (first, last) == (Row(1, {"n": 1}), Row(3, {"n": 3}))
    assert isinstance(bad, BadRow)
    assert bad.line == 2 and complaint in bad.text
    with pytest.raises(InputError, match=r"数据\.jsonl:2: "):
        list(read_rows(path))


def test_a_cut_off_last_line_says_so(tmp_path: Path) -> None:
    *_, bad = scan_rows(write(tmp_path, b'{"a":1}\n{"a":'))
    assert isinstance(bad, BadRow) and "cut off" in bad.text


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("missing.jsonl", "no such file"), ("folder", "is a directory"), ("empty.jsonl", "the file is empty")],
)
def test_a_path_that_holds_no_rows_is_an_input_error(tmp_path: Path, name: str, complaint: str) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"\n\n")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=complaint):
        list(read_rows(tmp_path / name))


def test_a_missing_file_hints_at_the_one_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "valid.jsonl").write_text("{}")
    with pytest.raises(InputError, match=r"Did you mean .*valid\.jsonl"):
        list(read_rows(tmp_path / "vaild.jsonl"))


def test_utf16_is_refused_by_name(tmp_path: Path) -> None:
    (bad,) = scan_rows(write(tmp_path, '{"a":1}\n'.encode("utf-16")))
    assert isinstance(bad, BadRow) and "UTF-16" in bad.text


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(b'{"a":1}\nrubbish\n')

    monkeypatch.setattr(sys, "stdin", Stdin)
    rows = list(scan_rows("-"))
    assert rows[0] == Row(1, {"a": 1})
    assert str(rows[1]).startswith("<stdin>:2: not JSON")


def test_a_cell_of_200_kb_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(f'question,answer\n"{"x" * 200_000}",A\n')
    (row,) = scan_records(tmp_path / "t.csv")
    assert isinstance(row, Row) and row.value == {"question": "x" * 200_000, "answer": "A"}


def test_a_file_with_lone_carriage_returns_is_objects_one_after_another(tmp_path: Path) -> None:
    rows = list(scan_rows(write(tmp_path, b'{"a":1}\r{"a":2}\r')))
    assert rows == [Row(1, {"a": 1}), Row(2, {"a": 2})]


def test_a_line_of_100_mb_is_passed_over_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as out:
        out.write(b'{"a":1}\n{"a":"')
        for _ in range(100):
            out.write(b"x" * 2**20)
        out.write(b'"}\n{"a":3}\n')
    code = (
        "import sys\n"
        "from evalwright.data import scan_rows\n"
        "print([str(getattr(row, 'value', None) or row.text) for row in scan_rows(sys.argv[1])])\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    rows, peak = done.stdout.splitlines()
    assert rows == "[\"{'a': 1}\", 'the line is longer than 32 MB', \"{'a': 3}\"]"
    assert int(peak) * 1024 < 180 * 2**20
