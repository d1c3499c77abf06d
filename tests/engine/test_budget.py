"""A budget holds over everything that is asked: nothing is sent once it is spent, and nothing is lost."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from evalwright.engine import Budget, RetryPolicy
from evalwright.errors import RunPausedError
from evalwright.models import AnswerError
from tests.conftest import read_jsonl
from tests.engine.engine_help import SAMPLE, FakeModel, always_yes, carry_out, jobs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.jsonl"


def many(number: int) -> Any:
    return jobs(*(str(n) for n in range(number)))


@pytest.mark.parametrize("concurrency", [None, 1, 50])
def test_not_one_request_more_than_allowed_is_sent(path: Path, concurrency: int | None) -> None:
    async def answer(key: str) -> Any:
        await asyncio.sleep(0.002)
        if int(key) % 3 == 0:
            raise AnswerError("http_500", "no", retry=True)
        return SAMPLE

    model, budget = FakeModel(answer), Budget(max_requests=37)
    policy = RetryPolicy(wait=0.001)
    outcome = carry_out(path, model, many(500), concurrency=concurrency, budget=budget, policy=policy)
    assert len(model.asked) == 37 == budget.requests
    assert isinstance(outcome.stopped, RunPausedError) and "--max-requests 37" in str(outcome.stopped)
    assert "larger budget" in str(outcome.stopped)
    good = [row for row in read_jsonl(path) if "sample" in row]
    assert len(good) == outcome.answered > 0, "what was in flight came home"


def test_a_budget_that_is_enough_is_not_noticed(path: Path) -> None:
    outcome = carry_out(path, FakeModel(always_yes), many(20), budget=Budget(max_requests=20))
    assert (outcome.stopped, outcome.answered) == (None, 20)


def test_one_budget_serves_several_batches(path: Path, tmp_path: Path) -> None:
    budget = Budget(max_requests=15)
    assert carry_out(path, FakeModel(always_yes), many(10), budget=budget).stopped is None
    second = carry_out(tmp_path / "y.jsonl", FakeModel(always_yes), many(10), budget=budget)
    assert second.stopped is not None and second.answered == 5


def test_tokens_are_counted_as_the_server_tells_them(path: Path) -> None:
    async def answer(key: str) -> Any:
        return {**SAMPLE, "usage": {"total_tokens": 100}}

    budget = Budget(max_tokens=950)
    outcome = carry_out(path, FakeModel(answer), many(100), concurrency=1, budget=budget)
    assert (outcome.answered, budget.tokens, budget.estimated) == (10, 1000, False)
    assert "--max-tokens-total 950" in str(outcome.stopped) and "estimated" not in str(outcome.stopped)


def test_tokens_that_nobody_tells_are_estimated_and_said_to_be(path: Path) -> None:
    async def answer(key: str) -> Any:
        return {**SAMPLE, "output_text": "x" * 400}

    outcome = carry_out(path, FakeModel(answer), many(100), concurrency=1, budget=Budget(max_tokens=500))
    assert outcome.answered == 5 and "estimated" in str(outcome.stopped)


def test_time_is_up_also_while_everybody_waits(path: Path) -> None:
    async def answer(key: str) -> Any:
        raise AnswerError("http_429", "later", retry=True, retry_after=60.0)

    started = time.monotonic()
    budget = Budget(max_minutes=0.5 / 60)
    outcome = carry_out(path, FakeModel(answer), many(3), budget=budget)
    assert time.monotonic() - started < 5
    assert "--max-minutes" in str(outcome.stopped) and path.read_bytes() == b"", "they are still owed"
