"""The small world of all attacks: made conversations, items cut from them, answers, runs, a file of each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT

from .attack import Bench, demand


def make_material(bench: Bench) -> Path:
    """Make it once; returns its folder, which no attack changes."""
    home = bench.folder / "material"
    if home.exists():
        return home
    home.mkdir()
    for command in (
        ["synth", "shop", "-n", "40", "--seed", "7", "--lang", "en,zh", "-o", "data"],
        ["expand", "data/valid.jsonl", "-o", "items.jsonl"],
        ["tools", "shop", "-o", "tools.json"],
        ["eval", "items.jsonl", "-m", "baseline:bigram:data/train.jsonl", "-o", "run"],
        ["eval", "items.jsonl", "-m", "baseline:majority:data/train.jsonl", "-o", "other"],
    ):
        ended = bench.commands.run(command, folder=home)
        demand(ended.code == 0, f"{' '.join(command)}: {ended.remarked}")
    write_rows(home / "samples.jsonl", answers_of(home / "run"))
    write_rows(home / "mcq_val.jsonl", read_rows(ROOT / "examples/mcq/geography_val.jsonl"))
    write_rows(home / "qa.jsonl", read_rows(ROOT / "examples/qa/example.jsonl"))
    write_rows(home / "fc.jsonl", read_rows(ROOT / "examples/fc/example.jsonl"))
    return home


def answers_of(run: Path) -> list[dict[str, Any]]:
    """The answers of a run as a samples file has them."""
    (journal,) = run.glob("predictions/*/*.jsonl")
    return [{"id": row["id"], "sample": row["sample"]} for row in read_rows(journal)]


def read_rows(path: Path) -> list[Any]:
    """The records of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def write_rows(path: Path, rows: list[Any]) -> None:
    """A JSONL file of these records."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
