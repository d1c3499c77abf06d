"""Any file opens as rows: whatever holds them, in whatever order, broken or packed, with the same values and counts."""

from __future__ import annotations

import gzip
import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main
from evalwright.data import BadRow, Row, opened, read_log, scan_rows
from evalwright.errors import InputError, UsageError

ROWS = [
    {"id": str(number), "messages": [{"role": "user", "content": f'}}, {{"id": "{number}" \\ \n }}]' + "x" * number}]}
    for number in range(40)
]


def packed_zip(rows: list[Any]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        for number, row in enumerate(rows):
            archive.writestr(f"samples/{number:03}_epoch_1.json", json.dumps(row, indent=2))
    return stream.getvalue()


HOLDERS: dict[str, Any] = {
    "lines": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "array": lambda rows: json.dumps(rows).encode(),
    "compact array": lambda rows: json.dumps(rows, separators=(",", ":")).encode(),
    "indented array": lambda rows: json.dumps(rows, indent=2).encode(),
    "array of lines": lambda rows: b"[\n" + b",\n".join(json.dumps(row).encode() for row in rows) + b"\n]\n",
    "array with a mark": lambda rows: b"\xef\xbb\xbf" + json.dumps(rows).encode(),
    "objects one after another": lambda rows: "\n".join(json.dumps(row, indent=4) for row in rows).encode(),
    "a page": lambda rows: json.dumps({"object": "list", "data": rows, "has_more": False}, indent=1).encode(),
    "a report": lambda rows: json.dumps({"results": {"prompts": [{}], "results": rows}, "config": {}}).encode(),
    "a log": lambda rows: json.dumps({"results": {"scores": [1]}, "samples": rows, "end": 1}, indent=2).encode(),
    "gzip": lambda rows: gzip.compress("\n".join(map(json.dumps, rows)).encode()),
    "gzip of an array": lambda rows: gzip.compress(json.dumps(rows).encode()),
    "zip": packed_zip,
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_rows_are_the_same_whatever_holds_them(tmp_path: Path, holder: str) -> None:
    path = tmp_path / "数据"
    path.write_bytes(HOLDERS[holder](ROWS))
    found = list(scan_rows(path))
    assert [row.value for row in found if isinstance(row, Row)] == ROWS
    assert [row.line for row in found] == list(range(1, len(ROWS) + 1))


def test_a_document_that_is_a_row_stays_one(tmp_path: Path) -> None:
    row = {"messages": [{"role": "user", "content": "x"}], "results": [{"a": 1}], "data": [{"b": 2}]}
    path = tmp_path / "one.json"
    path.write_text(json.dumps(row, indent=2))
    assert [each.value for each in scan_rows(path)] == [row]


ODD_ROWS: list[Any] = [
    [],
    [1, "a", None, [1, [2]], {"a": [{"a": 1}, {"a": 2}]}],
    [{"a": [{"a": 1}, {"a": [{"a": 2}, {"b": "}, {"}]}]}] * 3,
    [{"deep": json.loads("[" * 60 + "]" * 60)}] * 2,
    [{"b": 1}, {"a": {"b": 2}}, {"b": {"b": {"b": "]"}}}, {}],
]


@pytest.mark.parametrize("rows", ODD_ROWS[1:], ids=range(len(ODD_ROWS) - 1))
def test_odd_arrays_are_cut_where_json_says(tmp_path: Path, rows: list[Any]) -> None:
    compact = json.dumps(rows, separators=(",", ":"))
    for number, text in enumerate((json.dumps(rows), json.dumps(rows, indent=1), compact)):
        path = tmp_path / f"{number}.json"
        path.write_text(text)
        assert [row.value for row in scan_rows(path)] == rows


def test_random_arrays_are_cut_where_json_says(tmp_path: Path) -> None:
    chance = random.Random(5)

    def value(depth: int) -> Any:
        kind = chance.randrange(7 if depth else 5)
        if kind < 3:
            return "".join(chance.choice('ab"\\{}[],: \n\u20ac') for _ in range(chance.randrange(12)))
        if kind < 5:
            return chance.choice([None, True, 0, -1.5, 10**20])
        if kind == 5:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        return {chance.choice(["id", "a", '"']): value(depth - 1) for _ in range(chance.randrange(4))}

    for number in range(60):
        rows = [{"id": value(4)} for _ in range(chance.randrange(1, 8))]
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(rows, indent=chance.choice([None, 1]), ensure_ascii=number % 2 == 0), "utf-8")
        assert [row.value for row in scan_rows(path)] == rows


def test_rows_before_a_break_count_and_then_one_error_says_at_which_byte(tmp_path: Path) -> None:
    whole = json.dumps(ROWS).encode()
    third = whole.index(b'{"id": "3"')
    breaks = {
        "cut off": whole[: third + 15],
        "a quote too few": whole[: third + 7] + whole[third + 8 :],
        "no comma": whole[: third - 2] + whole[third:],
        "two commas": whole[:third] + b"," + whole[third:],
    }
    for name, text in breaks.items():
        path = tmp_path / f"{name}.json"
        path.write_bytes(text)
        *good, bad = scan_rows(path)
        assert [row.value for row in good if isinstance(row, Row)] == ROWS[:3], name
        assert isinstance(bad, BadRow) and bad.line == 4, name
        place = int(bad.text.split(" byte ")[1].split(":")[0])
        assert third - 3 <= place <= third + 25, (name, bad.text)
    path.write_bytes(whole + b"{}")
    assert [type(row) for row in scan_rows(path)] == [Row] * len(ROWS) + [BadRow]


def test_a_folder_and_a_pattern_are_all_their_files_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_bytes(HOLDERS["array"](ROWS[2:4]))
    (tmp_path / "a.jsonl").write_bytes(HOLDERS["lines"](ROWS[:2]) + b"\n\n{broken\n")
    (tmp_path / "c.jsonl.gz").write_bytes(HOLDERS["gzip"](ROWS[4:6]))
    for name in ("manifest.json", ".hidden.jsonl", "notes.txt"):
        (tmp_path / name).write_text("{}")
    found = list(scan_rows(tmp_path))
    assert [row.value for row in found if isinstance(row, Row)] == ROWS[:6]
    (bad,) = (row for row in found if isinstance(row, BadRow))
    assert str(bad).startswith(f"{tmp_path / 'a.jsonl'}:4: ")
    assert [row.value for row in scan_rows(f"{tmp_path}/*.json") if isinstance(row, Row)] == [*ROWS[2:4], {}]
    with pytest.raises(InputError, match="no file"):
        list(scan_rows(f"{tmp_path}/*.parquet"))


def test_tables_have_their_columns_and_name_bad_rows(tmp_path: Path) -> None:
    path = tmp_path / "talks.csv.gz"
    path.write_bytes(gzip.compress('query,response\n"a\nb",好\nc,d,e\nf,g\n'.encode("gb18030")))
    first, bad, last = scan_rows(path)
    assert isinstance(first, Row) and first.value == {"query": "a\nb", "response": "好"}
    assert isinstance(bad, BadRow) and "3" in bad.text and isinstance(last, Row) and last.value["query"] == "f"


def test_parquet_holds_what_rows_held(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    messages = [{"role": "user", "content": "a", "name": None}, {"role": "user", "name": "n"}]
    rows = [{"messages": [message]} for message in messages]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "t.parquet")
    first, second = scan_rows(tmp_path / "t.parquet")
    assert isinstance(first, Row) and first.value == {"messages": [{"role": "user", "content": "a"}]}
    assert isinstance(second, Row) and second.value["messages"][0] == {"role": "user", "content": None, "name": "n"}


def test_zstd_is_unpacked_or_refused_with_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrow = pytest.importorskip("pyarrow")
    path = tmp_path / "rows.jsonl.zst"
    with arrow.CompressedOutputStream(str(path), "zstd") as stream:
        stream.write(HOLDERS["lines"](ROWS))
    assert [row.value for row in scan_rows(path)] == ROWS
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    path.rename(tmp_path / "again.zst")
    with pytest.raises(UsageError, match="pip install"):
        list(scan_rows(tmp_path / "again.zst"))


def test_a_zip_that_is_packed_with_zstd_is_unpacked(tmp_path: Path) -> None:
    """As inspect writes its logs today: the method of every member is 93."""
    arrow = pytest.importorskip("pyarrow")
    plain, packed = (json.dumps(ROWS[0]).encode(), arrow.compress(json.dumps(ROWS[0]).encode(), "zstd", asbytes=True))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("samples/1_epoch_1.json", packed)
    text = stream.getvalue()
    for at in (text.index(b"PK\x03\x04") + 8, text.index(b"PK\x01\x02") + 10):
        text = text[:at] + (93).to_bytes(2, "little") + text[at + 2 :]
    (tmp_path / "log.eval").write_bytes(text)
    assert [row.value for row in scan_rows(tmp_path / "log.eval")] == [json.loads(plain)]


def test_what_cannot_be_unpacked_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    for text in (gzip.compress(b"{}\n" * 1000)[:-20], b"\x1f\x8bnonsense", b"PK\x03\x04nonsense"):
        path.write_bytes(text)
        with pytest.raises(InputError, match="cannot be unpacked"):
            list(scan_rows(path))


def test_a_verb_says_what_it_took_a_file_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "talks.json"
    path.write_text(json.dumps([{"instruction": "a", "output": "b"}] * 3 + [{"query": "a", "response": "b"}]))
    with pytest.raises(SystemExit):
        main(["stats", str(path), "--json"])
    said = capsys.readouterr()
    assert json.loads(said.out)["read"] == [
        {"file": str(path), "container": "array", "dialects": {"alpaca": 3, "query-response": 1}}
    ]
    assert "talks.json: read as array: alpaca (3 rows), query-response (1 row)" in said.err


def test_a_spool_has_no_name_and_follows_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(ROWS))
    with read_log() as log:
        assert len(list(scan_rows(path))) == len(ROWS) and log[str(path)].container == "array"
    spool = opened(path).spool
    assert spool is not None and not Path(str(spool.name)).exists()
    assert opened(path).spool is spool
    path.write_text(json.dumps(ROWS[:5]))
    assert len(list(scan_rows(path))) == 5


def test_an_array_comes_through_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "evalwright", "stats", "-", "--json"]
    given = json.dumps([{"query": "a", "response": "b"}] * 3).encode()
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert found["files"][0]["conversations"] == 3 and found["read"][0]["file"] == "<stdin>"
