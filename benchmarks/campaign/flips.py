"""One bit of a run's files turned over: it is noticed, or no number changes; and `repair` brings the run back.

What counts as noticed is an exit code that is not 0. A command that goes on as if nothing had happened must print the
numbers of the run as it was.
"""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

from .attack import Bench, demand
from .material import make_material

_ROOMS = ("predictions", "reviews", "reports")
_ASK = ("eval", "items.jsonl", "-m", "baseline:bigram:data/train.jsonl", "-o", "run")


class Flips:
    """Single bits in predictions, reviews and reports."""

    name = "flipped bits"

    def prepare(self, bench: Bench) -> None:
        home = make_material(bench)
        ended = bench.commands.run(["report", "run", "--json"], folder=home)
        demand(ended.code == 0, ended.remarked)
        self._numbers = _numbers(ended.said)

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        shutil.copytree(bench.folder / "material", folder, dirs_exist_ok=True)
        room = chance.choice(_ROOMS)
        (file,) = (folder / "run" / room).glob("*/*.json*")
        _flip(file, chance)
        noticed = self._reads_on(bench, folder, room, ["report", "run", "--json"])
        noticed |= self._reads_on(bench, folder, room, [*_ASK, "--json"])
        bench.count(self.name, f"{room}: {'noticed' if noticed else 'harmless'}")
        for command in (["repair", "run"], _ASK):
            ended = bench.commands.run(command, folder=folder)
            demand(ended.code in (0, 3) and not ended.is_broken, f"{command[0]} after a flip: {ended.remarked}")
        ended = bench.commands.run(["report", "run", "--json"], folder=folder)
        demand(ended.code == 0 and _numbers(ended.said) == self._numbers, f"{room}: not mended: {ended.remarked}")

    def _reads_on(self, bench: Bench, folder: Path, room: str, command: list[str]) -> bool:
        """Whether a command noticed the damage; LossError where it did not and says other numbers."""
        ended = bench.commands.run(command, folder=folder)
        demand(not ended.is_broken, ended.remarked)
        if ended.code:
            return True
        demand(_numbers(ended.said) == self._numbers, f"{room}: other numbers, and not a word ({command[0]})")
        return False


def _flip(file: Path, chance: random.Random) -> None:
    content = bytearray(file.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    file.write_bytes(content)


def _numbers(document: str) -> Any:
    """The scores that a `--json` document tells."""
    reports = json.loads(document)["reports"]
    return [[(row["metric"], row["num"], row["score"], row["ci95"]) for row in each["metrics"]] for each in reports]
