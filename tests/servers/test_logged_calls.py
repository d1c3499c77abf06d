"""`verify --against` on a real server: what it reads is held against the log, what it would change is never called."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import verify_against

from .kit import PYTHON, ROOT, SERVERS

SQLITE = next(server for server in SERVERS if server.name == "sqlite")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SQLITE.is_installed(), reason="sqlite is not installed (make servers)"),
]


def _call(number: int, name: str, arguments: Any, result: str) -> list[Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": f"c{number}", "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{number}", "content": result},
    ]


def test_reads_are_made_again_and_writes_are_not(tmp_path: Path) -> None:
    base, log = tmp_path / "library.db", tmp_path / "log.jsonl"
    subprocess.run([sys.executable, ROOT / "examples/servers/worlds.py", "library", base], check=True)
    before = base.read_bytes()
    messages = [{"role": "user", "content": "Clear the shelves."}]
    messages += _call(1, "list_tables", {}, "[]")
    messages += _call(2, "read_query", {"query": "SELECT 1 AS x"}, "[{'x': 1}]")
    messages += _call(3, "write_query", {"query": "DELETE FROM books"}, "[{'affected_rows': 40}]")
    log.write_text(json.dumps({"messages": messages, "tools": []}) + "\n", encoding="utf-8")
    done = verify_against(f"mcp+stdio:{PYTHON}/bin/mcp-server-sqlite --db-path {base}", [log])
    assert done.tools == {"list_tables": {"other": 1}, "read_query": {"same": 1}, "write_query": {"not_called": 1}}
    assert base.read_bytes() == before
