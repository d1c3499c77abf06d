"""Every reader fed with wrong files: each ends with a result or a sentence, in time, and never with a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

from .attack import Bench, demand
from .forked import KILLED
from .material import make_material
from .mutation import as_line, mutated_bytes, mutated_record

_SECONDS = 30.0
READERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "audit": ("data/valid.jsonl", ("audit", "given")),
    "stats": ("data/valid.jsonl", ("stats", "given")),
    "show": ("data/valid.jsonl", ("show", "given")),
    "show as a page": ("data/valid.jsonl", ("show", "given", "--html", "out.html")),
    "curate": ("data/valid.jsonl", ("curate", "given", "--grounded", "-o", "out.jsonl")),
    "split": ("data/train.jsonl", ("split", "given", "-o", "out")),
    "convert to Anthropic": ("data/valid.jsonl", ("convert", "given", "--to", "anthropic", "-o", "out.jsonl")),
    "expand": ("data/valid.jsonl", ("expand", "given", "-o", "out.jsonl")),
    "audit --env": ("data/valid.jsonl", ("audit", "given", "--env", "shop")),
    "items": ("items.jsonl", ("eval", "given", "-m", "baseline:majority:train", "-o", "run")),
    "what baselines learn": ("data/train.jsonl", ("eval", "items", "-m", "baseline:bigram:given", "-o", "run")),
    "grade items": ("items.jsonl", ("grade", "given", "samples")),
    "grade samples": ("samples.jsonl", ("grade", "items", "given")),
    "replay": ("samples.jsonl", ("eval", "items", "-m", "replay:given", "-o", "run")),
    "multiple choice": ("mcq_val.jsonl", ("eval", "given", "-m", "baseline:majority:train", "-o", "run")),
    "questions": ("qa.jsonl", ("eval", "given", "-m", "replay:samples", "-o", "run")),
    "function calls": ("fc.jsonl", ("eval", "given", "-m", "replay:samples", "-o", "run")),
    "tools": ("tools.json", ("tools", "given")),
    "synth from tools": ("tools.json", ("synth", "given", "-n", "2", "-o", "out")),
}
_OTHERS = {"items": "items.jsonl", "samples": "samples.jsonl", "train": "data/train.jsonl"}


class Fuzz:
    """Mutated records and mutated bytes, through the command line."""

    name = "fuzz of readers"

    def prepare(self, bench: Bench) -> None:
        self._home = make_material(bench)

    def once(self, bench: Bench, chance: random.Random, folder: Path) -> None:
        reader = chance.choice(sorted(READERS))
        file, command = READERS[reader]
        whole = (self._home / file).read_bytes()
        given = folder / f"given{Path(file).suffix}"
        given.write_bytes(_mutated(whole, chance, is_lines=file.endswith("l")))
        arguments = [self._named(word, given) for word in command]
        ended = bench.commands.run(arguments, folder=folder, seconds=_SECONDS)
        demand(ended.code != KILLED, f"{reader}: not ended after {_SECONDS:g} s")
        demand(not ended.is_broken, f"{reader}: exit code {ended.code}\n{ended.remarked[-3000:]}")
        bench.count(self.name, f"{reader}, exit code {ended.code}")

    def _named(self, word: str, given: Path) -> str:
        """A word of the command, with the files that it stands for."""
        kind, colon, name = word.rpartition(":")
        if name == "given":
            return f"{kind}{colon}{given}"
        return f"{kind}{colon}{self._home / _OTHERS[name]}" if name in _OTHERS else word


def _mutated(whole: bytes, chance: random.Random, *, is_lines: bool) -> bytes:
    if chance.random() < 0.3:
        return mutated_bytes(whole, chance)
    if not is_lines:
        return as_line(mutated_record(json.loads(whole), chance))
    lines = whole.splitlines(keepends=True)[:8]
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        lines[at] = as_line(mutated_record(json.loads(lines[at]), chance))
    return b"".join(lines)
