"""What real instrumentors write comes back as the conversations that made it, in every field that they write.

`make instrumentors` installs them; those that are missing are skipped, saying so.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.workbench import Imported, import_files

from .kit import DRIVE, INSTRUMENTORS, Instrumentor
from .scripted_server import SCRIPTS, ScriptedServer, scripted_server

pytestmark = pytest.mark.slow


class Recorded:
    """What one instrumentor left, and the server that knows the truth."""

    def __init__(self, instrumentor: Instrumentor, folder: Path, server: ScriptedServer) -> None:
        self.instrumentor, self.folder, self.server = instrumentor, folder, server

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def told(self, each: Iterable[Any]) -> list[Any]:
        """One for each conversation: whole and streamed are two where they have ids of their own."""
        times = 2 if self.instrumentor.name == "pydantic-ai" else 1
        return [one for one in each for _ in range(times)]

    def imported(self, out: Path, files: list[Path] | None = None) -> tuple[list[dict[str, Any]], Imported]:
        done = import_files([str(path) for path in files or self.files], str(out))
        return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()], done


@pytest.fixture(scope="module", params=INSTRUMENTORS, ids=lambda each: each.name)
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    instrumentor: Instrumentor = request.param
    if not instrumentor.is_installed():
        pytest.skip(f"{instrumentor.name} is not installed (make instrumentors)")
    folder = tmp_path_factory.mktemp(instrumentor.name)
    with scripted_server() as server:
        command = [str(instrumentor.python), str(DRIVE), instrumentor.drive, server.url, str(folder)]
        told = os.environ | instrumentor.variables | {"LANGSMITH_TRACING": "false"}
        done = subprocess.run(command, env=told, check=False, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        yield Recorded(instrumentor, folder, server)


def test_every_conversation_comes_back(recorded: Recorded, tmp_path: Path) -> None:
    conversations, done = recorded.imported(tmp_path / "out.jsonl")
    assert done.bad_rows == []
    assert {bool(each["request"].get("stream")) for each in recorded.server.ledger} == {True, False}
    for first, made in zip(recorded.told(SCRIPTS), conversations, strict=True):
        sent = recorded.server.conversation(first)
        assert [_said(each) for each in made["messages"]] == [_said(each) for each in sent["messages"]], first
        _compare_tools(recorded.instrumentor, made, sent, done)


def test_how_a_conversation_ended_is_known(recorded: Recorded, tmp_path: Path) -> None:
    conversations, _ = recorded.imported(tmp_path / "out.jsonl")
    ended = ["answered", "tool_failed", "answered", "failed"]
    assert [made["metadata"]["outcome"] for made in conversations] == recorded.told(ended)


def test_the_order_of_spans_plays_no_part(recorded: Recorded, tmp_path: Path) -> None:
    before, _ = recorded.imported(tmp_path / "before.jsonl")
    shuffled = []
    for path in recorded.files:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        random.Random(7).shuffle(lines)
        shuffled.append(tmp_path / path.name)
        shuffled[-1].write_text("".join(lines), encoding="utf-8")
    after, _ = recorded.imported(tmp_path / "after.jsonl", shuffled)
    assert [made["messages"] for made in after] == [made["messages"] for made in before]


def test_what_the_console_exporter_prints_is_the_same(recorded: Recorded, tmp_path: Path) -> None:
    printed = recorded.folder / "console.txt"
    if not printed.exists() or recorded.instrumentor.name in ("otel-events", "otel-logs"):
        pytest.skip("its messages are not on spans that a console exporter prints")
    before, _ = recorded.imported(tmp_path / "before.jsonl")
    after, _ = recorded.imported(tmp_path / "after.jsonl", [printed])
    assert [made["messages"] for made in after] == [made["messages"] for made in before]


def _said(message: dict[str, Any]) -> tuple[Any, ...]:
    """All that a message says, however its arguments are spelled."""
    calls = [
        (each["id"], each["function"]["name"], json.loads(each["function"]["arguments"]))
        for each in message.get("tool_calls") or ()
    ]
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(part["text"] for part in content)
    return message["role"], content or None, calls, message.get("tool_call_id")


def _compare_tools(instrumentor: Instrumentor, made: dict[str, Any], sent: dict[str, Any], done: Imported) -> None:
    names = {each["function"]["name"] for each in sent["tools"]}
    if "tools" in instrumentor.unwritten:
        assert made["metadata"]["tools"] == "inferred from calls"
        assert {each["function"]["name"] for each in made["tools"]} == names
        assert any("made from calls" in name for name in done.lost)
    elif made["tools"] or made["metadata"]["outcome"] != "failed":
        assert "tools" not in made["metadata"]
        assert [_tool(each) for each in made["tools"]] == [_tool(each) for each in sent["tools"]]


def _tool(tool: dict[str, Any]) -> tuple[Any, ...]:
    function = tool["function"]
    return function["name"], function.get("description"), function.get("parameters")
