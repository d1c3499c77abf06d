"""Requests a minute: evenly spaced, and each gets its share."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from evalwright import EvalConfig
from evalwright.engine import Pace


def test_requests_follow_each_other_no_faster_than_the_pace() -> None:
    async def sent(pace: Pace) -> list[float]:
        stopping, begun, found = asyncio.Event(), time.monotonic(), []
        for _ in range(4):
            await pace.turn(stopping)
            found.append(time.monotonic() - begun)
        return found

    times = asyncio.run(sent(Pace(3000)))
    assert all(at >= number * 0.02 - 0.001 for number, at in enumerate(times))
    shared = asyncio.run(sent(Pace(3000, shared=True)))
    assert all(at >= (number + 1) * 0.02 - 0.005 for number, at in enumerate(shared))
    assert asyncio.run(sent(Pace()))[-1] < 10


def test_the_parts_share_what_a_minute_allows() -> None:
    config = EvalConfig(data=("x",), models=("m",), run=Path("r"), requests_per_minute=600, part="1/3")
    assert config.pace._seconds == 0.3
