"""Runs without a model: items, captured answers that are right or wrong, and runs as earlier versions left them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright import EvalConfig, evaluate
from evalwright.data import older_safe_name
from evalwright.run import Evaluation
from evalwright.rundir import RunDir
from tests.conftest import read_jsonl, write_jsonl
from tests.server import item


def items_file(path: Path, count: int = 6, **more: Any) -> Path:
    """Items i0, i1 and so on."""
    return write_jsonl(path, [item(f"i{n}", **more) for n in range(count)])


def samples_file(path: Path, items: Path, *, right: bool = True) -> Path:
    """An answer to every item: the expected one, or none at all."""
    rows = [
        {"id": record["id"], "output_text": None if right else "no", "output_tools": _calls(record) if right else None}
        for record in read_jsonl(items)
    ]
    return write_jsonl(path, rows)


def _calls(record: dict[str, Any]) -> list[Any]:
    calls: list[Any] = record["expected_output"]["tool_calls"]
    return calls


def grow(run: Path, items: Path, samples: Path, name: str | None = None, **more: Any) -> tuple[Evaluation, list[str]]:
    """Evaluate captured answers into a run, under a name; also what was said on the way."""
    said: list[str] = []
    names = (name,) if name else ()
    config = EvalConfig(data=(str(items),), models=(f"replay:{samples}",), model_names=names, run=run, **more)
    return evaluate(config, said.append), said


def config_of(run: Path) -> dict[str, Any]:
    """What config.json says."""
    document: dict[str, Any] = json.loads((run / "config.json").read_text(encoding="utf-8"))
    return document


def make_older(run: Path, subset: str = "items") -> None:
    """Turn a run into one of format 1: names by the old rule, one set of settings for all, no checksums."""
    config, directory = config_of(run), RunDir(run)
    for model in [each["name"] for each in config["models"]]:
        file = f"next_call_{subset}.jsonl"
        for kind in ("predictions", "reviews"):
            path = getattr(directory, kind)(model, "next_call", subset)
            rows = [{key: row[key] for key in row if key != "crc"} for row in read_jsonl(path)]
            path.unlink()
            path.parent.rmdir()
            target = run / kind / older_safe_name(model) / file
            target.parent.mkdir(parents=True, exist_ok=True)
            write_jsonl(target, rows)
        report = directory.report(model, "next_call")
        target = run / "reports" / older_safe_name(model) / "next_call.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        report.rename(target)
    kept = {key: config[key] for key in ("models", "generation", "limit", "repeats", "judge", "digest", "versions")}
    data = [{key: each[key] for key in each if key not in ("relative", "kept")} for each in config["data"]]
    (run / "config.json").write_text(json.dumps({**kept, "data": data}), encoding="utf-8")
