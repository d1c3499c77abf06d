"""Every verb killed at any moment: its input stays, its output is the old one, the new one or none.

A verb is run once undisturbed, for its time and its output; then it is killed again and again and run to its end, and
the files must be those of the undisturbed run, with no others beside them.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from .attack import Bench, demand, digest_tree
from .forked import KILLED
from .material import make_material

COMMANDS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "data/train.jsonl", "--html", "out/audit.html"),
    "compare": ("compare", "run", "other", "--html", "out/c.html", "--markdown", "out/c.md", "--junit", "out/c.xml"),
    "convert": ("convert", "data/train.jsonl", "--to", "sharegpt", "-o", "out/sharegpt.jsonl"),
    "curate": ("curate", "data/train.jsonl", "--grounded", "-o", "out/kept.jsonl", "--rejected", "out/rejected.jsonl"),
    "eval": ("eval", "items.jsonl", "-m", "baseline:bigram:data/train.jsonl", "-o", "out/run"),
    "expand": ("expand", "data/train.jsonl", "-o", "out/items.jsonl"),
    "grade": ("grade", "items.jsonl", "samples.jsonl", "-o", "out/reviews.jsonl"),
    "grader": ("grader", "-o", "out/grader.py"),
    "report": ("report", "run", "-o", "out/r.html", "--csv", "out/r.csv", "--junit", "out/r.xml"),
    "show": ("show", "data/train.jsonl", "--html", "out/show.html"),
    "split": ("split", "data/train.jsonl", "-o", "out/split"),
    "synth": ("synth", "shop", "-n", "20", "--seed", "3", "-o", "out/made"),
    "tools": ("tools", "shop", "-o", "out/tools.json"),
    "verify": ("verify", "data"),
}


_TIME = re.compile(rb"<time[^>]*>[^<]*</time>")
"""When a run was begun, on its page."""


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """What a verb leaves when nobody kills it, and how long it takes."""

    files: dict[str, bytes]
    seconds: float
    code: int


class VerbKills:
    """Kills of every verb but the long runs of `eval` against a server, which have an attack of their own."""

    name = "kills of verbs"

    def prepare(self, bench: Bench) -> None:
        home = make_material(bench)
        self._given = digest_tree(home)
        self._expected: dict[str, Undisturbed] = {}
        for verb, command in COMMANDS.items():
            folder = bench.folder / f"undisturbed-{verb}"
            shutil.copytree(home, folder)
            started = time.monotonic()
            ended = bench.commands.run(command, folder=folder)
            demand(ended.code in (0, 1) and not ended.is_broken, f"{verb}: {ended.code} {ended.remarked}")
            seconds = time.monotonic() - started
            self._expected[verb] = Undisturbed(_comparable(folder), seconds, ended.code)
            shutil.rmtree(folder)

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        verb = chance.choice(sorted(COMMANDS))
        expected = self._expected[verb]
        shutil.copytree(bench.folder / "material", folder, dirs_exist_ok=True)
        for _ in range(chance.randint(1, 4)):
            moment = chance.uniform(0, 1.1 * expected.seconds)
            ended = bench.commands.run(COMMANDS[verb], folder=folder, seconds=moment)
            demand(not ended.is_broken, f"{verb}: {ended.remarked}")
            bench.count(self.name, f"{verb} killed" if ended.code == KILLED else f"{verb} was quicker")
            self._see_what_stands(verb, folder)
        ended = bench.commands.run(COMMANDS[verb], folder=folder)
        demand(ended.code == expected.code, f"{verb} after kills: {ended.code} {ended.remarked}")
        found = _comparable(folder)
        wrong = sorted(name for name in found.keys() | expected.files if found.get(name) != expected.files.get(name))
        demand(not wrong, f"{verb}: after kills these files differ from those of an undisturbed run: {wrong}")
        demand(not bench.commands.left_behind(), f"{verb}: left {bench.commands.left_behind()} in the temporary folder")

    def _see_what_stands(self, verb: str, folder: Path) -> None:
        """Right after a kill: the input as it was, and no output that is only a part."""
        now = digest_tree(folder)
        for name, content in self._given.items():
            demand(now.get(name) == content, f"{verb}: a kill changed its input {name}")
        if verb == "eval":
            return  # its journal grows by lines; what a kill leaves there is the matter of another attack
        expected = self._expected[verb].files
        for name, content in now.items():
            if name.startswith("out/") and not _is_unfinished(name, content):
                demand(content == expected.get(name), f"{verb}: a kill left a part of {name}")


def _is_unfinished(name: str, content: bytes) -> bool:
    """Whether a file says of itself that it is not whole: a hidden one, or a manifest that waits for its rows."""
    return Path(name).name.startswith(".") or (name.endswith("manifest.json") and b'"unfinished": true' in content)


def _comparable(folder: Path) -> dict[str, bytes]:
    """All files, without what may differ between two runs: how long an answer took,
    when a run was begun, and where its data lies."""
    return {name: _without_times(name, content) for name, content in digest_tree(folder).items()}


def _without_times(name: str, content: bytes) -> bytes:
    if "/predictions/" in name:
        rows = [json.loads(line) for line in content.splitlines()]
        for row in rows:
            row.pop("crc", None)
            row["sample"].pop("latency_ms", None)
        return json.dumps(rows).encode()
    if name.endswith("config.json"):
        config = json.loads(content)
        config.pop("created", None)
        for file in config["data"]:
            file.pop("path", None)
        return json.dumps(config).encode()
    return _TIME.sub(b"", content) if name.endswith("run/report.html") else content
