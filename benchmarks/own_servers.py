"""What synth makes of servers that others wrote, with nothing given: a table to work against, and sentences to read.

For every server of `make servers` that is there, `synth` runs with several seeds, then `verify --run` and `audit`;
the rows are measured by `tests/servers/measures.py`:

    python -m benchmarks.own_servers [NAME ...] [--seeds 5] [--rows 24] [--lang en] [--also SOURCE] [--keep DIR]
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers.kit import SERVERS, missing_servers
from tests.servers.measures import Measures, measured
from tests.servers.workplace import text_of, work_on

from benchmarks.measure import table

_HEAD = (
    *("source", "sets", "rows", "tools", "calls/row", "different", "fed", "lied", "withheld"),
    *("invented", "numbers", "named", "verify", "audit", "seconds"),
)
_LIMIT = 600


@dataclass(slots=True)
class Outcome:
    """What came of one source over all seeds."""

    name: str
    measures: Measures = field(default_factory=Measures)
    declared: int = 0
    wanted: int = 0
    sets: int = 0
    unproved: int = 0
    """Sets that `verify` refuses."""
    faulty: int = 0
    """Sets in which `audit` finds an error."""
    seconds: float = 0.0
    words: list[str] = field(default_factory=list)
    """What was said where nothing was made, or a set did not hold."""


def try_source(name: str, source: str, given: str, folder: Path, options: argparse.Namespace) -> Outcome:
    """Make, prove and measure one set for each seed."""
    outcome = Outcome(name)
    for seed in range(1, options.seeds + 1):
        out = folder / f"{name}-{seed}"
        size = ("-n", str(options.rows), "--seed", str(seed), "--lang", options.lang)
        began = time.monotonic()
        made = _evalwright("synth", source, *size, "-o", str(out))
        outcome.seconds += time.monotonic() - began
        outcome.wanted += options.rows
        if not (out / "manifest.json").is_file():
            outcome.words.append(f"seed {seed}: {made.stderr.strip()[:400]}")
            continue
        outcome.sets += 1
        _look_at(outcome, out, given, seed)
    return outcome


def _look_at(outcome: Outcome, out: Path, given: str, seed: int) -> None:
    files = [path for path in (out / "train.jsonl", out / "valid.jsonl") if path.is_file()]
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    outcome.measures.add(measured(rows, given))
    outcome.declared = len(rows[0]["tools"]) if rows else outcome.declared
    for verb, arguments in (("verify", ("--run", str(out))), ("audit", tuple(map(str, files)))):
        done = _evalwright(verb, *arguments)
        if done.returncode != 0:
            first = next((line.strip() for line in done.stdout.splitlines() if "error" in line), done.stderr.strip())
            outcome.words.append(f"seed {seed}: {verb} exits with {done.returncode}: {first[:300]}")
            outcome.unproved += verb == "verify"
            outcome.faulty += verb == "audit"


def _evalwright(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "evalwright", *words]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=_LIMIT
    )


def table_row(outcome: Outcome, seeds: int) -> tuple[str, ...]:
    """One line of the table."""
    found = outcome.measures
    calls = f"{found.calls / found.rows:.2f}" if found.rows else "-"
    fed = f"{found.fed} of {found.calls}" if found.calls else "-"
    faults = (found.lied, found.withheld, found.invented)
    return (
        *(outcome.name, f"{outcome.sets} of {seeds}", f"{found.rows} of {outcome.wanted}"),
        *(
            f"{len(found.tools)} of {outcome.declared}" if outcome.declared else "-",
            calls,
            str(len(found.different)),
            fed,
        ),
        *(str(len(each)) for each in faults),
        *(str(found.own_numbers), str(len(found.named))),
        *(f"{outcome.unproved} bad" if outcome.unproved else "ok" if outcome.sets else "-",),
        *(f"{outcome.faulty} bad" if outcome.faulty else "ok" if outcome.sets else "-",),
        f"{outcome.seconds / seeds:.1f}",
    )


def sentences(outcome: Outcome, most: int) -> Iterable[str]:
    """Some of what was found, each sentence once."""
    for sort in ("lied", "withheld", "invented", "named"):
        found = dict.fromkeys(getattr(outcome.measures, sort))
        yield from (f"  {outcome.name}, {sort}: {each}" for each in itertools.islice(found, most))
    yield from (f"  {outcome.name}: {each}" for each in outcome.words)


def main() -> None:
    """Try all that are there, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.own_servers")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(each.name for each in SERVERS)}")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=24)
    parser.add_argument("--lang", default="en")
    parser.add_argument(
        "--also", action="append", default=[], metavar="SOURCE", help="another source, as synth takes it"
    )
    parser.add_argument("--show", type=int, default=3, help="sentences of each sort and server")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the sets here")
    options = parser.parse_args()
    absent = missing_servers()
    if absent:
        print(f"not installed (make servers): {', '.join(absent)}")
    with tempfile.TemporaryDirectory(prefix="evalwright-servers-") as scratch:
        _run(options, Path(scratch), absent)


def _run(options: argparse.Namespace, scratch: Path, absent: list[str]) -> None:
    folder = options.keep or scratch
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [each for each in SERVERS if each.name not in absent and (not options.names or each.name in options.names)]
    outcomes = []
    for server in chosen:
        place = work_on(server, scratch / "material")
        outcomes.append(try_source(server.name, server.source(place), text_of(place), folder, options))
        print(f"{server.name}: {outcomes[-1].measures.rows} rows", file=sys.stderr, flush=True)
    for number, source in enumerate(options.also, 1):
        outcomes.append(try_source(f"also-{number}", source, "", folder, options))
    rows = [table_row(outcome, options.seeds) for outcome in outcomes]
    table(f"synth with nothing given, {options.seeds} seeds, {options.lang}", _HEAD, rows)
    print("\n".join(line for outcome in outcomes for line in sentences(outcome, options.show)))


if __name__ == "__main__":
    main()
