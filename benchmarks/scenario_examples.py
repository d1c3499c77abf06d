"""What the scenario files that are shipped make, as large as one would for training, beside what is asked of them.

`python -m benchmarks.scenario_examples [NAME ...] [--rows 100] [--lang en zh] [--seed 0] [--keep DIR]`. Of each file
and language one set is made on the real server (`make servers`), counted by detectors that share no code with what
makes it, looked over by `audit`, proved by `verify --run`, and proved once more as on another machine: set and state
copied to another folder, with another home. It ends with 1 where something is not as it must be.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.servers.scenario_sets import EXAMPLES, RETAIL, VARIATIONS, Counts, Example, Made, counted

from benchmarks.measure import EVALWRIGHT, table

_HEAD = (
    *("file", "lang", "lines", "rows", "tools", "calls/row", "fed", "repeated", "sequences"),
    *("unasked", "shared", "varied", "audit", "verify", "elsewhere", "seconds"),
)
_LIMIT = 1800
_MOST_LINES, _LEAST_CALLS, _LEAST_FED, _LEAST_SEQUENCES, _MOST_SHARED = 80, 2.5, 0.4, 15, 0.1


@dataclass
class Outcome:
    """What came of one file in one language."""

    example: Example
    lang: str
    made: Made
    counts: Counts
    seconds: float
    codes: dict[str, int] = field(default_factory=dict)
    """How `audit`, `verify` and `verify` elsewhere ended."""

    def varied(self) -> tuple[list[str], list[str]]:
        """The variations that apply, and those of them that were used."""
        facts = self.made.variations()
        applied = [name for name in VARIATIONS if facts[name]["applicable"]]
        return applied, [name for name in applied if facts[name]["used"]]

    def lines(self) -> int:
        """How long the file is."""
        return self.example.file.read_text(encoding="utf-8").count("\n")


def try_example(example: Example, lang: str, folder: Path, options: argparse.Namespace) -> Outcome:
    """Make, count and prove one set."""
    out = folder / f"{example.name}-{lang}"
    shutil.rmtree(out, ignore_errors=True)
    source = example.source(folder)
    size = ("-n", str(options.rows), "--seed", str(options.seed), "--lang", lang)
    began = time.monotonic()
    done = _evalwright("synth", *source, *size, "--scenarios", str(example.file), "-o", str(out))
    if done.returncode != 0:
        sys.exit(f"{example.name}: synth ends with {done.returncode}: {done.stderr.strip()}")
    made = Made(example, out, source, done.stdout)
    outcome = Outcome(example, lang, made, counted(made, lang, sorted(example.confirmed())), time.monotonic() - began)
    outcome.codes["audit"] = _audited(out)
    outcome.codes["verify"] = _said(_evalwright("verify", "--run", str(out)))
    outcome.codes["elsewhere"] = _elsewhere(outcome, folder)
    return outcome


def _audited(out: Path) -> int:
    train, valid = str(out / "train.jsonl"), str(out / "valid.jsonl")
    return max(_said(_evalwright("audit", train)), _said(_evalwright("audit", valid, "--against", train)))


def _elsewhere(outcome: Outcome, folder: Path) -> int:
    """The proof as on another machine: another folder, another home, the state from where it was copied to."""
    with tempfile.TemporaryDirectory(prefix="elsewhere-") as other:
        shutil.copytree(outcome.made.out, Path(other) / "set")
        state: list[str] = []
        if outcome.example.server is not None:
            place = folder / outcome.example.place
            copied = Path(other) / "data" / place.name
            copied.parent.mkdir()
            (shutil.copytree if place.is_dir() else shutil.copy)(place, copied)
            state = ["--state", str(copied)]
        home = {**os.environ, "HOME": f"{other}/home", "USER": "somebody"}
        return _said(_evalwright("verify", "--run", f"{other}/set", *state, env=home, cwd=other))


def _evalwright(
    *words: str, env: dict[str, str] | None = None, cwd: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*EVALWRIGHT, *words],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=_LIMIT,
        env=env,
        cwd=cwd,
    )


def _said(done: subprocess.CompletedProcess[str]) -> int:
    """The exit code; what was said is shown where it is none."""
    if done.returncode != 0:
        print(f"{' '.join(done.args[3:6])} ends with {done.returncode}: {(done.stdout + done.stderr)[:800]}")
    return done.returncode


def failings(outcome: Outcome, rows: int) -> Iterable[str]:
    """What is not as it must be."""
    found, (applied, used) = outcome.counts, outcome.varied()
    if outcome.example.server is not None and outcome.lines() > _MOST_LINES:
        yield f"{outcome.lines()} lines"
    if found.rows < rows:
        yield f"{found.rows} of {rows} rows"
    if unused := sorted(outcome.example.tools() - found.tools):
        yield f"never called: {', '.join(unused)}"
    if found.calls < _LEAST_CALLS * found.rows:
        yield f"{found.calls / found.rows:.2f} calls a row"
    if found.fed < _LEAST_FED * found.calls:
        yield f"{found.fed} of {found.calls} calls are fed"
    if found.sequences < _LEAST_SEQUENCES:
        yield f"{found.sequences} sequences of tools"
    yield from (f"repeated: {call}" for call in found.repeated)
    yield from (f"not asked for a yes: {call}" for call in found.unconfirmed)
    if found.shared > _MOST_SHARED * found.about_things:
        yield f"{found.shared} of {found.about_things} calls of valid stand in train"
    if applied != used:
        yield f"never used where they apply: {', '.join(sorted(set(applied) - set(used)))}"
    yield from (f"{name} ends with {code}" for name, code in outcome.codes.items() if code)


def _table_row(outcome: Outcome) -> tuple[str, ...]:
    found, (applied, used) = outcome.counts, outcome.varied()
    wanted = outcome.example.tools()
    return (
        *(outcome.example.name, outcome.lang, str(outcome.lines()), str(found.rows)),
        *(f"{len(wanted & found.tools)} of {len(wanted)}", f"{found.calls / max(found.rows, 1):.2f}"),
        *(f"{found.fed / max(found.calls, 1):.0%}", str(len(found.repeated)), str(found.sequences)),
        *(str(len(found.unconfirmed)), f"{found.shared} of {found.about_things}", f"{len(used)} of {len(applied)}"),
        *("ok" if not outcome.codes[name] else "bad" for name in ("audit", "verify", "elsewhere")),
        f"{outcome.seconds:.0f}",
    )


def main() -> None:
    """Try all that are there, or those that are named."""
    every = (*EXAMPLES, RETAIL)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scenario_examples")
    names = ", ".join(each.name for each in every)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {names}")
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--lang", nargs="+", default=["en", "zh"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the sets here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="evalwright-examples-") as scratch:
        folder = (options.keep or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        chosen = [each for each in every if not options.names or each.name in options.names]
        sys.exit(_run(chosen, folder, options))


def _run(chosen: list[Example], folder: Path, options: argparse.Namespace) -> int:
    if absent := [each.name for each in chosen if not each.is_installed()]:
        print(f"not installed (make servers): {', '.join(absent)}")
    outcomes = []
    for example in (each for each in chosen if each.is_installed()):
        for lang in options.lang:
            outcomes.append(try_example(example, lang, folder, options))
            print(f"{example.name}, {lang}: {outcomes[-1].counts.rows} rows", file=sys.stderr, flush=True)
    table(f"synth --scenarios, {options.rows} rows each, seed {options.seed}", _HEAD, [*map(_table_row, outcomes)])
    wrong = [f"{each.example.name}, {each.lang}: {text}" for each in outcomes for text in failings(each, options.rows)]
    print("\n".join(["not as it must be:", *wrong]) if wrong else "all as it must be")
    return int(bool(wrong))


if __name__ == "__main__":
    main()
