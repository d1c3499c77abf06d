"""Drafts that mean harm do nothing: no call that exploring would not make, no file, no endless work."""

from __future__ import annotations

import json
import re
import threading
import time
from pathlib import Path

import pytest

from evalwright.synth import parse_scenarios

from ..rewrite.player import Body, Reply
from .author import Author, piece_of
from .conftest import Server
from .hostile import HOSTILE
from .tempting_server import FILES

HARMLESS_QUERIES = [
    f"SELECT {what}"
    for table in ("plants", "beds")
    for what in (f"COUNT(*) AS count FROM {table}", f"* FROM {table} LIMIT 5")
]
_SECONDS = 30.0
_STEP = re.compile(r"^      - (list_files|read_file|list_tables|read_query):", re.M)


class Villain(Author):
    """Answers every request with the next hostile draft that is about the tool which was asked for, or about none."""

    def __init__(self) -> None:
        super().__init__({}, otherwise="I like turtles.")
        self.left, self._lock = dict(HOSTILE), threading.Lock()

    def __call__(self, body: Body) -> Reply:
        with self._lock:
            tool = piece_of(body).split(" > ")[-1].split(",")[0]
            fitting = [name for name, text in self.left.items() if _STEP.findall(text)[-1:] in ([tool], [])]
            if fitting:
                return {"content": self.left.pop(fitting[0])}
        return super().__call__(body)


def calls_in(log: Path) -> list[tuple[str, dict[str, str]]]:
    return [tuple(json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]


def is_harmless(name: str, given: dict[str, str]) -> bool:
    if name in ("list_files", "list_tables"):
        return given == {}
    return (name == "read_file" and given["path"] in FILES) or given.get("query") in HARMLESS_QUERIES


def test_hostile_drafts_do_nothing(tempting: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begun, villain, texts = time.monotonic(), Villain(), []
    while villain.left:
        left = len(villain.left)
        done = tempting.draft(villain, tmp_path / f"draft{left}", ("en",))
        assert len(villain.left) < left
        assert [call for call in calls_in(tempting.log) if not is_harmless(*call)] == []
        assert done.kept + sum(each.kind == "scenario" for each in done.left_out) == done.tried
        assert all(each.why and "\n" not in each.why for each in done.left_out)
        texts.append(done.text)
    assert time.monotonic() - begun < _SECONDS
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"player.jsonl", ".lock"}
    names = [each.name for text in texts if text for each in parse_scenarios(text).file.scenarios]
    assert set(names) <= {"x", "x rules: [] scenarios: [{name: evil}]"}


def test_a_draft_without_harm_in_it_is_played(tempting: Server, tmp_path: Path) -> None:
    read = """\
scenarios:
  - name: read a note
    wants: {en: ["Could you read me {file.title}?", "What does {file.title} say?"]}
    knows: [file.title]
    steps:
      - list_files: {}
        choose: {file: any}
      - read_file: {path: $file.path}
    tells: {en: ["It says: {read_file.content}"]}
"""
    done = tempting.draft(Author({"list_files > read_file": [read]}), tmp_path, ("en",))
    assert (done.kept, [each.name for each in parse_scenarios(done.text).file.scenarios]) == (1, ["read a note"])
    assert "read_file" in {name for name, _ in calls_in(tempting.log)}
