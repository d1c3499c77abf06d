"""The ledger of what was written: found again, bounded, and safe with many writers; no temporary file stays."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from evalwright.data import atomic_write as replacing
from evalwright.data import digest_of_blocks, is_replaceable, ledger, sha256_of, write_atomic
from evalwright.executor import block_digests

from ..conftest import ROOT


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALWRIGHT_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "written"


def test_what_was_written_is_ours_until_somebody_changes_it(tmp_path: Path) -> None:
    target = tmp_path / "文件.jsonl"
    for content in (b"one", b"two"):
        with write_atomic(target) as out:
            out.write(content)
        assert is_replaceable(target)
    target.write_bytes(b"mine")
    assert not is_replaceable(target)
    target.write_bytes(b"two")
    assert is_replaceable(target)
    copy = tmp_path / "copy"
    copy.write_bytes(b"two")
    assert not is_replaceable(copy)


def test_the_digest_is_that_of_the_bytes_also_when_they_were_written_out_of_order(tmp_path: Path) -> None:
    target = tmp_path / "o"
    with write_atomic(target) as out:
        out.write(b"x" * 600_000)
        out.seek(0)
        out.truncate()
        out.write(b"y" * 300_000)
        out.seek(10)
        out.write(b"zz")
        out.seek(70_000)
        out.write(b"w" * 150_000)
    assert ledger.was_written(target, digest_of_blocks(target))


def test_what_an_earlier_version_wrote_is_known_by_the_hash_of_all_its_bytes(tmp_path: Path) -> None:
    target = tmp_path / "o"
    target.write_bytes(b"x" * 200_000)
    assert not is_replaceable(target)
    ledger.note_written(target, sha256_of(target))
    assert is_replaceable(target)


@pytest.mark.parametrize("start", [0, 1, 65_536, 100_000])
def test_what_others_wrote_into_the_file_counts_as_well(start: int, tmp_path: Path) -> None:
    target, data = tmp_path / "o", os.urandom(200_000)
    with write_atomic(target) as out:
        out.write(b"x" * start)
        raw: Any = cast("io.BufferedWriter", out).raw
        raw.reserve(start, start + len(data))
        out.seek(start + len(data))
        out.write(b"y" * 100_000)
        out.flush()
        os.pwrite(raw.fileno(), data, start)
        with pytest.raises(RuntimeError, match="never written"):
            raw.digest()
        raw.fill(start, start + len(data), block_digests(data, start))
    assert target.read_bytes() == b"x" * start + data + b"y" * 100_000
    assert ledger.was_written(target, digest_of_blocks(target))


def test_the_ledger_stays_small_and_keeps_what_is_new(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "MAX_BYTES", 5_000)
    for number in range(300):
        ledger.note_written(tmp_path / str(number), "0" * 64)
        assert state.stat().st_size < 6_000
    assert ledger.was_written(tmp_path / "299", "0" * 64)
    assert not ledger.was_written(tmp_path / "0", "0" * 64)
    assert [path.name for path in state.parent.iterdir()] == ["written"]
    assert state.stat().st_mode & 0o077 == 0


def test_a_torn_line_costs_nothing_but_itself(tmp_path: Path, state: Path) -> None:
    ledger.note_written(tmp_path / "a", "0" * 64)
    with state.open("ab") as stream:
        stream.write(b"torn")
    ledger.note_written(tmp_path / "b", "1" * 64)
    assert ledger.was_written(tmp_path / "a", "0" * 64) and ledger.was_written(tmp_path / "b", "1" * 64)


def test_many_writers_lose_nothing_to_one_another(tmp_path: Path, state: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from evalwright.data import ledger; ledger.MAX_BYTES = 40_000\n"
        "for n in range(60): ledger.note_written(Path(sys.argv[1], sys.argv[2], str(n)), '0' * 64)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), str(who)], env=environment) for who in range(6)
    ]
    assert all(writer.wait(60) == 0 for writer in writers)
    assert all(len(line) == 97 for line in state.read_bytes().splitlines())
    assert all(ledger.was_written(tmp_path / str(who) / "59", "0" * 64) for who in range(6))


def test_where_files_need_a_name_it_goes_with_its_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacing, "_nameless", lambda folder: None)
    with write_atomic(tmp_path / "o") as out:
        out.write(b"whole")
        (name,) = (path.name for path in tmp_path.iterdir() if path.name != "state")
        assert name.startswith(".o.") and name.endswith(".tmp")
        replacing.sweep(tmp_path / "other")
        assert (tmp_path / name).exists()  # its writer lives
    assert (tmp_path / "o").read_bytes() == b"whole"
    dead = [f".o.{2**22 + 1}-0123abcd.tmp", f".o.{2**22 + 1}.tmp"]
    for name in [*dead, ".mine.tmp", f".other.{os.getpid()}.tmp"]:
        (tmp_path / name).touch()
    monkeypatch.setattr(replacing, "_swept", set())
    replacing.sweep(tmp_path / "o")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".mine.tmp", f".other.{os.getpid()}.tmp", "o", "state"]


def test_a_folder_that_was_made_goes_again_where_nothing_was_written(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), write_atomic(tmp_path / "a" / "b" / "o"):
        raise RuntimeError
    assert not (tmp_path / "a").exists()


def test_a_long_chinese_name_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("文" * 84)
    with write_atomic(target) as out:
        out.write(b"x")
    assert target.read_bytes() == b"x"
