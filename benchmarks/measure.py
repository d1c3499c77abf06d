"""Child processes and what they cost, by the kernel's own account, and the small tables they end up in."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EVALWRIGHT = (sys.executable, "-m", "evalwright")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one child process cost."""

    wall: float
    cpu: float
    """User and system time, in seconds."""
    peak: float
    """The largest resident size, in megabytes. No less than the parent's own at the start, which is kept small."""


def run(command: Sequence[str], *, codes: tuple[int, ...] = (0,)) -> Cost:
    """Run a command to its end, quietly; what it said is shown if it fails."""
    started = time.perf_counter()
    child = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert child.stdout is not None
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    if child.returncode not in codes:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}:\n{said.decode(errors='replace')}")
    wall = time.perf_counter() - started
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def environment() -> dict[str, str]:
    """The environment of a child: this checkout's sources, and no proxy between it and the loopback server."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return kept | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}


def typical(costs: Sequence[Cost]) -> Cost:
    """The median of each number."""
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "peak")))


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, the first column to the left and the numbers to the right."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    print(f"\n{title}")
    for row in (head, ["-" * width for width in widths], *rows):
        first, *others = (cell.ljust(widths[0]) if not n else cell.rjust(widths[n]) for n, cell in enumerate(row))
        print("  ".join((first, *others)), flush=True)
