"""A server that fails everybody is asked a few times: the run stops with the cause, and what can go on later does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from evalwright.engine import Breaker, RetryPolicy
from evalwright.errors import RunPausedError, RunStoppedError
from evalwright.models import AnswerError
from tests.conftest import read_jsonl
from tests.engine.engine_help import SAMPLE, FakeModel, carry_out, jobs

NO_TOOLS = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.jsonl"


def many(number: int) -> Any:
    return jobs(*(str(n) for n in range(number)))


@pytest.mark.parametrize("concurrency", [None, 1, 8])
def test_a_server_that_only_fails_is_asked_twenty_times(path: Path, concurrency: int | None) -> None:
    async def answer(key: str) -> Any:
        await asyncio.sleep(0.001)
        raise AnswerError("http_500", "out of memory", retry=True)

    model = FakeModel(answer)
    outcome = carry_out(path, model, many(1000), concurrency=concurrency, policy=RetryPolicy(wait=0.001))
    assert 20 <= len(model.asked) <= 20 + (concurrency or 16)
    assert isinstance(outcome.stopped, RunPausedError), "nothing is set wrong: the same command goes on"
    assert "HTTP 500: out of memory" in str(outcome.stopped) and "server's log" in str(outcome.stopped)
    rows = read_jsonl(path)
    assert rows and all(row["error"]["message"] == "out of memory" for row in rows), "the cause is on disk"


def test_one_answer_keeps_the_breaker_closed(path: Path) -> None:
    async def answer(key: str) -> Any:
        if key == "0":
            return SAMPLE
        raise AnswerError("http_500", f"no {key} way", retry=True)

    model = FakeModel(answer)
    outcome = carry_out(path, model, jobs("0", *"abcdefghijklmn"), policy=RetryPolicy(tries=5, wait=0.001))
    assert (outcome.stopped, outcome.failed, len(model.asked)) == (None, 14, 71)


def test_who_asks_for_patience_gets_it(path: Path) -> None:
    tried: dict[str, int] = {}

    async def answer(key: str) -> Any:
        tried[key] = tried.get(key, 0) + 1
        if tried[key] < 3:
            raise AnswerError("http_429", "slow down", retry=True, slow_down=True)
        return SAMPLE

    assert carry_out(path, FakeModel(answer), many(40), policy=RetryPolicy(wait=0.001)).answered == 40


@pytest.mark.parametrize("concurrency", [None, 1, 8])
def test_ten_refusals_alike_end_the_run_as_a_wrong_setting(path: Path, concurrency: int | None) -> None:
    async def answer(key: str) -> Any:
        await asyncio.sleep(0.001)
        raise AnswerError("http_400", f"{NO_TOOLS} (request req_{key}f00d)")

    model = FakeModel(answer)
    outcome = carry_out(path, model, many(155), concurrency=concurrency)
    assert 10 <= len(model.asked) <= 10 + (concurrency or 16)
    assert isinstance(outcome.stopped, RunStoppedError) and not isinstance(outcome.stopped, RunPausedError)
    assert NO_TOOLS in str(outcome.stopped) and "Start it with --enable-auto-tool-choice" in str(outcome.stopped)


def test_refusals_that_differ_are_the_items_own(path: Path) -> None:
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

    async def answer(key: str) -> Any:
        raise AnswerError("http_400", f"the {words[int(key)]} message is not understood")

    outcome = carry_out(path, FakeModel(answer), many(12))
    assert (outcome.stopped, outcome.failed) == (None, 12)


def test_a_server_that_has_answered_before_is_given_more_time(path: Path) -> None:
    async def answer(key: str) -> Any:
        raise AnswerError("http_400", "this item is too long")

    outcome = carry_out(path, FakeModel(answer), many(12), breaker=Breaker(proven=True))
    assert (outcome.stopped, outcome.failed) == (None, 12)


def test_a_server_that_breaks_down_in_the_middle_ends_the_run(path: Path) -> None:
    async def answer(key: str) -> Any:
        if int(key) < 50:
            return SAMPLE
        raise AnswerError("http_502", "bad gateway", retry=True)

    model = FakeModel(answer)
    policy = RetryPolicy(tries=2, wait=0.001)
    outcome = carry_out(path, model, many(5000), policy=policy, concurrency=4)
    assert isinstance(outcome.stopped, RunPausedError) and outcome.answered == 50
    assert len(model.asked) < 300, "and not twice for each of 4,950 items"


def test_while_others_wait_not_everybody_is_sent_to_a_dead_server(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalwright.engine.breaker._SECONDS_LATER", 0.2)

    async def answer(key: str) -> Any:
        await asyncio.sleep(0.001)
        if int(key) < 50:
            return SAMPLE
        raise AnswerError("http_502", "bad gateway", retry=True)

    model = FakeModel(answer)
    outcome = carry_out(path, model, many(100_000), policy=RetryPolicy(tries=5, wait=5), concurrency=4)
    assert isinstance(outcome.stopped, RunPausedError) and len(model.asked) < 2000


def test_a_sample_that_is_missing_says_nothing_about_a_server(path: Path) -> None:
    async def answer(key: str) -> Any:
        raise AnswerError("missing_sample", f"there is no sample for {key!r}")

    assert carry_out(path, FakeModel(answer), many(60)).failed == 60
