"""The line that a person sees while a run goes on."""

from __future__ import annotations

import io
import re

import pytest

from evalwright.engine import progress as module
from evalwright.engine.progress import Progress


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


def shown(clock: Clock, total: int, seconds: int, every: int, batch: int) -> list[float]:
    """The rates of a run that is looked at each second, while a batch of results comes every so often."""
    progress = Progress("m", total, stream=io.StringIO())
    progress.begin(None)  # type: ignore[arg-type]  # nobody asks it without --show
    rates = []
    for second in range(1, seconds + 1):
        clock.now += 1
        if second % every == 0:
            progress.committed(batch)
        found = re.search(r"  ([0-9.,]+)/s", progress.line())
        assert found is not None
        rates.append(float(found[1].replace(",", "")))
    return rates


def test_a_model_that_answers_in_batches_has_a_steady_rate(clock: Clock) -> None:
    rates = shown(clock, 1000, 200, every=20, batch=24)
    assert all(0.7 <= rate <= 1.4 for rate in rates[60:]), rates


def test_a_fast_server_is_measured_by_its_last_seconds(clock: Clock) -> None:
    rates = shown(clock, 10_000, 30, every=1, batch=2_500)
    assert rates[-1] == 2_500


def test_a_run_that_slows_down_says_so(clock: Clock) -> None:
    progress = Progress("m", 10_000, stream=io.StringIO())
    progress.begin(None)  # type: ignore[arg-type]
    for count in [100] * 30 + [10] * 30:
        clock.now += 1
        progress.committed(count)
        line = progress.line()
    assert "  10/s  " in line
    assert "left 11 min 10 s" in line
