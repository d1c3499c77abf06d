"""What synth makes of servers that others wrote, with nothing given: tables to work against, and sentences to read.

For every server of `make servers` that is there, `synth` runs with several seeds, then `verify --run` and `audit`;
the rows are measured by `tests/servers/measures.py`:

    python -m benchmarks.own_servers [NAME ...] [--seeds 5] [--rows 24] [--lang en] [--also SOURCE] [--keep DIR]

`petstore` is the service of `tests/servers/petstore`; `--also` takes an OpenAPI document or a file of tools, whose
results are simulated. `memory-empty` is the memory server without a store. The last table says of every demand on such
sets what was counted and whether it holds; it ends with 1 where one does not.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers.kit import SERVERS, missing_servers
from tests.servers.measures import Measures, measured
from tests.servers.petstore import DOCUMENT, serving
from tests.servers.workplace import text_of, work_on

from benchmarks.measure import table

_HEAD = (
    *("source", "sets", "rows", "tools", "calls/row", "different", "fed", "lied", "denied", "withheld"),
    *("invented", "numbers", "made up", "named", "verify", "audit", "starter", "explored", "seconds"),
)
_LIMIT = 900
_PATIENCE = "120"
"""Seconds in which a server has to start: others may be at work on this machine."""
_FAULTS = {
    "lied": "failures told as success",
    "denied": "results told as failures or as nothing",
    "withheld": "answers that hold nothing of a result",
    "invented": "words in calls to a real server that nobody gave",
    "own_numbers": "numbers in calls to a real server that nobody gave",
    "named": "users who name a tool",
}
_MADE_UP = "made_up"
"""What a simulated backend makes up, since nobody else could give it: no fault, but to be read."""
_PETSTORE = "petstore"
_MUST_GIVE = ("filesystem", "memory", "sqlite", _PETSTORE)
_EMPTY = "memory-empty"
_MOST_CALLS, _FEW_TOOLS, _LONGEST = 200, 15, 10
"""Calls that exploring may make, for up to so many tools, and seconds where a server answers at once."""
_LEAST_ROWS, _LEAST_FED = 0.5, 0.3
"""What those give at least: of the rows that were wanted, and of their calls those that an earlier result feeds."""


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
    unexplained: int = 0
    """Times that nothing was made, and no scenario file to fill in was left."""
    explored: dict[str, int] = field(default_factory=dict)
    """What exploring cost: the most of all seeds."""
    explored_in: float = 0.0
    """Seconds that exploring alone took, where it was measured."""
    seconds: float = 0.0
    words: list[str] = field(default_factory=list)
    """What was said where nothing was made, or a set did not hold."""


def try_source(name: str, source: str, given: str, folder: Path, options: argparse.Namespace, *more: str) -> Outcome:
    """Make, prove and measure one set for each seed. `more`: options of synth that this source needs."""
    outcome = Outcome(name)
    for seed in range(1, options.seeds + 1):
        out = folder / f"{name}-{seed}"
        size = ("-n", str(options.rows), "--seed", str(seed), "--lang", options.lang)
        began = time.monotonic()
        made = _evalwright("synth", source, *size, *more, "--start-timeout", _PATIENCE, "-o", str(out))
        outcome.seconds += time.monotonic() - began
        outcome.wanted += options.rows
        if not (out / "manifest.json").is_file():
            outcome.words.append(f"seed {seed}: {made.stderr.strip()[-600:]}")
            outcome.unexplained += not (out / "scenarios.yaml").is_file()
            continue
        outcome.sets += 1
        _look_at(outcome, out, given, seed)
    return outcome


def _look_at(outcome: Outcome, out: Path, given: str, seed: int) -> None:
    both = (out / "train.jsonl", out / "valid.jsonl")
    files = [path for path in both if path.is_file() and path.stat().st_size]
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    made_of = json.loads((out / "manifest.json").read_text("utf-8"))["environment"]["name"]
    outcome.measures.add(measured(rows, given, simulated=made_of == "simulated"))
    outcome.declared = len(rows[0]["tools"]) if rows else outcome.declared
    world = out / "world.json"
    for name, spent in json.loads(world.read_text("utf-8"))["spent"].items() if world.is_file() else ():
        outcome.explored[name] = max(outcome.explored.get(name, 0), spent)
    for verb, arguments in (
        ("verify", ("--run", "--start-timeout", _PATIENCE, str(out))),
        ("audit", tuple(map(str, files))),
    ):
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
    faults = (found.lied, found.denied, found.withheld, found.invented, found.own_numbers, found.made_up, found.named)
    explored = f"{outcome.explored['calls']} calls" if outcome.explored else "-"
    return (
        *(outcome.name, f"{outcome.sets} of {seeds}", f"{found.rows} of {outcome.wanted}"),
        *(
            f"{len(found.tools)} of {outcome.declared}" if outcome.declared else "-",
            calls,
            str(len(found.different)),
            fed,
        ),
        *(str(len(each)) for each in faults),
        *(f"{outcome.unproved} bad" if outcome.unproved else "ok" if outcome.sets else "-",),
        *(f"{outcome.faulty} bad" if outcome.faulty else "ok" if outcome.sets else "-",),
        *("none" if outcome.unexplained else "left" if outcome.sets < seeds else "-", explored),
        f"{outcome.seconds / seeds:.1f}",
    )


def demands(outcomes: Sequence[Outcome]) -> list[tuple[str, str, bool]]:
    """Every demand on sets that were made with nothing given: its words, what was counted, and whether it holds."""
    sets, rows = sum(each.sets for each in outcomes), sum(each.measures.rows for each in outcomes)
    made = [
        _none("sets that verify refuses", (each.unproved for each in outcomes), sets, "sets"),
        _none("sets in which audit finds an error", (each.faulty for each in outcomes), sets, "sets"),
    ]
    for name, words in _FAULTS.items():
        made.append(_none(words, (len(getattr(each.measures, name)) for each in outcomes), rows, "rows"))
    made.append(
        _none("nothing made and no starter file", (each.unexplained for each in outcomes), len(outcomes), "sources")
    )
    for each in outcomes:
        found = each.measures
        if each.name in _MUST_GIVE:
            enough = found.rows >= _LEAST_ROWS * each.wanted
            made.append((f"{each.name}: half of the rows come out", f"{found.rows} of {each.wanted}", enough))
            fed = found.fed >= _LEAST_FED * max(found.calls, 1)
            made.append((f"{each.name}: 30 % of calls are fed by a result", f"{found.fed} of {found.calls}", fed))
        if each.explored_in:
            soon = each.explored_in < _LONGEST
            made.append((f"{each.name}: explored in {_LONGEST} s", f"{each.explored_in:.1f} s", soon))
        if each.explored and each.declared <= _FEW_TOOLS:
            few = each.explored["calls"] <= _MOST_CALLS
            made.append((f"{each.name}: at most {_MOST_CALLS} calls to explore", f"{each.explored['calls']}", few))
    return made


def _none(words: str, counts: Iterable[int], of: int, unit: str) -> tuple[str, str, bool]:
    count = sum(counts)
    return words, f"{count} in {of} {unit}", count == 0


def sentences(outcome: Outcome, most: int) -> Iterable[str]:
    """Some of what was found, each sentence once."""
    for sort in (*_FAULTS, _MADE_UP):
        found = dict.fromkeys(getattr(outcome.measures, sort))
        yield from (f"  {outcome.name}, {sort}: {each}" for each in itertools.islice(found, most))
    yield from (f"  {outcome.name}: {each}" for each in outcome.words)


def main() -> None:
    """Try all that are there, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.own_servers")
    known = [*(each.name for each in SERVERS), _EMPTY, _PETSTORE]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
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
        sys.exit(_run(options, Path(scratch), absent))


def _run(options: argparse.Namespace, scratch: Path, absent: list[str]) -> int:
    folder = options.keep or scratch
    folder.mkdir(parents=True, exist_ok=True)
    wanted = options.names or [*(each.name for each in SERVERS), _EMPTY, _PETSTORE]
    outcomes = []
    for server in (each for each in SERVERS if each.name not in absent):
        if server.name in wanted:
            place = work_on(server, scratch / "material")
            outcomes.append(try_source(server.name, server.source(place), text_of(place), folder, options))
        if server.name == "memory" and _EMPTY in wanted:
            nowhere = scratch / "material" / "no-store.jsonl"
            outcomes.append(try_source(_EMPTY, server.source(nowhere), "", folder, options))
        print(f"{server.name}: {sum(each.measures.rows for each in outcomes)} rows", file=sys.stderr, flush=True)
    if _PETSTORE in wanted:
        with serving() as address:
            outcomes.append(try_source(_PETSTORE, str(DOCUMENT), "", folder, options, "--base-url", address))
            began = time.monotonic()
            _evalwright("explore", str(DOCUMENT), "--base-url", address, "-o", str(folder / "petstore-world.json"))
            outcomes[-1].explored_in = time.monotonic() - began
    for source in options.also:
        outcomes.append(try_source(Path(source).stem[:20], source, "", folder, options))
    rows = [table_row(outcome, options.seeds) for outcome in outcomes]
    table(f"synth with nothing given, {options.seeds} seeds, {options.lang}", _HEAD, rows)
    print("\n".join(line for outcome in outcomes for line in sentences(outcome, options.show)))
    told = demands(outcomes)
    table(
        "what is asked of them",
        ("demand", "counted", "holds"),
        [(*each, "yes" if holds else "NO") for *each, holds in told],
    )
    return int(not all(holds for *_, holds in told))


if __name__ == "__main__":
    main()
