"""A server that says no in plain words: its no is known as one, and no row tells it as an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from evalwright.synth import Settings, prove, synthesise

from ...conftest import read_jsonl

SERVER = f"mcp+stdio:{sys.executable} {Path(__file__).with_name('desk_server.py')}"


def test_a_no_in_plain_words_is_no_answer(tmp_path: Path) -> None:
    done = synthesise(Settings(out=tmp_path / "made", source=SERVER, n=12, seed=4, force=True))
    told = json.loads((done.out / "world.json").read_text(encoding="utf-8"))
    assert told["tools"]["upcoming_visits"]["says_no"] == ["There is no patient called * in our files."]
    rows = [row for name in ("train", "valid") for row in read_jsonl(done.out / f"{name}.jsonl")]
    assert len(rows) == 12
    asked = [call for row in rows for each in row["messages"] for call in each.get("tool_calls") or ()]
    patients = {json.loads(call["function"]["arguments"]).get("patient_name") for call in asked} - {None}
    assert patients and patients <= {"Maria Lopez", "Yuki Tanaka", "Lena Fischer"}, (
        "who is none, or has nothing to tell"
    )
    assert not any("no patient" in str(each["content"]) for row in rows for each in row["messages"])
    assert prove(done.out, run=True).errors == 0
