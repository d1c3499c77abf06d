"""The gate lets in one request first, then as many as the server bears."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable

import pytest

from evalwright.engine import Gate
from evalwright.engine import concurrency as gate_module


def in_loop(test: Callable[[Gate], Awaitable[None]], fixed: int | None = None) -> None:
    async def go() -> None:
        gate = Gate(fixed)
        try:
            await test(gate)
        finally:
            gate.close()

    asyncio.run(go())


async def entering(gate: Gate, count: int, *, first: bool = False) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(gate.enter(first=first)) for _ in range(count)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


def inside(tasks: list[asyncio.Task[None]]) -> int:
    return sum(task.done() for task in tasks)


async def cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(("fixed", "then"), [(None, 16), (1, 1), (5, 5), (64, 64)])
def test_one_request_is_sent_until_the_first_came_back(fixed: int | None, then: int) -> None:
    async def test(gate: Gate) -> None:
        tasks = await entering(gate, 100)
        assert inside(tasks) == gate.in_flight == 1
        gate.leave()
        gate.went_well()
        await asyncio.sleep(0)
        assert gate.in_flight == gate.limit == then
        await cancel(tasks)

    in_loop(test, fixed)


def test_a_slow_first_answer_does_not_hold_the_others_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "_PROBE_SECONDS", 0.02)

    async def test(gate: Gate) -> None:
        tasks = await entering(gate, 10)
        await asyncio.sleep(0.06)
        assert inside(tasks) == 10
        await cancel(tasks)

    in_loop(test)


def test_the_limit_grows_while_it_is_what_holds_things_back() -> None:
    async def test(gate: Gate) -> None:
        gate.open_up()
        tasks = await entering(gate, 2000)
        for _ in range(1500):
            gate.leave()
            gate.went_well()
        assert gate.limit == 256
        await cancel(tasks)

    in_loop(test)


def test_the_limit_does_not_grow_when_nobody_waits() -> None:
    async def test(gate: Gate) -> None:
        gate.open_up()
        for _ in range(1000):
            await gate.enter()
            gate.leave()
            gate.went_well()
        assert gate.limit == 16

    in_loop(test)


def test_a_burst_of_refusals_shrinks_the_limit_once_and_later_ones_again() -> None:
    async def test(gate: Gate) -> None:
        gate.open_up()
        epoch = gate.epoch
        for _ in range(16):
            gate.was_too_much(epoch)
        assert gate.limit == 9
        for _ in range(20):
            gate.was_too_much(gate.epoch)
        assert gate.limit == 1

    in_loop(test)


def test_after_an_outage_the_limit_grows_back_step_by_step() -> None:
    async def test(gate: Gate) -> None:
        gate.open_up()
        tasks = await entering(gate, 2000)
        for _ in range(20):
            gate.was_too_much(gate.epoch)
        limits = [gate.limit]
        for _ in range(400):
            gate.leave()
            gate.went_well()
            limits.append(gate.limit)
        assert limits[0] == 1 and limits[-1] > 32
        steps = [after - before for before, after in itertools.pairwise(limits)]
        assert all(step <= max(1, before // 4) for step, before in zip(steps, limits, strict=False))
        assert next(at for at, limit in enumerate(limits) if limit >= 16) > 60, (
            "as many answers as were in flight come before every step"
        )
        await cancel(tasks)

    in_loop(test)


def test_a_fixed_limit_stays() -> None:
    async def test(gate: Gate) -> None:
        gate.open_up()
        gate.was_too_much(gate.epoch)
        assert gate.limit == 8

    in_loop(test, 8)


def test_a_retry_goes_before_those_who_were_never_sent() -> None:
    async def test(gate: Gate) -> None:
        (holder,) = await entering(gate, 1)
        new = await entering(gate, 3)
        (again,) = await entering(gate, 1, first=True)
        gate.leave()
        await asyncio.sleep(0)
        assert holder.done() and again.done() and inside(new) == 0
        await cancel(new)

    in_loop(test, 1)


def test_a_place_given_to_one_who_left_is_not_lost() -> None:
    async def test(gate: Gate) -> None:
        await gate.enter()
        (waiting,) = await entering(gate, 1)
        gate.leave()  # the place is given to the waiting one ...
        waiting.cancel()  # ... who is gone before it wakes up
        await asyncio.gather(waiting, return_exceptions=True)
        assert gate.in_flight == 0
        await asyncio.wait_for(gate.enter(), 1)

    in_loop(test, 1)


def test_when_the_run_stops_nobody_waits_any_more() -> None:
    async def test(gate: Gate) -> None:
        await gate.enter()
        tasks = await entering(gate, 50)
        gate.stand_open()
        await asyncio.sleep(0)
        assert inside(tasks) == 50

    in_loop(test, 1)
