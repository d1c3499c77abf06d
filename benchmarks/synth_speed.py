"""How fast conversations are made: the whole verb in a child process, all checks included, beside parts of the work.

Twice, because memory must not grow with the number of conversations, and because the difference of the two is the
speed without start-up. In the same run two parts alone, on the rows that were made: reading and writing them as plain
JSON, and executing their calls in the shop. To make another number: `python -m benchmarks.synth_speed N`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.in_process import best_seconds, plain_json
from benchmarks.measure import EVALWRIGHT, Cost, run, table

SEED = 7
_TIMES_MORE = 10


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool) -> None:
    """Print speed and memory for one size and ten times as many."""
    measure_number(folder, 2_000 if quick else 20_000)


def measure_number(folder: Path, number: int) -> None:
    """The same for this number and a tenth of it."""
    sizes = (max(number // _TIMES_MORE, 10), number)
    costs = [_made(folder / str(size), size) for size in sizes]
    rows = [
        (f"{size:,} conversations", f"{size / cost.cpu:,.0f}", f"{size / cost.wall:,.0f}", f"{cost.peak:.0f} MB")
        for size, cost in zip(sizes, costs, strict=True)
    ]
    alone = (costs[1].cpu - costs[0].cpu) / (sizes[1] - sizes[0])
    rows.append(("without start-up", f"{1 / alone:,.0f}", "", f"+{costs[1].peak - costs[0].peak:.0f} MB"))
    table("synth shop, one core", ("", "per CPU second", "per second", "peak memory"), rows)
    _beside(folder / str(sizes[0]) / "train.jsonl", alone)


def _made(out: Path, number: int) -> Cost:
    return run((*EVALWRIGHT, "synth", "shop", "-n", str(number), "--seed", str(SEED), "-o", str(out)))


def _beside(path: Path, alone: float) -> None:
    """What parts of the work take of themselves, for each conversation."""
    with path.open(encoding="utf-8") as stream:
        records = [json.loads(line) for line in stream]
    shop = _shop()
    _call(shop, records)  # once before, so that all texts are known as they are in a long run
    parts: dict[str, Callable[[], object]] = {
        "json.loads + json.dumps of the rows": lambda: plain_json(path),
        "the calls alone, in the shop": lambda: _call(shop, records),
    }
    rows = [("making one, all checks included", f"{alone * 1e6:,.0f} µs", "1.0 ×")]
    for name, seconds in best_seconds(parts, rounds=3).items():
        each = seconds / len(records)
        rows.append((name, f"{each * 1e6:,.0f} µs", f"{alone / each:.1f} ×"))
    table("per conversation, CPU time", ("", "time", "making one is"), rows)


def _shop() -> Any:
    from evalwright.synth import EnvironmentSpec, make_environment

    return make_environment("shop", EnvironmentSpec(SEED, "en"))


def _call(shop: Any, records: list[dict[str, Any]]) -> None:
    for record in records:
        fork = shop.fork()
        for message in record["messages"]:
            for call in message.get("tool_calls", ()):
                fork.call(call["function"]["name"], json.loads(call["function"]["arguments"]))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        measure_number(Path(scratch), int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
