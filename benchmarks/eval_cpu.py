"""What an evaluation costs beside a bare loop of requests: processor time, time on the clock, memory.

Both are whole processes that ask the same loopback server the same bytes with the same number in flight, one after
the other. `eval` also surveys, digests, journals, grades and reports; the ratios say what that costs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import EVALWRIGHT, Cost, environment, run, table, typical


@dataclass(frozen=True, slots=True)
class Setting:
    """One comparison."""

    items: int
    in_flight: int
    latency: float
    rounds: int
    """How often each side is run, in turn; medians are shown."""


FULL = (Setting(2_000, 64, 0.0, 3), Setting(50_000, 64, 0.0, 2), Setting(5_000, 100, 0.05, 1))
QUICK = (Setting(500, 64, 0.0, 1), Setting(2_000, 64, 0.0, 1), Setting(500, 100, 0.05, 1))
MOST_CPU = 2.5
MOST_MEMORY = 150


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table per kind of items."""
    for kind in kinds:
        _measure(folder, kind, quick=quick)


def _measure(folder: Path, kind: str, *, quick: bool) -> None:
    rows: list[list[str]] = []
    peaks: dict[int, float] = {}
    size = 0.0
    for setting in QUICK if quick else FULL:
        items = folder / "items.jsonl"
        run((sys.executable, "-m", "benchmarks.make_items", kind, str(setting.items), str(items)))
        size = items.stat().st_size / setting.items
        ours, bare = _both(setting, items, folder)
        rows += [_row(setting, "evalwright eval", ours), _row(setting, "bare aiohttp", bare), _ratios(ours, bare)]
        if not setting.latency:
            peaks[setting.items] = ours.peak
    title = f"eval beside a bare aiohttp loop: {kind} items of {size / 1000:.1f} kB"
    table(title, ("", "items", "in flight", "latency", "CPU s", "wall s", "requests/s", "peak MB"), rows)
    few, many = min(peaks), max(peaks)
    print(
        f"CPU ratio wanted at {many:,} items: at most {MOST_CPU}. Memory wanted: under {MOST_MEMORY} MB, and within"
        f" 20 % from {few:,} to {many:,} items; it is {peaks[many]:.0f} MB and {peaks[many] / peaks[few] - 1:+.0%}."
    )


def _both(setting: Setting, items: Path, folder: Path) -> tuple[Cost, Cost]:
    ours, bare = [], []
    with serving(setting.latency) as url:
        for _ in range(setting.rounds):
            bare.append(_bare(setting, items, url))
            ours.append(_ours(setting, items, url, folder))
    return typical(ours), typical(bare)


def _ours(setting: Setting, items: Path, url: str, folder: Path) -> Cost:
    out = folder / "run"
    options = ("-m", "bench", "--api-url", url, "--concurrency", str(setting.in_flight), "-o", str(out))
    cost = run((*EVALWRIGHT, "eval", str(items), *options))
    shutil.rmtree(out)
    return cost


def _bare(setting: Setting, items: Path, url: str) -> Cost:
    return run((sys.executable, "-m", "benchmarks.bare_loop", str(items), url, str(setting.in_flight)))


@contextmanager
def serving(latency: float, *text: str) -> Iterator[str]:
    """The address of the loopback server, while the block runs."""
    command = (sys.executable, "-m", "benchmarks.server", str(latency), *text)
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        finally:
            server.kill()


def _row(setting: Setting, name: str, cost: Cost) -> list[str]:
    return [
        name,
        f"{setting.items:,}",
        str(setting.in_flight),
        f"{setting.latency * 1000:.0f} ms",
        f"{cost.cpu:.2f}",
        f"{cost.wall:.2f}",
        f"{setting.items / cost.wall:,.0f}",
        f"{cost.peak:.0f}",
    ]


def _ratios(ours: Cost, bare: Cost) -> list[str]:
    pairs = ((ours.cpu, bare.cpu), (ours.wall, bare.wall), (bare.wall, ours.wall), (ours.peak, bare.peak))
    return ["ratio", "", "", "", *(f"{one / other:.2f} x" for one, other in pairs)]
