"""Lines that workers write themselves: the same file as by one process, whatever happens to a worker."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from evalwright.data import is_replaceable, write_atomic
from evalwright.errors import StorageError
from evalwright.executor import Executor, LocalExecutor, ProcessExecutor

from . import work

PIECES = range(40)


@pytest.fixture
def two() -> Iterator[ProcessExecutor]:
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


def nothing(number: int) -> None:
    return None


def put_all(stream: BinaryIO, executor: Executor, after: Callable[[int], object] = nothing) -> None:
    """Both kinds of lines, some of the driver's own between them, and every third piece in parts."""
    stream.write(b"begin\n")
    for number, many, few in executor.map_in_order(work.lines_of, PIECES):
        parts = [slice(5, 100), b"between\n", slice(1000, 9000)] if number % 3 == 0 else None
        if number % 5:
            many.put(stream, parts)
        few.put(stream)
        stream.write(b"own\n")
        after(number)


@pytest.fixture(scope="module")
def wanted() -> bytes:
    with tempfile.TemporaryFile() as stream:
        put_all(stream, LocalExecutor())
        stream.seek(0)
        return stream.read()


def test_workers_write_what_one_process_writes(tmp_path: Path, wanted: bytes, two: ProcessExecutor) -> None:
    with write_atomic(tmp_path / "out") as stream:
        put_all(stream, two)
    assert (tmp_path / "out").read_bytes() == wanted
    assert is_replaceable(tmp_path / "out")
    with tempfile.TemporaryFile() as stream:
        put_all(stream, two)
        assert stream.seek(0, os.SEEK_END) == len(wanted)
        assert os.pread(stream.fileno(), len(wanted), 0) == wanted


@pytest.mark.parametrize(("whom", "step"), [("one", 7), ("all", 13)])
def test_a_worker_that_dies_before_its_lines_are_written_leaves_no_gap(
    whom: str, step: int, tmp_path: Path, wanted: bytes, two: ProcessExecutor
) -> None:
    """It dies right after its result was taken, in all states that pieces of the others may be in."""
    killed = []

    def kill(number: int) -> None:
        if number % step == 2:
            killed.extend(two.worker_pids if whom == "all" else two.worker_pids[:1])
            for pid in two.worker_pids if whom == "all" else two.worker_pids[:1]:
                os.kill(pid, signal.SIGKILL)

    with write_atomic(tmp_path / "out") as stream:
        put_all(stream, two, kill)
    assert len(killed) >= 6
    assert (tmp_path / "out").read_bytes() == wanted


def test_a_disk_that_is_full_is_one_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    executor = ProcessExecutor(2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, before[1]))  # workers have it, too
    try:
        with pytest.raises(StorageError, match="File too large"), write_atomic(tmp_path / "out") as stream:
            for _, many, _ in executor.map_in_order(work.lines_of, PIECES):
                many.put(stream)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        executor.close()
    assert list(tmp_path.iterdir()) == []


def test_who_stops_early_has_no_writer_any_more(tmp_path: Path, two: ProcessExecutor) -> None:
    with tempfile.TemporaryFile() as stream:
        results = two.map_in_order(work.lines_of, PIECES)
        for _, many, _ in results:
            many.put(stream)
            if stream.tell() > 500_000:
                break
        results.close()  # type: ignore[attr-defined]
        assert two.worker_pids == []
        stream.seek(0)
        stream.truncate()
        put_all(stream, two)


def test_a_file_with_a_gap_never_gets_its_name(tmp_path: Path, two: ProcessExecutor) -> None:
    results = two.map_in_order(work.lines_of, PIECES)
    with pytest.raises(RuntimeError, match="never written"), write_atomic(tmp_path / "out") as stream:
        _, many, _ = next(results)
        many.put(stream)
    assert list(tmp_path.iterdir()) == []


def test_a_piece_that_gives_something_else_again_is_said(tmp_path: Path, two: ProcessExecutor) -> None:
    with pytest.raises(RuntimeError, match="same again"), write_atomic(tmp_path / "out") as stream:
        for held in two.map_in_order(work.other_lines, PIECES):
            held.put(stream)
            for pid in two.worker_pids:
                os.kill(pid, signal.SIGKILL)


def test_lines_travel_where_there_is_no_common_file() -> None:
    """As to another machine: they are pickled whole."""
    number, many, _ = pickle.loads(pickle.dumps(work.lines_of(7), 5))  # noqa: S301 - made here
    with tempfile.TemporaryFile() as stream:
        many.put(stream)
        assert (number, stream.tell()) == (7, 2 * 30_007)
