"""Whether anything is forgotten in a large file: repeats that stand as far apart as the file is long, all to be found.

A file of short conversations is made, all different, whose last rows repeat the first ones in four ways: the same
conversation, the same id, the same with another word, the same words with another call (which makes them near
duplicates, too). Each verb reads it as a command of its own; printed are the repeats that it found, its processor time
for each row, and its peak memory, for each size of the file: what is remembered must not make it grow.

    python -m benchmarks.any_number [--rows 500000 2000000] [--workers 1] [--kinds duplicate ...] [VERB...]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import EVALWRIGHT, environment

PLANTED = 200
"""Repeats of each kind."""
KINDS = ("duplicate", "repeated-id", "near-duplicate", "contradictory-gold")
VERBS = ("audit", "curate", "split")
_SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo", "zu"]


def make_row(number: int, *, word: str = "", call: str = "") -> dict[str, Any]:
    """The conversation of a number, which has nothing to do with any other; with another word or call."""
    told = random.Random(number)
    words = ["".join(told.choices(_SYLLABLES, k=3)) for _ in range(14)]
    function = {"name": "find_book", "arguments": json.dumps({"word": call or words[0]})}
    calls = [{"id": "c1", "type": "function", "function": function}]
    messages = [
        {"role": "user", "content": " ".join(words) + word},
        {"role": "assistant", "content": None, "tool_calls": calls},
    ]
    return {"id": f"row-{number}", "messages": messages}


def rows(count: int) -> Iterator[dict[str, Any]]:
    """All rows; the last ones repeat the first."""
    for number in range(count - len(KINDS) * PLANTED):
        yield make_row(number)
    for number in range(PLANTED):
        yield make_row(number) | {"id": f"copy-{number}"}
    for number in range(PLANTED, 2 * PLANTED):
        yield make_row(count + number) | {"id": f"row-{number}"}
    for number in range(2 * PLANTED, 3 * PLANTED):
        yield make_row(number, word=" please") | {"id": f"near-{number}"}
    for number in range(3 * PLANTED, 4 * PLANTED):
        yield make_row(number, call="another") | {"id": f"other-{number}"}


def write_file(path: Path, count: int) -> None:
    """A file of so many rows."""
    with path.open("w", encoding="utf-8") as stream:
        for row in rows(count):
            stream.write(json.dumps(row, separators=(",", ":")) + "\n")


def command(verb: str, path: Path, out: Path, given: argparse.Namespace) -> list[str]:
    """How a verb is called."""
    rules = [part for kind in given.kinds for part in ("--rule", kind)]
    options = {"audit": [*rules, "--json"], "curate": ["--dedupe", "-o", f"{out}/kept.jsonl", "--json"]}
    rest = options.get(verb, ["-o", f"{out}/sides", "--json"])
    return [*EVALWRIGHT, verb, str(path), *rest, "--workers", given.workers]


def found_by(verb: str, said: dict[str, Any], out: Path) -> str:
    """What a verb found of what was planted."""
    if verb == "audit":
        rules = said["summary"]["rules"]
        return ", ".join(f"{kind} {rules.get(kind, {'findings': 0})['findings']}" for kind in KINDS)
    if verb == "curate":
        return f"rejected {said['rejected']}"
    together = same_side(out / "sides")
    return f"together {together}, leaks {sum(said['leaks'].values())}"


def same_side(folder: Path) -> int:
    """How many copies and near copies stand on the side of what they repeat."""
    found = 0
    for side in ("train.jsonl", "valid.jsonl"):
        with (folder / side).open(encoding="utf-8") as stream:
            ids = {json.loads(line)["id"] for line in stream if _is_planted(line)}
        found += sum(f"row-{name.partition('-')[2]}" in ids for name in ids if name.startswith(("copy-", "near-")))
    return found


def _is_planted(line: str) -> bool:
    name = line[7:25].partition('"')[0]
    return not name.startswith("row-") or int(name[4:]) < 3 * PLANTED


def measure(verb: str, path: Path, given: argparse.Namespace) -> tuple[str, float, float]:
    """What a verb found, its processor seconds and its peak memory in megabytes."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        done = Path(folder) / "said.json"
        with done.open("wb") as stream:
            process = subprocess.Popen(command(verb, path, Path(folder), given), stdout=stream, env=environment())
            _, _, used = os.wait4(process.pid, 0)
            process.returncode = 0
        said = json.loads(done.read_bytes())
        return found_by(verb, said, Path(folder)), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Print a line for each verb and size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[500_000, 2_000_000])
    parser.add_argument("--workers", default="1")
    parser.add_argument("--kinds", nargs="+", default=KINDS, help="what audit looks for")
    parser.add_argument("--folder", type=Path, help="where the files go; they are removed")
    parser.add_argument("verbs", nargs="*", default=[], help=", ".join(VERBS))
    given = parser.parse_args()
    print(f"{PLANTED} planted of each kind: {', '.join(KINDS)}")
    for count in given.rows:
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            path = Path(folder) / "rows.jsonl"
            write_file(path, count)
            for verb in given.verbs or VERBS:
                found, seconds, peak = measure(verb, path, given)
                each = seconds / count * 1e6
                print(f"{verb:7} {count:>10,} rows  {each:6.0f} µs a row  {peak:7.0f} MB  {found}", flush=True)


if __name__ == "__main__":
    main()
