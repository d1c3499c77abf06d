"""Fields that say what else is right, added to the items of an old run: nothing is asked again, scores change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from evalwright import EvalConfig, evaluate
from evalwright.data import dumps_canonical, sealed
from evalwright.models import Request, make_model

TOOLS = [{"type": "function", "function": {"name": "read", "parameters": {"type": "object", "properties": {}}}}]


def call(order: str) -> dict[str, Any]:
    return {"id": "c", "type": "function", "function": {"name": "read", "arguments": json.dumps({"order": order})}}


def item(number: int, **more: Any) -> dict[str, Any]:
    asked = [{"role": "user", "content": f"Please look at order {number}."}]
    return {
        "id": f"i{number}",
        "messages": asked,
        "tools": TOOLS,
        "expected_output": {"tool_calls": [call("A")]},
        **more,
    }


def write(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def asked_and_score(folder: Path, data: str, answers: str) -> tuple[int, float]:
    done = evaluate(EvalConfig(data=(data,), models=(f"replay:{answers}",), run=folder / "run"))
    journal = next((folder / "run" / "predictions").rglob("*.jsonl"))
    scores = {row["metric"]: row["score"] for row in done.reports[0]["metrics"]}
    return len(journal.read_text(encoding="utf-8").splitlines()), scores["next_call_exact"]


def test_nothing_is_asked_again_and_the_new_gold_counts(tmp_path: Path) -> None:
    answers = write(
        tmp_path / "said.jsonl", [{"id": f"i{n}", "output_text": None, "output_tools": [call("B")]} for n in (1, 2)]
    )
    data = write(tmp_path / "items.jsonl", [item(1), item(2)])
    assert asked_and_score(tmp_path, data, answers) == (2, 0.0)
    richer = {"acceptable": [{"tool_calls": [call("B")], "why": "as good"}], "metadata": {"task": 1}, "open": True}
    write(tmp_path / "items.jsonl", [item(1, **richer), item(2, argument_rules=[{"order": {"any_of": ["B"]}}])])
    assert asked_and_score(tmp_path, data, answers) == (2, 1.0)


def test_an_answer_that_an_earlier_version_kept_under_the_whole_record_is_still_good(tmp_path: Path) -> None:
    answers = write(tmp_path / "said.jsonl", [{"id": "i1", "output_text": None, "output_tools": [call("A")]}])
    record = item(1, metadata={"task": 1})
    data = write(tmp_path / "items.jsonl", [record])
    assert asked_and_score(tmp_path, data, answers) == (1, 1.0)
    journal = next((tmp_path / "run" / "predictions").rglob("*.jsonl"))
    line = json.loads(journal.read_text(encoding="utf-8"))
    model = make_model(f"replay:{answers}")
    request = Request(
        "i1",
        record["messages"],
        record["tools"],
        EvalConfig(data=(data,), models=("m",), run=tmp_path / "none").generation,
    )
    besides = {key: value for key, value in record.items() if key not in ("messages", "tools")}
    mark = hashlib.blake2b(dumps_canonical(model.identity()), digest_size=16)
    mark.update(model.prepare(request) + dumps_canonical(besides))
    assert line["digest"] != mark.hexdigest()
    journal.write_bytes(sealed(line | {"digest": mark.hexdigest()}) + b"\n")
    assert asked_and_score(tmp_path, data, answers) == (1, 1.0)
