"""How fast rows are read out of one JSON array, beside the same rows as lines, and in how much memory.

Each file is read in a process of its own (`scan_rows`, with which every verb reads), so that its CPU time and its peak
are the kernel's. `--quick` reads 20 MB, else 1 GB.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.make_items import CONVERSATIONS
from benchmarks.measure import run

_READ = "import sys; from evalwright.data import scan_rows; print(sum(1 for _ in scan_rows(sys.argv[1])))"


def measure(folder: Path, kinds: Sequence[str], *, quick: bool) -> None:
    """Print both speeds, their ratio and both peaks."""
    import sys

    del kinds  # conversations are of one kind
    size = 20_000_000 if quick else 1_000_000_000
    speeds = {}
    for name, before, between, after in (("lines", b"", b"\n", b"\n"), ("array", b"[", b", ", b"]")):
        path = folder / f"rows.{name}"
        written = _write(path, size, before, between, after)
        cost = run([sys.executable, "-c", _READ, str(path)])
        speeds[name] = written / cost.cpu / 1e6
        print(f"{name}: {written / 1e6:,.0f} MB at {speeds[name]:.0f} MB/s of CPU, peak {cost.peak:.0f} MB")
        path.unlink()
    print(f"array against lines: {speeds['array'] / speeds['lines']:.2f}")


def _write(path: Path, size: int, before: bytes, between: bytes, after: bytes) -> int:
    """The conversations of the example over and over, up to a size: how many bytes there are."""
    rows = CONVERSATIONS.read_bytes().splitlines()
    with path.open("wb") as stream:
        written = stream.write(before + rows[0])
        while written < size:
            written += stream.write(b"".join(between + row for row in rows))
        return written + stream.write(after)
