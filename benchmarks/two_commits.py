"""How fast this checkout audits and splits beside another one, in messages a second: `--beside THERE/src`.

The three files of `audit_speed`: of the examples again and again, or with `--rows FILE` of conversations that all
differ, such as those of `synth shop -n 4000`. Each measurement is a process of its own, the two checkouts take turns,
and of each the best round counts, so that what else a machine does reaches both alike. For example:

    git worktree add /tmp/before COMMIT
    python -m benchmarks.two_commits --beside /tmp/before/src
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.audit_speed import KINDS, write_kind
from benchmarks.measure import ROOT, environment, table

_CHILD = """
import sys, time
from pathlib import Path
from evalwright import audit, split
verb, small, path = sys.argv[1:]
work = {"audit": lambda file: audit(file), "split": lambda file: split(file, Path(file).with_suffix(""))}[verb]
work(small)
begun = time.process_time()
work(path)
print(time.process_time() - begun)
"""
VERBS = ("audit", "split")


def measure(folder: Path, beside: Path, megabytes: float, rounds: int, given: Path | None) -> None:
    """Print the speed of both checkouts on each file, and how they relate."""
    rows = []
    small = folder / "first.jsonl"  # words, patterns and checks are loaded by it
    write_kind(small, "shop rows", 50_000)
    for kind in KINDS:
        path = folder / f"{kind}.jsonl"
        write_kind(path, kind, int(megabytes * 1e6), given)
        messages = _messages_in(path)
        for verb in VERBS:
            before, now = _best(verb, small, path, (beside, ROOT / "src"), rounds)
            speeds = (messages / before, messages / now, before / now)
            rows.append((f"{verb}, {kind}", *(f"{speed:,.0f}" for speed in speeds[:2]), f"{speeds[2]:.2f} x"))
    table(f"{megabytes:g} MB, one core, the best of {rounds}", ("messages a second", "there", "here", ""), rows)


def _best(verb: str, small: Path, path: Path, sources: tuple[Path, ...], rounds: int) -> list[float]:
    """The least processor seconds of each checkout."""
    found: list[list[float]] = [[] for _ in sources]
    for _ in range(rounds):
        for spent, source in zip(found, sources, strict=True):
            spent.append(_seconds(verb, small, path, source))
    return [min(spent) for spent in found]


def _seconds(verb: str, small: Path, path: Path, source: Path) -> float:
    command = [sys.executable, "-c", _CHILD, verb, str(small), str(path)]
    told = subprocess.run(
        command, env=environment() | {"PYTHONPATH": str(source)}, capture_output=True, text=True, check=False
    )
    if told.returncode:
        sys.exit(f"{verb} by {source} did not end well:\n{told.stderr}")
    return float(told.stdout)


def _messages_in(path: Path) -> int:
    from evalwright.chat import loads_line

    with path.open("rb") as stream:
        return sum(len(loads_line(line)["messages"]) for line in stream)


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--beside", type=Path, required=True, help="the sources of another checkout")
    parser.add_argument("--rows", type=Path, help="conversations; without, the examples again and again")
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    if not (given.beside / "evalwright").is_dir():
        parser.error(f"{given.beside} holds no evalwright")
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        measure(Path(scratch), given.beside, given.megabytes, given.rounds, given.rows)


if __name__ == "__main__":
    main()
