"""Somebody's Python as a criterion: what it should not do is its own error, and no other score changes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.criteria import CriteriaError, read_criteria
from evalwright.errors import UsageError
from evalwright.run import run_grader

from .test_eval_criteria import RIGHT, reviews, write

FORGER = """
import os
def grade(sample, item):
    if item["n"] == 1:
        for fd in range(64):
            for said in (b'{"score": 1.0}', b'\\xffEWG' + bytes(16) + (14).to_bytes(4, "big") + b'{"score": 1.0}'):
                try: os.write(fd, said)
                except OSError: pass
    return 0.25
"""
SPY = """
import os, socket
def grade(sample, item):
    if item["n"] == 1:
        os.listdir(os.path.expanduser("~root"))
    if item["n"] == 2:
        socket.create_connection(("127.0.0.1", 22), 1)
    return 0.5
"""
PARENT = """
import os, time
def grade(sample, item):
    while item["n"] == 1:
        if os.fork() == 0:
            time.sleep(300)
    return 0.75
"""


def python(name: str, source: str) -> dict[str, Any]:
    return {"type": "python", "name": name, "source": source, "pass_threshold": 0.1}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the sandbox is Linux's")
def test_three_hostile_graders_get_their_own_errors_and_nothing_else(tmp_path: Path) -> None:
    rows = [{"item": {"n": n, "answer": "x"}, "sample": {"output_text": "x"}} for n in range(4)]
    given = [python("forger", FORGER), python("spy", SPY), python("parent", PARENT), RIGHT]
    config = EvalConfig(data=(write(tmp_path / "r.jsonl", rows),), models=(), criteria=given, run=tmp_path / "run")
    report = evaluate(config).reports[0]
    found = [{each["name"]: each for each in review["details"]["criteria"]} for review in reviews(tmp_path / "run")]
    scores = [{name: each["score"] for name, each in line.items()} for line in found]
    whole = {"forger": 0.25, "spy": 0.5, "parent": 0.75, "right": 1.0}
    assert scores[0] == scores[3] == whole
    assert scores[1] == {"forger": None, "spy": None, "parent": None, "right": 1.0}
    assert scores[2] == {**whole, "spy": None}
    assert found[1]["forger"]["error"]["kind"] == "python_grader_server_error"
    assert found[1]["parent"]["error"]["details"].startswith("PermissionError")
    assert "Error" in found[1]["spy"]["error"]["details"] and "Error" in found[2]["spy"]["error"]["details"]
    assert {row["name"]: row["errors"] for row in report["criteria"]} == {
        "forger": 1,
        "spy": 2,
        "parent": 1,
        "right": 0,
    }


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def grade(sample, item:", "no Python"),
        ("def other(): pass", "no function grade"),
        ("import no_such_package\ndef grade(sample, item): return 1", "no_such_package"),
        ("from no_such_package.sub import x\ndef grade(sample, item): return 1", "no_such_package"),
        ("(" * 5000, "no Python"),
        ("x = 1\n" * 60_000, "too many"),
    ],
)
def test_code_that_can_never_grade_is_refused_when_the_criterion_is_made(source: str, words: str) -> None:
    with pytest.raises(CriteriaError, match=words):
        read_criteria([python("x", source)])


def test_a_package_that_may_be_missing_is_no_fault() -> None:
    code = "try:\n    import no_such_package\nexcept ImportError:\n    pass\ndef grade(sample, item):\n    return 1"
    assert read_criteria([python("x", code)])
    assert run_grader(python("x", code), {}, "")["reward"] == 1.0


def test_without_a_sandbox_it_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalwright.run.grader_process.confined_command", lambda command, *rest: command)
    given = python("mine", "def grade(sample, item):\n    return 1")
    with pytest.raises(UsageError, match="--unsafe-python"):
        run_grader(given, {}, "")
    assert run_grader(given, {}, "", unsafe_python=True)["reward"] == 1.0
