"""Carrying out jobs: exact counts of tries, deadlines that hold, and stops that lose nothing."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.engine import Job, RetryPolicy
from evalwright.errors import RunStoppedError, StorageError
from evalwright.models import AnswerError, Request
from tests.conftest import read_jsonl
from tests.engine.engine_help import SAMPLE, FakeModel, always_yes, carry_out, jobs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.jsonl"


def by_id(path: Path) -> dict[str, Any]:
    rows = read_jsonl(path)
    assert len({row["id"] for row in rows}) == len(rows)
    return {row["id"]: row for row in rows}


def test_every_job_ends_as_one_line(path: Path) -> None:
    model = FakeModel(always_yes)
    outcome = carry_out(path, model, jobs(*(f"i{n}" for n in range(500))))
    assert (outcome.answered, outcome.failed, outcome.stopped, outcome.interrupted) == (500, 0, None, False)
    assert len(by_id(path)) == 500 and not model.is_open


def test_no_jobs_need_no_model(path: Path) -> None:
    model = FakeModel(always_yes)
    assert carry_out(path, model, jobs()).answered == 0
    assert model.asked == []


@pytest.mark.parametrize("tries", [1, 2, 5])
def test_an_item_that_always_fails_costs_its_tries_and_not_the_others(path: Path, tries: int) -> None:
    async def answer(key: str) -> Any:
        if key == "bad":
            raise AnswerError("http_500", "no", retry=True)
        return SAMPLE

    model = FakeModel(answer)
    outcome = carry_out(path, model, jobs("a", "bad", "b"), policy=RetryPolicy(tries=tries, wait=0.01))
    assert Counter(model.asked) == {"a": 1, "bad": tries, "b": 1}
    assert (outcome.answered, outcome.failed, outcome.stopped) == (2, 1, None)
    assert by_id(path)["bad"]["error"] == {"kind": "http_500", "message": "no", "tries": tries}


def test_a_failure_of_the_item_itself_costs_one_request(path: Path) -> None:
    async def answer(key: str) -> Any:
        raise AnswerError("http_400", "your mistake")

    model = FakeModel(answer)
    carry_out(path, model, jobs("a"))
    assert model.asked == ["a"]


def test_an_item_that_gets_better_is_answered(path: Path) -> None:
    tried: Counter[str] = Counter()

    async def answer(key: str) -> Any:
        tried[key] += 1
        if tried[key] < 4:
            raise AnswerError("connection", "broke", retry=True)
        return SAMPLE

    outcome = carry_out(path, FakeModel(answer), jobs("a", "b"))
    assert outcome.answered == 2 and tried == {"a": 4, "b": 4}


def test_a_mistake_in_a_model_costs_its_item_alone(path: Path) -> None:
    async def answer(key: str) -> Any:
        if key == "bad":
            raise ZeroDivisionError("oops\nsecond line")
        return SAMPLE

    outcome = carry_out(path, FakeModel(answer), jobs("a", "bad", "b"))
    assert (outcome.answered, outcome.failed, outcome.stopped) == (2, 1, None)
    error = {"kind": "unexpected", "message": "ZeroDivisionError: oops second line", "tries": 1}
    assert by_id(path)["bad"]["error"] == error


def test_a_hanging_item_ends_within_its_deadline(path: Path) -> None:
    async def answer(key: str) -> Any:
        return SAMPLE if key == "a" else await asyncio.sleep(60)

    model = FakeModel(answer)
    policy = RetryPolicy(tries=50, timeout=0.2, deadline=0.7, wait=0.01)
    started = time.monotonic()
    outcome = carry_out(path, model, jobs("a", "hangs"), policy=policy)
    assert 0.5 < time.monotonic() - started < 1.5
    assert outcome.failed == 1 and by_id(path)["hangs"]["error"]["kind"] == "timeout"
    assert 3 <= model.asked.count("hangs") <= 4


def test_the_deadline_also_holds_for_an_item_that_waits_for_a_place(path: Path) -> None:
    """One place, and another item holds it: the first cannot get it back for its second try."""

    async def answer(key: str) -> Any:
        if key == "hangs":
            return await asyncio.sleep(60)
        raise AnswerError("http_500", "no", retry=True)

    model = FakeModel(answer)
    policy = RetryPolicy(tries=5, timeout=1.5, deadline=0.5, wait=0.2)
    started = time.monotonic()
    outcome = carry_out(path, model, jobs("fails", "hangs"), policy=policy, concurrency=1)
    assert time.monotonic() - started < 1.2
    assert outcome.failed == 2 and Counter(model.asked) == {"fails": 1, "hangs": 1}


def test_a_retry_is_never_earlier_than_asked_and_holds_up_nobody(path: Path) -> None:
    times: dict[str, list[float]] = {}

    async def answer(key: str) -> Any:
        times.setdefault(key, []).append(time.monotonic())
        if key.startswith("wait") and len(times[key]) == 1:
            raise AnswerError("http_429", "slow down", retry=True, retry_after=0.5, slow_down=True)
        return SAMPLE

    keys = [f"wait{n}" for n in range(20)] + [f"i{n}" for n in range(200)]
    started = time.monotonic()
    outcome = carry_out(path, FakeModel(answer), jobs(*keys), concurrency=4)
    assert outcome.answered == 220
    assert all(second - first >= 0.5 for key, (first, *rest) in times.items() for second in rest)
    assert max(at for key, (at, *_) in times.items() if key[0] == "i") - started < 0.4
    assert time.monotonic() - started < 1.5


def test_a_wait_beyond_the_deadline_is_given_up_at_once(path: Path) -> None:
    async def answer(key: str) -> Any:
        raise AnswerError("http_429", "come back tomorrow", retry=True, retry_after=86400.0)

    model = FakeModel(answer)
    started = time.monotonic()
    assert carry_out(path, model, jobs("a")).failed == 1
    assert model.asked == ["a"] and time.monotonic() - started < 1


def test_refusals_make_fewer_requests_at_once(path: Path) -> None:
    at_once = {"now": 0, "refused": 0, "most_after": 0}

    async def answer(key: str) -> Any:
        at_once["now"] += 1
        try:
            await asyncio.sleep(0.005)
            if at_once["refused"] < 64 and at_once["now"] > 4:
                at_once["refused"] += 1
                raise AnswerError("http_429", "slow down", retry=True, slow_down=True)
            if int(key) > 150:
                at_once["most_after"] = max(at_once["most_after"], at_once["now"])
            return SAMPLE
        finally:
            at_once["now"] -= 1

    policy = RetryPolicy(tries=50, wait=0.01, longest_wait=0.02)
    outcome = carry_out(path, FakeModel(answer), jobs(*(str(n) for n in range(170))), policy=policy)
    assert outcome.answered == 170 and at_once["refused"] >= 11
    assert at_once["most_after"] < 16


@pytest.mark.parametrize("concurrency", [None, 1, 64])
def test_a_refused_key_costs_one_request(path: Path, concurrency: int | None) -> None:
    async def answer(key: str) -> Any:
        await asyncio.sleep(0.05)
        raise AnswerError("http_401", "wrong key", stop="Check the key")

    model = FakeModel(answer)
    outcome = carry_out(path, model, jobs(*(str(n) for n in range(1000))), concurrency=concurrency)
    assert model.asked == ["0"] and path.read_bytes() == b""
    assert isinstance(outcome.stopped, RunStoppedError)
    assert str(outcome.stopped) == "wrong key (http_401). Check the key"


def test_a_stop_in_the_middle_sends_nothing_more_and_keeps_what_came(path: Path) -> None:
    async def answer(key: str) -> Any:
        if int(key) == 40:
            raise AnswerError("http_403", "no more", stop="Pay")
        if int(key) % 3 == 0:
            raise AnswerError("http_500", "no", retry=True)
        await asyncio.sleep(0.001)
        return SAMPLE

    model = FakeModel(answer)
    started = time.monotonic()
    policy = RetryPolicy(tries=3, wait=5)
    outcome = carry_out(path, model, jobs(*(str(n) for n in range(1000))), policy=policy, concurrency=4)
    assert outcome.stopped is not None and time.monotonic() - started < 2
    assert len(model.asked) <= 44 and set(Counter(model.asked).values()) == {1}
    assert all("sample" in row for row in read_jsonl(path)), "an item that failed because of the stop is still owed"


def test_a_server_that_is_gone_ends_the_run(path: Path) -> None:
    async def answer(key: str) -> Any:
        if int(key) < 5:
            return SAMPLE
        raise AnswerError("unreachable", "cannot connect", retry=True)

    model = FakeModel(answer)
    policy = RetryPolicy(tries=2, wait=0.01)
    outcome = carry_out(path, model, jobs(*(str(n) for n in range(5000))), policy=policy, concurrency=4)
    assert outcome.answered == 5 and outcome.failed == 10
    assert str(outcome.stopped).startswith("cannot connect. Start the server again")


def test_a_full_disk_stops_the_run_and_keeps_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, left = os.pwrite, itertools.count()

    def pwrite(handle: int, line: bytes, offset: int) -> int:
        return real(handle, line if next(left) < 20 else line[:10], offset)

    monkeypatch.setattr(os, "pwrite", pwrite)
    model = FakeModel(always_yes)
    outcome = carry_out(path, model, jobs(*(str(n) for n in range(1000))))
    assert isinstance(outcome.stopped, StorageError) and "Make room" in str(outcome.stopped)
    assert len(by_id(path)) == 20 == outcome.answered and len(model.asked) < 60


def test_a_failed_sync_stops_the_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(handle: int) -> None:
        raise OSError(5, "Input/output error")

    async def answer(key: str) -> Any:
        await asyncio.sleep(0.01)
        return SAMPLE

    monkeypatch.setattr(os, "fdatasync", fail)
    model = FakeModel(answer)
    outcome = carry_out(path, model, jobs(*(str(n) for n in range(2000))), concurrency=4)
    assert isinstance(outcome.stopped, StorageError) and "Input/output error" in str(outcome.stopped)
    assert len(model.asked) < 200


def test_a_broken_record_in_the_middle_ends_the_run_and_keeps_what_came(path: Path) -> None:
    def wanted() -> Iterator[Job]:
        yield from jobs(*(str(n) for n in range(50)))
        raise StorageError("the data file is gone")

    with pytest.raises(StorageError, match="gone"):
        carry_out(path, FakeModel(always_yes), wanted(), concurrency=2)
    assert len(by_id(path)) >= 48


def test_memory_does_not_grow_with_the_number_of_jobs(path: Path) -> None:
    """A job is let go as soon as its line is written."""
    held = {"now": 0, "most": 0}

    class Counted(bytes):
        def __del__(self) -> None:
            held["now"] -= 1

    def many() -> Iterator[Job]:
        for position in range(100_000):
            held["now"] += 1
            held["most"] = max(held["most"], held["now"])
            yield Job(position, Request(str(position), []), Counted(1), "00")

    class Silent(FakeModel):
        async def answer(self, request: Request, prepared: bytes) -> Any:
            return SAMPLE

    outcome = carry_out(path, Silent(always_yes), many())
    assert outcome.answered == 100_000
    assert held["most"] < 400
