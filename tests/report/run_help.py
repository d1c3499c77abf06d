"""Run directories made by hand: small, with just what a test is about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalwright.report.publish import write_report
from evalwright.report.summary import summarise
from evalwright.rundir import RunDir
from evalwright.scoring import NEXT_CALL_METRICS
from evalwright.tasks import make_task


def review(identifier: str, score: float, **more: Any) -> dict[str, Any]:
    """A review of next_call: 1 right, 0.5 right tool with other arguments, 0 wrong tool."""
    verdict = {1.0: "exact", 0.5: "wrong_arguments"}.get(score, "wrong_tool")
    conversation, _, place = identifier.partition("#")
    made = {
        "id": identifier,
        "conversation_id": conversation,
        "call_index": int(place or 0),
        "tool": "find_order",
        "score": {
            "next_call_score": score,
            "next_call_exact": float(score == 1),
            "tool_name_accuracy": float(score > 0),
            "schema_valid": 1.0,
        },
        "verdict": verdict,
        "reason": f"because of {identifier}",
        "details": {"expected": [{"name": "find_order", "arguments": {}}]},
    }
    return made | more


def write_run(
    path: Path,
    reviews: dict[str, list[dict[str, Any]]],
    *,
    errors: dict[str, list[str]] | None = None,
    task: str = "next_call",
    sha256: str = "0" * 64,
    subset: str = "eval",
    **config: Any,
) -> Path:
    """A run with one subset: reviews by model, and the ids of failed requests."""
    path.mkdir(parents=True)
    directory = RunDir(path)
    source = {"task": task, "dataset": task, "subset": subset, "sha256": sha256, "options": {"match": "schema"}}
    document = {"models": [{"name": name} for name in reviews], "data": [source], "limit": None, **config}
    (path / "config.json").write_text(json.dumps(document))
    metrics = NEXT_CALL_METRICS if task == "next_call" else make_task(task, {}).metrics
    for model, given in reviews.items():
        failures = [{"id": each, "kind": "timeout", "message": "too late"} for each in (errors or {}).get(model, [])]
        answered = [{"id": each["id"], "digest": "00", "sample": {}} for each in given]
        failed = [{"id": each["id"], "digest": "00", "error": each} for each in failures]
        _lines(directory.reviews(model, task, subset), given)
        _lines(directory.predictions(model, task, subset), [*answered, *failed])
        report = summarise(given, model=model, dataset=task, metrics=metrics, failures=failures, subsets=[subset])
        write_report(report, directory.report(model, task))
    return path


def _lines(path: Path, records: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
