"""Pieces of work by several processes: in order, once, and ended with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.errors import InputError, UsageError
from evalwright.executor import (
    LocalExecutor,
    ProcessExecutor,
    WorkerLostError,
    open_executor,
    stable_hash,
    stable_hash_of,
    workers_of,
)
from evalwright.text import use_language

from . import work


@pytest.fixture(scope="module")
def two() -> Iterator[ProcessExecutor]:
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for_none(pids: list[int]) -> bool:
    until = time.monotonic() + 20
    while any(map(is_alive, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    return not any(map(is_alive, pids))


def test_results_come_in_the_order_of_the_pieces(two: ProcessExecutor) -> None:
    assert list(two.map_in_order(work.double, range(50))) == [2 * number for number in range(50)]
    assert list(two.map_in_order(work.double, [])) == []


def test_two_processes_work_and_are_used_again(two: ProcessExecutor) -> None:
    pids = set(two.map_in_order(work.whose, range(40)))
    assert os.getpid() not in pids
    assert set(two.map_in_order(work.whose, range(40))) | pids <= set(two.worker_pids)


def test_a_function_is_sent_once_and_keeps_what_it_knows(two: ProcessExecutor) -> None:
    assert sum(count == 1 for count in two.map_in_order(work.Cached(), range(30))) <= 2


def test_pieces_are_taken_as_they_are_needed_so_that_memory_stays_flat(two: ProcessExecutor) -> None:
    taken = []
    ahead = []
    results = two.map_in_order(work.heavy, (taken.append(number) or number for number in range(60)))
    for number, result in enumerate(results):
        assert result == bytes([number]) * 1_000_000
        ahead.append(len(taken) - number)
    assert len(taken) == 60
    assert max(ahead) <= 9  # four for each worker, and the one that was taken


@pytest.mark.parametrize("executor", [LocalExecutor(), None], ids=["local", "processes"])
def test_an_error_of_the_work_is_raised_in_its_place_as_it_is(
    executor: LocalExecutor | None, two: ProcessExecutor
) -> None:
    results = (executor or two).map_in_order(work.refuse_third, range(10))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(InputError, match=r"rows\.jsonl:3: torn") as caught:
        next(results)
    assert (caught.value.path, caught.value.line) == ("rows.jsonl", 3)
    assert list((executor or two).map_in_order(work.double, [4])) == [8]


def test_an_error_that_is_ours_says_where_it_happened(two: ProcessExecutor) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(two.map_in_order(work.stumble, [1]))
    assert "in stumble" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match="7 and 7"):
        list(two.map_in_order(work.raise_odd, [7]))


def test_a_worker_that_dies_is_replaced_and_its_piece_done_again(two: ProcessExecutor, tmp_path: Path) -> None:
    done = list(two.map_in_order(work.DieOnce(tmp_path / "died", at=5, times=2), range(12)))
    assert done == list(range(12))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_piece_that_ends_every_worker_is_said(two: ProcessExecutor, tmp_path: Path) -> None:
    results = two.map_in_order(work.DieOnce(tmp_path / "died", at=2, times=99), range(5))
    with pytest.raises(WorkerLostError, match=r"piece 3 .* 3 worker processes .*SIGKILL"):
        list(results)
    assert two.worker_pids == []


def test_who_stops_early_ends_the_workers() -> None:
    executor = ProcessExecutor(2)
    results = executor.map_in_order(work.double, range(1000))
    assert next(results) == 0
    pids = executor.worker_pids
    results.close()  # type: ignore[attr-defined]
    assert len(pids) == 2
    assert wait_for_none(pids)


def test_workers_end_with_a_driver_that_is_killed(tmp_path: Path) -> None:
    script = (
        "from evalwright.executor import ProcessExecutor\n"
        "from tests.executor import work\n"
        "executor = ProcessExecutor(2)\n"
        "list(executor.map_in_order(work.double, range(4)))\n"
        "print(*executor.worker_pids, flush=True)\n"
        "list(executor.map_in_order(work.sleep_long, range(4)))\n"
    )
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=root) as driver:
        assert driver.stdout is not None
        pids = [int(word) for word in driver.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(is_alive, pids))
        driver.send_signal(signal.SIGKILL)
    assert wait_for_none(pids)


def test_workers_speak_the_language_of_the_driver() -> None:
    with use_language("zh"), open_executor(2) as executor:
        assert list(executor.map_in_order(work.language, [1])) == ["zh"]


def test_who_works_is_chosen_by_number_or_name() -> None:
    with open_executor() as executor:
        assert isinstance(executor, LocalExecutor)
        with open_executor(executor) as same:
            assert same is executor
    with open_executor(1, "processes") as executor:
        assert isinstance(executor, ProcessExecutor)
    assert workers_of("all") >= 1
    for wrong in (0, -1, "many", "1.5"):
        with pytest.raises(UsageError, match="--workers"):
            workers_of(wrong)
    with pytest.raises(UsageError, match="Did you mean 'processes'"), open_executor(2, "proceses"):
        pass


def test_hashes_are_equal_everywhere() -> None:
    assert stable_hash("order #W1") == stable_hash(b"order #W1") == 184694784499327646365032038668998858097
    assert stable_hash_of(["ab", "c"]) != stable_hash_of(["a", "bc"])
    assert stable_hash_of(["a", 1]) == stable_hash_of(iter(("a", 1)))
