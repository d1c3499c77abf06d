"""Timing library functions on one core, beside the standard library reading and writing the same file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.measure import table


def plain_json(path: Path) -> None:
    """json.loads and json.dumps of every line, and nothing else."""
    with path.open("rb") as stream:
        for line in stream:
            json.dumps(json.loads(line))


def best_seconds(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The best processor time of each, taken in turn."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            started = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - started)
    return best


def speeds(title: str, size: int, items: int, works: Mapping[str, Callable[[], object]], rounds: int) -> None:
    """Print MB/s and items/s of each, and how many times as long as the last it takes."""
    best = best_seconds(works, rounds)
    floor = list(best.values())[-1]
    rows = [
        [name, f"{seconds:.2f}", f"{size / seconds / 1e6:,.0f}", f"{items / seconds:,.0f}", f"{seconds / floor:.2f} x"]
        for name, seconds in best.items()
    ]
    table(title, ("", "CPU s", "MB/s", "items/s", "time"), rows)
