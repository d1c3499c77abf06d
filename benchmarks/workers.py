"""What several workers cost and save: every heavy verb with one and with N, by processor time, so that a busy machine
does not matter.

For each verb: the CPU of one process; with N workers the CPU of the driver (d), of the slowest worker (s) and of all
together, each as a share of the first; and whether the output is the same, byte for byte. What would be waited for on
an idle machine is driver + slowest worker; (d + m) has the mean of the workers, who on an idle machine do the same.
The file holds conversations of the shop with planted duplicates, repeated and missing ids, torn and broken lines.

A process costs half a second before its first row, which weighs in a small file and not in one that takes a minute:
`--slope` measures a quarter of the file too, and prints the same shares of each further megabyte.

Processor time is not free of what else a machine does: caches and memory are shared, and where one of two workers has
to wait for a core, the other does more than its half. `--rounds N` takes one process and several in turn, and of each
the round that took least.

    python -m benchmarks.workers [--workers 2] [--megabytes 60] [--slope] [--rounds N] [VERB...]
"""

from __future__ import annotations

import argparse
import filecmp
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import ROOT, run

VERBS: dict[str, list[str]] = {
    "expand": ["-o", "OUT/items.jsonl", "--skip-bad-rows"],
    "audit": ["--html", "OUT/page.html"],
    "curate": ["-o", "OUT/kept.jsonl", "--rejected", "OUT/rest.jsonl", "--grounded", "--dedupe", "--skip-bad-rows"],
    "split": ["-o", "OUT/sides", "--skip-bad-rows"],
    "stats": [],
    "convert": ["-o", "OUT/hermes.jsonl", "--to", "hermes", "--skip-bad-rows"],
    "grade": ["SAMPLES", "-o", "OUT/reviews.jsonl"],
}
"""The options of each verb, after its file; OUT is a folder, SAMPLES the answers to the items that `grade` takes."""
_ITEM_BYTES = 1026
_CHILD = """
import resource, sys
from evalwright.cli.app import app
from evalwright.executor import processes

made = []
start = processes.ProcessExecutor.__init__
def remember(self, workers):
    start(self, workers)
    made.append(self)
processes.ProcessExecutor.__init__ = remember
try:
    app.main(args=sys.argv[1:], standalone_mode=False)
except SystemExit:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print("cpu", used.ru_utime + used.ru_stime, *(each for one in made for each in one.worker_seconds), file=sys.stderr)
"""


def write_rows(path: Path, megabytes: float) -> None:
    """A file of this size: conversations of the example, each time with other ids, and what is wrong in it."""
    sources = [ROOT / "examples" / "retail" / name for name in ("train.jsonl", "valid.jsonl")]
    records = [json.loads(line) for source in sources for line in source.read_text("utf-8").splitlines()]
    rng, written, number = random.Random(7), 0, 0
    with path.open("w", encoding="utf-8") as stream:
        while written < megabytes * 1e6:
            line = _line(records, number, rng)
            written += stream.write(line)
            number += 1


def _line(records: list[dict[str, object]], number: int, rng: random.Random) -> str:
    record = dict(records[number % len(records)])
    record["id"] = f"row-{number}"
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if number % 11:  # what is left as it is, is a duplicate
        text = text.replace("0", str(rng.randrange(10))).replace("7", str(rng.randrange(10)))
    if number % 97 == 1:
        text = text.replace(f'"id":"row-{number}"', '"id":"row-1"')
    elif number % 89 == 2:
        text = text.replace(f'"id":"row-{number}",', "")
    elif number % 101 == 3:
        return text[: len(text) // 2] + "\n"
    elif number % 103 == 4:
        return '{"messages": 4}\n\n'
    return text + "\n"


def write_items(items: Path, samples: Path, megabytes: float) -> None:
    """Items of about 1 kB with ids that stand twice or are missing, and their answers: some wrong, some not there."""
    run((sys.executable, "-m", "benchmarks.make_items", "small", str(int(megabytes * 1e6 / _ITEM_BYTES)), str(items)))
    lines = items.read_text("utf-8").splitlines()
    with items.open("w", encoding="utf-8") as out, samples.open("w", encoding="utf-8") as answers:
        for number, line in enumerate(lines):
            item = json.loads(line)
            if number % 97 == 1:
                item["id"] = "twice"
            elif number % 89 == 2:
                del item["id"]
            print(json.dumps(item, ensure_ascii=False, separators=(",", ":")), file=out)
            if number % 101:
                print(json.dumps(_answer(item, number)), file=answers)


def _answer(item: dict[str, Any], number: int) -> dict[str, object]:
    calls = item["expected_output"]["tool_calls"] if number % 3 else None
    if calls and number % 3 == 2:
        calls[0]["function"]["arguments"] = '{"order_id": "#W0000000"}'
    own = item.get("id", str(number))
    return {"id": str(number) if own == "twice" else own, "sample": {"output_text": None, "output_tools": calls}}


class Cost(NamedTuple):
    """Processor seconds of one verb over one file."""

    alone: float
    driver: float
    slowest: float
    all_workers: float
    workers: int

    def less(self, other: Cost) -> Cost:
        """What this file costs more than a smaller one."""
        more = (mine - theirs for mine, theirs in zip(self[:-1], other[:-1], strict=True))
        return Cost(*more, self.workers)

    def show(self, name: str, remark: str) -> None:
        """Print one line."""
        spent = (self.slowest, self.all_workers / self.workers, self.all_workers)
        shares = "".join(f"{(self.driver + each) / self.alone:>10.3f}" for each in spent)
        seconds = f"{self.alone:>9.1f} s {self.driver:>9.1f} s {self.slowest:>9.1f} s"
        print(f"{name:<9}{seconds}{shares}   {remark}", flush=True)


def measure(verb: str, options: Sequence[str], path: Path, folder: Path, workers: int, rounds: int) -> Cost:
    """Print the line of one verb."""
    costs, is_same = [], True
    for _ in range(rounds):
        one, several = (_run(verb, options, path, folder / str(count), count) for count in (1, workers))
        costs.append(Cost(one[0], several[0], max(several[1:], default=0.0), sum(several[1:]), workers))
        is_same = is_same and _same(folder / "1", folder / str(workers))
        shutil.rmtree(folder)
    least = min(costs, key=lambda cost: cost.driver + cost.slowest)
    cost = least._replace(alone=min(cost.alone for cost in costs))
    cost.show(verb, "same" if is_same else "DIFFERENT")
    return cost


def _run(verb: str, options: Sequence[str], path: Path, out: Path, workers: int) -> list[float]:
    """Processor seconds of the driver and of each worker."""
    out.mkdir(parents=True, exist_ok=True)
    args = [verb, str(path), *(option.replace("OUT", str(out)) for option in options), "--workers", str(workers)]
    with (out / "stdout").open("wb") as stdout:
        command = [sys.executable, "-c", _CHILD, *args, "--json"]
        done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if line.startswith("cpu ")]
    if not told:
        sys.exit(f"{verb} with {workers} workers did not end well:\n{done.stderr}")
    return [float(word) for word in told[-1].split()[1:]]


def _same(one: Path, other: Path) -> bool:
    found = filecmp.dircmp(one, other)
    folders = [sub for sub in found.common_dirs if not _same(one / sub, other / sub)]
    _, mismatch, errors = filecmp.cmpfiles(one, other, found.common_files, shallow=False)
    return not (found.left_only or found.right_only or mismatch or errors or folders)


def main() -> None:
    """Measure the verbs that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("verbs", nargs="*", metavar="VERB")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--megabytes", type=float, default=60)
    parser.add_argument(
        "--slope", action="store_true", help="a quarter of the file too, and what each further MB costs"
    )
    parser.add_argument("--rounds", type=int, default=1, help="take turns so often; the least of each counts")
    given = parser.parse_args()
    verbs = given.verbs or list(VERBS)
    costs = measure_all(verbs, given.megabytes, given.workers, given.rounds)
    if given.slope:
        less = measure_all(verbs, given.megabytes / 4, given.workers, given.rounds)
        print("of each further megabyte:")
        for verb in verbs:
            costs[verb].less(less[verb]).show(verb, "slope")


def measure_all(verbs: Sequence[str], megabytes: float, workers: int, rounds: int) -> dict[str, Cost]:
    """Measure verbs over a file of this size."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        path, items = Path(scratch) / "rows.jsonl", Path(scratch) / "items.jsonl"
        samples = Path(scratch) / "samples.jsonl"
        write_rows(path, megabytes)
        if "grade" in verbs:
            write_items(items, samples, megabytes)
        size = path.stat().st_size / 1e6
        print(f"{size:.0f} MB, {workers} workers; {used.ru_utime:.1f} s to start")
        print("verb        1 worker     driver    slowest  (d + s)/1  (d + m)/1   sum/1   output", flush=True)
        made = {}
        for verb in verbs:
            options = [option.replace("SAMPLES", str(samples)) for option in VERBS[verb]]
            given = items if verb == "grade" else path
            made[verb] = measure(verb, options, given, Path(scratch) / verb, workers, rounds)
        return made


if __name__ == "__main__":
    main()
