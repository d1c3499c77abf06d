"""A tool that hangs, ends its server, floods it or asks us for something costs itself, and no other tool."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from tests.conftest import Run, read_jsonl

SERVER = Path(__file__).with_name("mixed_server.py")
WORK = {"list_books", "get_book", "get_opening_hours"}
NOT = {
    "get_lost_books": "it does not answer in time",
    "get_visitor_count": "the server ended when it was called",
    "get_whole_archive": "the server ended when it was called",
    "get_recommendation": "every try was refused",
}


def test_the_tools_that_work_are_used_and_the_others_named(tmp_path: Path, evalwright: Run) -> None:
    source = f"mcp+stdio:{sys.executable} -S {SERVER}"
    began = time.monotonic()
    made = evalwright("synth", source, "-n", "10", "-o", tmp_path / "made", "--call-timeout", "1", timeout=200)
    assert made.returncode in (0, 1), made.stderr
    assert time.monotonic() - began < 100
    told = " ".join(made.stdout.split())
    assert "get_visitor_count, get_whole_archive: each left out, the server ended when it was called" in told
    notes = json.loads((tmp_path / "made" / "manifest.json").read_text(encoding="utf-8"))["notes"]
    for name, why in NOT.items():
        assert any(note.startswith(f"{name}: left out, {why}") for note in notes)
    rows = [row for path in (tmp_path / "made").glob("*.jsonl") for row in read_jsonl(path)]
    calls = {
        call["function"]["name"] for row in rows for each in row["messages"] for call in each.get("tool_calls") or ()
    }
    assert len(rows) >= 8 and calls == WORK
    proved = evalwright("verify", tmp_path / "made", "--run", timeout=200)
    assert proved.returncode == 0, proved.stdout
    told = json.loads((tmp_path / "made" / "manifest.json").read_text(encoding="utf-8"))
    assert told["environment"]["options"] == {"call_timeout": 1.0}
