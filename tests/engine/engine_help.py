"""A model made of a function, and jobs for it: the engine is tested without a network where none is needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from evalwright.engine import Batch, Job, Journal, Outcome, RetryPolicy, run_batch
from evalwright.models import Request

SAMPLE = {"output_text": "yes", "output_tools": None, "finish_reason": "stop", "usage": None, "latency_ms": 1.0}


class FakeModel:
    """Answers with a function of the item's id."""

    name = "fake"

    def __init__(self, answer: Callable[[str], Awaitable[Any]]) -> None:
        self._answer = answer
        self.asked: list[str] = []
        self.is_open = False

    def identity(self) -> dict[str, Any]:
        return {"kind": "fake"}

    def prepare(self, request: Request) -> bytes:
        return request.id.encode()

    async def open(self) -> None:
        self.is_open = True

    async def close(self) -> None:
        self.is_open = False

    async def answer(self, request: Request, prepared: bytes) -> Any:
        self.asked.append(request.id)
        return await self._answer(request.id)


async def always_yes(_: str) -> Any:
    """A model that is never wrong."""
    return SAMPLE


def jobs(*keys: str) -> Iterator[Job]:
    """One job per id."""
    for position, key in enumerate(keys):
        yield Job(position, Request(key, []), key.encode(), f"{position:032x}")


def carry_out(
    journal: Path,
    model: Any,
    wanted: Iterator[Job],
    *,
    policy: RetryPolicy | None = None,
    concurrency: int | None = None,
    **more: Any,
) -> Outcome:
    """Run a batch into a journal file."""
    opened = Journal(journal)
    try:
        return run_batch(Batch(model, opened, policy or RetryPolicy(wait=0.01), concurrency, **more), wanted)
    finally:
        opened.close()
