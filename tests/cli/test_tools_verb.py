"""evalwright tools: every kind of source as a table, as JSON, and as a tools file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import read_source
from evalwright.text import width

from ..conftest import Run

HOSTILE = "\x1b[2JLook \u202e" + "x" * 300
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "find_thing",
            "description": HOSTILE,
            "parameters": {
                "type": "object",
                "properties": {"名字": {"type": "string"}, "size": {"type": "integer"}},
                "required": ["名字"],
            },
        },
    },
    {"type": "function", "function": {"name": "x" * 90, "description": "", "parameters": {"type": "object"}}},
]


def write(tmp_path: Path, value: Any, name: str = "tools.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("columns", [60, 120])
def test_the_table_fits_the_terminal_and_cannot_steer_it(evalwright: Run, tmp_path: Path, columns: int) -> None:
    done = evalwright("tools", write(tmp_path, TOOLS), env={"COLUMNS": str(columns)})
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    assert max(width(line) for line in done.stdout.splitlines()) <= columns
    row = done.stdout[done.stdout.index("find_thing") :]
    assert "read?" in row
    assert "名字*" in row
    assert done.stdout.splitlines()[-1] == "2 tools; * required, ? guessed from the name"


def test_the_shop_is_a_source(evalwright: Run) -> None:
    done = evalwright("tools", "shop")
    assert done.returncode == 0
    assert done.stdout.count("write ") == 7
    assert "?" not in done.stdout
    assert done.stdout.splitlines()[-1] == "15 tools; * required"


def test_json_tells_everything(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("tools", write(tmp_path, [*TOOLS, {"type": "web_search"}]), "--json")
    document = json.loads(done.stdout)
    assert document["kind"] == "tools"
    assert document["tools"][0] == TOOLS[0]
    assert document["effects"] == {"find_thing": "read", "x" * 64: "write"}
    assert document["guessed"] == ["find_thing", "x" * 64]
    assert document["notes"][0].startswith(f"tools[1]: {'x' * 80}: is called {'x' * 64} here")
    assert document["notes"][1] == "tools[2]: web_search is a tool of a service itself, left out"
    assert done.stderr == ""


def test_a_tools_file_is_written_that_is_a_source_again(evalwright: Run, tmp_path: Path) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"description": "Ask first."},
        "paths": {"/n/{id}": {"get": {"operationId": "get_n", "parameters": [{"name": "id", "in": "path"}]}}},
    }
    done = evalwright("tools", write(tmp_path, document, "api.json"), "-o", "out/tools.json")
    assert done.returncode == 0
    assert done.stderr.startswith("1 tool: out/tools.json")
    written = json.loads((tmp_path / "out" / "tools.json").read_text())
    assert written[0]["function"]["name"] == "get_n"
    again = evalwright("tools", "out/tools.json", "-o", "-")
    assert json.loads(again.stdout) == written


def test_a_server_is_a_source(evalwright: Run) -> None:
    command = f"mcp+stdio:'{sys.executable}' -c 'from evalwright.cli import main; main()' shop --stdio --mini"
    done = evalwright("tools", command, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    own = read_source("shop-mini")
    assert document["kind"] == "mcp-stdio"
    assert document["tools"] == own.tools
    assert document["effects"] == own.effects


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("no-such-file.json", "is no source of tools"),
        ("mcp+stdio:no-such-command", "is not found"),
        ("http://127.0.0.1:9/mcp", "cannot be reached"),
    ],
)
def test_a_source_that_cannot_be_used_is_one_line_and_writes_nothing(
    evalwright: Run, tmp_path: Path, source: str, words: str
) -> None:
    done = evalwright("tools", source, "-o", "tools.json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert not (tmp_path / "tools.json").exists()
