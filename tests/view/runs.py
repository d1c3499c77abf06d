"""Run directories as `eval` leaves them, made by hand so that a test can put anything into them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evalwright.rundir import RunDir


def review(
    identifier: str, *, tool: str = "get_order", right: bool = True, reason: str = "right tool", **more: Any
) -> dict[str, Any]:
    """A review of next_call."""
    expected = {"name": tool, "arguments": {"order_id": "#E1"}}
    given = expected if right else {"name": tool, "arguments": {"order_id": "#E2"}}
    return {
        "id": identifier,
        "conversation_id": identifier.partition("#")[0],
        "call_index": 0,
        "tool": tool,
        "score": {
            "next_call_score": 1.0 if right else 0.5,
            "next_call_exact": float(right),
            "tool_name_accuracy": 1.0,
            "schema_valid": 1.0,
        },
        "verdict": "exact" if right else "wrong_arguments",
        "reason": reason,
        "details": {
            "expected": [expected],
            "given": [given],
            "arguments": []
            if right
            else [{"path": "order_id", "kind": "different", "expected": "#E1", "given": "#E2"}],
            "rules": [],
            "schema_valid": True,
        },
        **more,
    }


def prediction(identifier: str, **more: Any) -> dict[str, Any]:
    """An answer in the journal."""
    call = {"id": "c", "type": "function", "function": {"name": "get_order", "arguments": '{"order_id": "#E1"}'}}
    sample = {
        "output_text": None,
        "output_tools": [call],
        "finish_reason": "tool_calls",
        "usage": None,
        "latency_ms": 12,
    }
    return {"id": identifier, "digest": "00", "sample": sample, **more}


def item(identifier: str, text: str = "Where is my order #E1?") -> dict[str, Any]:
    """A record of next_call."""
    parameters = {"type": "object", "properties": {"order_id": {"type": "string"}}}
    call = {"id": "c", "type": "function", "function": {"name": "get_order", "arguments": '{"order_id": "#E1"}'}}
    return {
        "id": identifier,
        "messages": [{"role": "user", "content": text}],
        "tools": [{"type": "function", "function": {"name": "get_order", "parameters": parameters}}],
        "expected_output": {"role": "assistant", "tool_calls": [call]},
    }


def make_run(
    path: Path,
    reviews: dict[str, Sequence[dict[str, Any]] | None],
    *,
    predictions: dict[str, Sequence[dict[str, Any]]] | None = None,
    data: Sequence[dict[str, Any]] | None = None,
    rows: int | None = None,
) -> Path:
    """A run of next_call with these reviews by model; None: that model is not graded yet."""
    path.mkdir(parents=True)
    made = next((list(each) for each in reviews.values() if each is not None), [])
    records = [item(each["id"]) for each in made] if data is None else list(data)
    source = path.parent / f"{path.name}-data" / "eval.jsonl"
    source.parent.mkdir()
    write(source, records)
    config = {
        "models": [
            {"name": name, "kind": "openai_api", "model": name, "url": "http://127.0.0.1:1/v1/chat/completions"}
            for name in reviews
        ],
        "generation": {"temperature": 0},
        "limit": None,
        "repeats": 1,
        "data": [
            {
                "task": "next_call",
                "dataset": "next_call",
                "subset": "eval",
                "path": str(source),
                "sha256": hashlib.sha256(source.read_bytes()).hexdigest(),
                "rows": len(records) if rows is None else rows,
                "bad_rows": 0,
                "options": {"match": "schema"},
            }
        ],
        "judge": None,
    }
    (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (path / "predictions").mkdir()
    run = RunDir(path)
    for name, graded in reviews.items():
        answers = (predictions or {}).get(name, [prediction(each["id"]) for each in graded or ()])
        write(run.predictions(name, "next_call", "eval"), answers)
        if graded is not None:
            write(run.reviews(name, "next_call", "eval"), graded)
    return path


def write(path: Path, records: Sequence[Any]) -> None:
    """A JSONL file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n" for record in records)
    path.write_bytes(b"".join(lines))


def write_many(path: Path, count: int) -> None:
    """A large file of reviews: every tenth wrong, seven tools, one needle."""
    path.parent.mkdir(parents=True, exist_ok=True)
    right, wrong = (
        json.dumps(review("ID#0")),
        json.dumps(review("ID#0", right=False, reason="order_id is not the one that was due")),
    )
    with path.open("w", encoding="utf-8") as out:
        for number in range(count):
            line = (wrong if number % 10 == 3 else right).replace("get_order", f"get_order_{number % 7}")
            if number == count - 5:
                line = line.replace("right tool", "Needle im Heuhaufen")
            out.write(
                line.replace("ID#0", f"conversation-{number // 5}#{number % 5}").replace(
                    'conversation_id": "ID', f'conversation_id": "conversation-{number // 5}'
                )
                + "\n"
            )
