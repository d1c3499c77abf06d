"""How fast captured answers are graded: items and samples in, reviews out, beside plain JSON of the items alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.in_process import plain_json, speeds
from benchmarks.measure import run


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table per kind of items; MB are those of the items."""
    for kind in kinds:
        _measure(folder, kind, quick=quick)


def _measure(folder: Path, kind: str, *, quick: bool) -> None:
    items, samples = folder / "items.jsonl", folder / "samples.jsonl"
    count = 500 if quick else 5_000
    run((sys.executable, "-m", "benchmarks.make_items", kind, str(count), str(items)))
    _answer(items, samples)
    size = items.stat().st_size
    works = {"grade": lambda: _grade(items, samples, folder), "json.loads + json.dumps": lambda: plain_json(items)}
    title = f"grade, {count:,} {kind} items of {size / count / 1000:.1f} kB"
    speeds(title, size, count, works, 1 if quick else 3)


def _grade(items: Path, samples: Path, folder: Path) -> None:
    from evalwright.run import open_grading

    with open_grading(items, samples, folder / "reviews.jsonl") as grading:
        for _ in grading.reviews():
            pass


def _answer(items: Path, samples: Path) -> None:
    """Of every three items one right, one with other arguments, one with no call."""
    with items.open("rb") as stream, samples.open("w", encoding="utf-8") as out:
        for number, line in enumerate(stream):
            item = json.loads(line)
            calls = item["expected_output"]["tool_calls"] if number % 3 else None
            if calls and number % 3 == 2:
                calls[0]["function"]["arguments"] = '{"order_id": "#W0000000"}'
            print(json.dumps({"id": item["id"], "sample": {"output_text": None, "output_tools": calls}}), file=out)
