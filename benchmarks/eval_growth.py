"""How time and memory of an evaluation grow with its items, and what it costs to ask for a finished run again.

Answers come from a file (`replay:`), so that nothing is measured but ours. The second command finds a finished run: it
owes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Cost, run, table
from benchmarks.view_cold import eval_command, write_questions

SIZES = (20_000, 200_000, 1_000_000)
QUICK = (2_000, 20_000)
MOST_BYTES = 32
MOST_SECONDS = 10.0


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print one table, and what a further item costs."""
    found = {count: _costs(folder, count) for count in (QUICK if quick else SIZES)}
    rows = [
        [f"{count:,}", *(f"{number:.2f}" for cost in costs for number in (cost.cpu, cost.peak))]
        for count, costs in found.items()
    ]
    table("eval from captured answers", ("items", "CPU s", "peak MB", "again: CPU s", "again: peak MB"), rows)
    *_, few, many = sorted(found)
    slope = (found[many][0].cpu - found[few][0].cpu) / (many - few)
    grown = [(late.peak - early.peak) * 1e6 / (many - few) for early, late in zip(found[few], found[many], strict=True)]
    print(
        f"From {few:,} to {many:,}, a further item: {slope * 1000:.3f} CPU ms, {grown[0]:.0f} bytes;"
        f" again {grown[1]:.0f} bytes."
    )
    print(
        f"Wanted: at most {MOST_BYTES} bytes; a resume of 200,000 that owes nothing in {MOST_SECONDS:.0f} CPU seconds."
    )


def _costs(folder: Path, count: int) -> tuple[Cost, Cost]:
    write_questions(folder, count)
    made = folder / "root" / "run"
    first, again = run(eval_command(made)), run(eval_command(made))
    shutil.rmtree(made)
    return first, again
