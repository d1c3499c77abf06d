"""What several processes make of `synth shop`: processor time of the driver and of each worker, and equal bytes.

`python -m benchmarks.synth_workers [N] [WORKERS]`. The driver's time and the slowest worker's together are what a
machine with enough cores would take at most; processor time is measured, so that a busy machine matters less.
"""

from __future__ import annotations

import filecmp
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import table
from evalwright import synthesise
from evalwright.executor import ProcessExecutor

SEED = 7
_FILES = ("train.jsonl", "valid.jsonl", "manifest.json")


def measure_number(folder: Path, number: int, workers: int) -> bool:
    """Print the times for this many conversations; whether the bytes are the same."""
    synthesise("shop", out=folder / "first", n=10, seed=SEED)  # words and checks are loaded once
    one, _ = _spent(folder / "one", number, None)
    executor = ProcessExecutor(workers)
    try:
        driver, each = _spent(folder / "several", number, executor)
    finally:
        executor.close()
    same = all(filecmp.cmp(folder / "one" / name, folder / "several" / name, shallow=False) for name in _FILES)
    mean = sum(each) / workers
    rows = [
        ("one process", f"{one:.1f} s", "1.00"),
        ("driver", f"{driver:.1f} s", f"{driver / one:.2f}"),
        ("slowest worker", f"{max(each):.1f} s", f"{max(each) / one:.2f}"),
        ("driver + slowest worker", f"{driver + max(each):.1f} s", f"{(driver + max(each)) / one:.2f}"),
        ("driver + mean worker", f"{driver + mean:.1f} s", f"{(driver + mean) / one:.2f}"),
        ("all together", f"{driver + sum(each):.1f} s", f"{(driver + sum(each)) / one:.2f}"),
    ]
    title = f"synth shop, {number:,} conversations, {workers} workers: {'the same' if same else 'OTHER'} bytes"
    table(title, ("", "CPU time", "of one process"), rows)
    return same


def _spent(out: Path, number: int, executor: ProcessExecutor | None) -> tuple[float, list[float]]:
    begun = time.process_time()
    synthesise("shop", out=out, n=number, seed=SEED, workers=executor or 1)
    return time.process_time() - begun, executor.worker_seconds if executor else []


if __name__ == "__main__":
    wanted = [int(each) for each in sys.argv[1:3]]
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        sys.exit(not measure_number(Path(scratch), *(wanted + [20_000, 2][len(wanted) :])))
