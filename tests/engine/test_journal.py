"""The journal: what is on disk counts, a torn tail is cut off, damage is refused, a full disk loses nothing."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.engine import Journal
from evalwright.errors import INCOMPLETE, InputError, StorageError
from tests.conftest import ROOT, read_jsonl

SAMPLE = {"output_text": 'Guten Tag, 你好 "quoted" \\ {}\u2028', "output_tools": None}


def record(number: int, **more: Any) -> dict[str, Any]:
    return {"id": f"i{number}", "digest": f"{number:032x}", **(more or {"sample": SAMPLE})}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "predictions" / "m" / "x.jsonl"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    opened = Journal(path)
    yield opened
    opened.close()


def write(path: Path, count: int) -> bytes:
    journal = Journal(path)
    for number in range(count):
        journal.append(record(number))
    journal.close()
    return path.read_bytes()


def test_what_was_appended_is_listed_and_can_be_read_back(journal: Journal) -> None:
    offsets = [journal.append(record(0)), journal.append(record(1, error={"kind": "timeout", "message": "late"}))]
    entries = list(journal.entries())
    assert [(entry.id, entry.offset, entry.good) for entry in entries] == [
        ("i0", offsets[0], True),
        ("i1", offsets[1], False),
    ]
    assert b"late" in journal.read(offsets[1]) and b"\n" not in journal.read(offsets[0])


def test_a_line_longer_than_one_read_is_read_whole(journal: Journal) -> None:
    long = record(0, sample={"output_text": "x" * 1_000_000})
    offset = journal.append(long)
    journal.append(record(1))
    assert len(journal.read(offset)) > 1_000_000


def test_a_tail_torn_at_any_byte_of_the_last_two_lines_costs_only_what_was_cut(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.jsonl", 5)
    lines = whole.splitlines(keepends=True)
    begin = len(whole) - len(lines[-1]) - len(lines[-2])
    torn = tmp_path / "torn.jsonl"
    for size in range(begin, len(whole) + 1):
        torn.write_bytes(whole[:size])
        journal = Journal(torn)
        kept = [entry.id for entry in journal.entries()]
        # A line that lacks nothing but its newline is whole; anything shorter was not written.
        expected = 3 + sum(size >= begin + end for end in (len(lines[-2]) - 1, len(lines[-2]) + len(lines[-1]) - 1))
        assert kept == [f"i{number}" for number in range(expected)], f"cut at byte {size}"
        journal.append(record(9))
        journal.close()
        assert [row["id"] for row in read_jsonl_bytes(torn)] == [*kept, "i9"], f"cut at byte {size}"


def read_jsonl_bytes(path: Path) -> list[Any]:
    """By LF alone: a sample may hold U+2028."""
    import json

    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


@pytest.mark.parametrize("tail", [b"\x00" * 5000, b"{", b'{"id": "i9"}', b"[]", b"\xff\xfe", b"x" * 200_000])
def test_whatever_stands_after_the_last_newline_is_cut_off(path: Path, tail: bytes) -> None:
    whole = write(path, 3)
    path.write_bytes(whole + tail)
    Journal(path).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "damage",
    [
        b"\n",
        b"{}\n",
        b"null\n",
        b"[1]\n",
        b'"x"\n',
        b'{"id": "i1", "digest": 5, "sample": {}}\n',
        b'{"id": "i1", "digest": "not hex", "sample": {}}\n',
        b'{"id": "i1", "digest": "00", "sam\xffple": {}}\n',
        b"\x00" * 40 + b"\n",
    ],
)
def test_damage_in_the_middle_is_refused_with_its_line(path: Path, damage: bytes) -> None:
    lines = write(path, 3).splitlines(keepends=True)
    path.write_bytes(lines[0] + damage + lines[2])
    journal = Journal(path)
    with pytest.raises(InputError, match=r"x\.jsonl:2: is damaged.*Remove that line"):
        list(journal.entries())
    journal.close()
    assert path.read_bytes() == lines[0] + damage + lines[2]


def test_a_sample_that_is_no_sample_is_not_a_good_result(path: Path, journal: Journal) -> None:
    journal.append(record(0, sample=None))
    assert [entry.good for entry in journal.entries()] == [False]


def test_a_short_write_is_taken_back_and_nothing_more_is_written(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.append(record(0))
    before = path.read_bytes()
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda handle, line, offset: real(handle, line[:7], offset))
    with pytest.raises(StorageError, match="only part of a line") as caught:
        journal.append(record(1))
    assert caught.value.exit_code == INCOMPLETE
    monkeypatch.undo()
    with pytest.raises(StorageError, match="only part of a line"):
        journal.append(record(2))
    assert path.read_bytes() == before


def test_a_short_write_that_cannot_be_taken_back_is_cut_off_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path)
    journal.append(record(0))
    before = path.read_bytes()
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda handle, line, offset: real(handle, line[:7], offset))
    monkeypatch.setattr(os, "ftruncate", failing(errno.EIO))
    with pytest.raises(StorageError):
        journal.append(record(1))
    journal.close()
    monkeypatch.undo()
    Journal(path).close()
    assert path.read_bytes() == before


def failing(code: int) -> Any:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


FILL = """
import resource, signal, sys
from pathlib import Path
from evalwright.engine import Journal
from evalwright.errors import StorageError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
journal = Journal(Path(sys.argv[1]))
written = 0
try:
    while True:
        journal.append({"id": str(written), "digest": "00", "sample": {"output_text": "x" * 300}})
        written += 1
except StorageError as error:
    print(written, error)
"""


def test_a_real_file_that_takes_no_more_keeps_every_whole_line(path: Path) -> None:
    """The kernel refuses to let the file grow, in the middle of a line."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", FILL, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    written, _, message = done.stdout.partition(" ")
    assert int(written) > 10 and "Make room" in message
    assert [row["id"] for row in read_jsonl(path)] == [str(number) for number in range(int(written))]


def commits(journal: Journal, count: int) -> list[int]:
    """Append some results while syncing; what was acknowledged."""
    heard: list[int] = []

    async def go() -> None:
        journal.start(heard.append)
        for number in range(count):
            journal.append(record(number))
        await journal.stop()

    asyncio.run(go())
    return heard


def test_results_are_acknowledged_in_groups_after_the_sync(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fdatasync", synced.append)
    assert sum(commits(journal, 500)) == 500
    assert 1 <= len(synced) <= 3


def test_a_result_that_comes_during_the_last_sync_is_synced_too(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    syncing = threading.Event()

    def slow(handle: int) -> None:
        syncing.set()
        time.sleep(0.1)

    monkeypatch.setattr(os, "fdatasync", slow)

    async def go() -> None:
        journal.start(heard.append)
        journal.append(record(0))
        await asyncio.to_thread(syncing.wait)
        journal.append(record(1))
        await journal.stop()

    asyncio.run(go())
    assert heard == [1, 1]


def test_results_are_synced_within_the_commit_window(journal: Journal) -> None:
    heard: list[int] = []

    async def go() -> None:
        journal.start(heard.append)
        journal.append(record(0))
        await asyncio.sleep(0.15)
        assert heard == [1]
        await journal.stop()

    asyncio.run(go())


def test_after_a_failed_sync_nothing_is_acknowledged_and_nothing_written(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fdatasync", failing(errno.EIO))
    assert commits(journal, 5) == []
    assert journal.failure is not None and "cannot be made safe" in str(journal.failure)
    size = path.stat().st_size
    with pytest.raises(StorageError, match="cannot be made safe"):
        journal.append(record(6))
    assert path.stat().st_size == size


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("/dev/full")])
def test_a_path_that_cannot_be_a_journal_is_a_storage_error(tmp_path: Path, make: Any) -> None:
    place = tmp_path / "x.jsonl"
    make(place)
    with pytest.raises(StorageError):
        journal = Journal(place)
        try:
            journal.append(record(0))
        finally:
            journal.close()


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "predictions").write_text("a file")
    with pytest.raises(StorageError, match="cannot be opened"):
        Journal(tmp_path / "predictions" / "m" / "x.jsonl")
