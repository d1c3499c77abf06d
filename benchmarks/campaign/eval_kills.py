"""Runs against a server, killed again and again: nothing is lost or asked twice, and the files end up the same."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

from tests.server import FaultServer, item

from .attack import Bench, demand
from .forked import KILLED
from .material import write_rows

_ITEMS = 120


class EvalKills:
    """The server's own ledger is held against what the run directory says."""

    name = "kills of eval"

    def prepare(self, bench: Bench) -> None:
        self._items = bench.folder / "asked.jsonl"
        wrong = dict.fromkeys(range(0, _ITEMS, 7), "another")
        write_rows(self._items, [item(f"i{n}", gold=wrong.get(n)) for n in range(_ITEMS)])
        self._whole: dict[str, Any] | None = None

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        in_flight = chance.choice((1, 8, 64))
        with FaultServer(latency=0.002 if in_flight == 1 else 0.02) as server:
            command = ["eval", self._items, "-m", "m", "--api-url", server.url, "--concurrency", str(in_flight)]
            started = time.monotonic()
            self._undisturbed(bench, [*command, "-o", "whole"], folder)
            seconds = time.monotonic() - started
            before = len(server.ledger)
            kills, known = 0, dict[str, str]()
            while kills < 8 and (kills == 0 or chance.random() < 0.7):
                moment = chance.uniform(0, seconds)
                ended = bench.commands.run([*command, "-o", "run"], folder=folder, seconds=moment)
                demand(not ended.is_broken, ended.remarked)
                if ended.code != KILLED:
                    break
                now = _stored(folder / "run")
                demand(known.items() <= now.items(), "an answer that was on disk is lost")
                bench.count(self.name, "kills of a resumed run" if kills else "kills of a new run")
                known, kills = now, kills + 1
            ended = bench.commands.run([*command, "-o", "run"], folder=folder)
            demand(ended.code == 0, ended.remarked)
            asked = len(server.ledger) - before
        demand(_ITEMS <= asked <= _ITEMS + kills * in_flight, f"{asked} requests for {_ITEMS} items, {kills} kills")
        bench.count(self.name, "asked again", asked - _ITEMS)
        demand(_final(folder / "run") == _final(folder / "whole"), "the files differ from those of an undisturbed run")

    def _undisturbed(self, bench: Bench, command: list[str | Path], folder: Path) -> None:
        ended = bench.commands.run(command, folder=folder)
        demand(ended.code == 0, ended.remarked)


def _stored(run: Path) -> dict[str, str]:
    """The answers of a run that was just killed: digest by id, of every whole line."""
    found: dict[str, str] = {}
    for journal in run.glob("predictions/*/*.jsonl"):
        for line in journal.read_bytes().split(b"\n")[:-1]:
            row = json.loads(line)
            demand(row["id"] not in found, f"the answer to {row['id']} stands twice")
            found[row["id"]] = row["digest"]
    return found


def _final(run: Path) -> dict[str, Any]:
    """The scores and reviews of a run, and its answers but for the time they took."""
    found: dict[str, Any] = {}
    for path in sorted(run.rglob("*.json*")):
        name = str(path.relative_to(run))
        if name.startswith("predictions"):
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            found[name] = [(row["id"], row["sample"]["output_tools"]) for row in rows]
        elif name != "config.json":
            found[name] = path.read_bytes()
    return found
