"""How fast conversations are cut into items: `expand_file` in process, beside plain JSON of the same bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.in_process import plain_json, speeds
from benchmarks.make_items import CONVERSATIONS


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print the speed; MB are those of the conversations read."""
    from evalwright.workbench import expand_file

    del kinds  # conversations are of one kind

    given, out = folder / "conversations.jsonl", folder / "items.jsonl"
    _repeat(given, 10 if quick else 150)
    items = expand_file(given, out).items
    size = given.stat().st_size
    works = {"expand_file": lambda: expand_file(given, out), "json.loads + json.dumps": lambda: plain_json(given)}
    title = f"expand, {size / 1e6:.0f} MB of conversations into {out.stat().st_size / 1e6:.0f} MB of {items:,} items"
    speeds(title, size, items, works, 1 if quick else 3)


def _repeat(out: Path, times: int) -> None:
    """The example so many times, every conversation with an id of its own."""
    records = [json.loads(line) for line in CONVERSATIONS.read_text("utf-8").splitlines()]
    with out.open("w", encoding="utf-8") as stream:
        for number in range(times):
            for place, record in enumerate(records):
                line = {**record, "id": f"{record.get('id', place)}-{number}"}
                stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
