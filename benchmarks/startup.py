"""How long it takes to begin: importing the package and printing the help, beside an interpreter that does nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import EVALWRIGHT, Cost, run, table, typical

_COMMANDS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "import evalwright": (sys.executable, "-c", "import evalwright"),
    "evalwright --help": (*EVALWRIGHT, "--help"),
    "evalwright eval --help": (*EVALWRIGHT, "eval", "--help"),
    "import aiohttp": (sys.executable, "-c", "import aiohttp"),
}


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print the medians, taken in turn so that a busy moment hits all of them."""
    del folder, kinds  # nothing is read here
    costs: dict[str, list[Cost]] = {name: [] for name in _COMMANDS}
    for _ in range(3 if quick else 15):
        for name, command in _COMMANDS.items():
            costs[name].append(run(command))
    medians = {name: typical(all_of_it) for name, all_of_it in costs.items()}
    nothing = medians["python -c pass"].wall
    rows = [
        [name, f"{cost.wall * 1000:.0f}", f"{(cost.wall - nothing) * 1000:+.0f}", f"{cost.wall / nothing:.2f} x"]
        for name, cost in medians.items()
    ]
    table("start-up, median wall time", ("", "ms", "above nothing", "ratio"), rows)
