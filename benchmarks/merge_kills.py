"""Kills while parts are merged: `python -m benchmarks.merge_kills [--items N] [--rounds K]`.

Three parts of an evaluation are asked; then `evalwright merge` is killed (SIGKILL) at random moments, again and again,
until it ends by itself. Printed: kills, and how many rounds left the files of an evaluation by one process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import ROOT

_TIMES = re.compile(rb'"latency_ms":[0-9.]+|"crc": ?"[0-9a-f]+"|"(created|name)": ?"[^"]*"')
_NOT_COMPARED = (".lock", ".seal", "report.html")
_PARTS = 3


def main() -> None:
    """Do the rounds and print what they gave."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        folder = Path(scratch)
        asking = _write_data(folder, given.items)
        _command(*asking, "-o", str(folder / "one"))
        for part in range(_PARTS):
            _command(*asking, "-o", str(folder / "parts"), "--part", f"{part}/{_PARTS}")
        begun = time.monotonic()
        shutil.copytree(folder / "parts", folder / "timed")
        _command("merge", str(folder / "timed"))
        longest, kills, equal = time.monotonic() - begun, 0, 0
        for number in range(given.rounds):
            run = folder / f"run-{number}"
            shutil.copytree(folder / "parts", run)
            kills += _merge_with_kills(run, rng, longest)
            equal += _contents(run) == _contents(folder / "one")
            shutil.rmtree(run)
        print(f"{given.items} items, {_PARTS} parts, {kills} kills: {equal} of {given.rounds} merges as one process")


def _merge_with_kills(run: Path, rng: random.Random, longest: float) -> int:
    """Merge, killed at random moments; how often."""
    kills = 0
    while True:
        merging = subprocess.Popen(_words("merge", str(run)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, said = merging.communicate(timeout=rng.uniform(0.2, 1.2 if kills < 5 else 9.0) * longest)
        except subprocess.TimeoutExpired:
            merging.kill()
            merging.communicate()
            kills += 1
            continue
        if merging.returncode and not (kills and b"holds no parts" in said):  # killed when all was done
            sys.exit(f"merge ended with {merging.returncode} after {kills} kills:\n{said.decode()}")
        return kills


def _write_data(folder: Path, count: int) -> list[str]:
    items, samples = folder / "items.jsonl", folder / "samples.jsonl"
    _run = (sys.executable, "-m", "benchmarks.make_items", "small", str(count), str(items))
    subprocess.run(_run, check=True, cwd=ROOT)
    with items.open("rb") as lines, samples.open("w", encoding="utf-8") as out:
        for number, line in enumerate(lines):
            item = json.loads(line)
            calls = item["expected_output"]["tool_calls"] if number % 3 else None
            print(json.dumps({"id": item["id"], "sample": {"output_text": None, "output_tools": calls}}), file=out)
    return ["eval", str(items), "-m", f"replay:{samples}"]


def _words(*words: str) -> list[str]:
    return [sys.executable, "-m", "evalwright", *words]


def _command(*words: str) -> None:
    subprocess.run(_words(*words), check=True, capture_output=True, env={**os.environ})


def _contents(run: Path) -> dict[str, bytes]:
    """Every file of a run, without what no two runs share."""
    paths = (path for path in sorted(run.rglob("*")) if path.is_file() and path.name not in _NOT_COMPARED)
    return {str(path.relative_to(run)): _TIMES.sub(b"", path.read_bytes()) for path in paths}


if __name__ == "__main__":
    main()
