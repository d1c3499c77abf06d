"""Attack until the time is up: `python -m benchmarks.campaign [--minutes 180] [--seed 1] [--only NAME ...]`.

Prints what was seen, and exits with 1 on one loss.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from .attack import Attack, Bench, LossError
from .canaries import Canaries
from .eval_kills import EvalKills
from .flips import Flips
from .forked import Forked
from .fuzz import Fuzz
from .verb_kills import VerbKills

ATTACKS: dict[str, type[Attack]] = {
    "eval-kills": EvalKills,
    "verb-kills": VerbKills,
    "flips": Flips,
    "fuzz": Fuzz,
    "canaries": Canaries,
}


def main() -> int:
    """Run the campaign; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.campaign", description=__doc__)
    parser.add_argument("--minutes", type=float, default=180.0, help="how long (180)")
    parser.add_argument("--seed", type=int, default=1, help="what the attacks are drawn from (1)")
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), help="only these kinds")
    parser.add_argument("--losses", type=int, default=10, help="stop after so many (10)")
    given = parser.parse_args()
    chosen = [made() for name, made in ATTACKS.items() if not given.only or name in given.only]
    home = Path(tempfile.mkdtemp(prefix="evalwright-campaign-"))
    with Forked(home) as commands:
        bench = Bench(home, commands)
        for attack in chosen:
            attack.prepare(bench)
        losses = _attack(bench, chosen, given.seed, time.monotonic() + 60 * given.minutes, given.losses)
    _print_figures(bench)
    if losses:
        print(f"\n{losses} losses; their folders are kept in {home}")
        return 1
    shutil.rmtree(home)
    print("\nno loss")
    return 0


def _attack(bench: Bench, chosen: list[Attack], seed: int, until: float, most: int) -> int:
    """Each kind gets an equal share of the time."""
    spent = dict.fromkeys((attack.name for attack in chosen), 0.0)
    losses = number = 0
    while time.monotonic() < until and losses < most:
        attack = min(chosen, key=lambda each: spent[each.name])
        folder = bench.folder / f"attack-{number}"
        folder.mkdir()
        started = time.monotonic()
        try:
            attack.once(bench, random.Random(f"{seed} {number}"), folder)
            shutil.rmtree(folder)
        except LossError as loss:
            losses += 1
            bench.count(attack.name, "LOSSES")
            print(f"loss in attack {number} ({attack.name}, {folder}): {loss}", flush=True)
        spent[attack.name] += time.monotonic() - started
        bench.count(attack.name, "attacks")
        number += 1
    return losses


def _print_figures(bench: Bench) -> None:
    for attack, seen in bench.figures.items():
        print(f"\n{attack}")
        for what, number in sorted(seen.items(), key=lambda pair: (pair[0] != "attacks", pair[0])):
            print(f"  {number:>8,}  {what}")


if __name__ == "__main__":
    sys.exit(main())
