"""`--match-rules FILE`: the same scores by grade, eval and the written grader; rules that are none are refused."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def call(name: str, /, **arguments: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


ITEMS = [
    {"id": "a", "expected_output": {"tool_calls": [call("get_order", order_id="#W1")]}},
    {"id": "b", "expected_output": {"tool_calls": [call("find", name="New York")]}},
    {"id": "c", "expected_output": {"tool_calls": [call("find", name="Oslo")]}},
]
ANSWERS = [call("get_order", order_id="#W2"), call("find", name="newyork"), call("find", name="Bergen")]
PAIRS = list(zip(ITEMS, ANSWERS, strict=True))
RULES = {"*": {"*": ["casefold", "whitespace"]}, "get_order": {"order_id": {"any_of": ["#W2"]}}}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    asked = {"messages": [{"role": "user", "content": "hello"}], "tools": []}
    items = "".join(json.dumps({**asked, **item}) + "\n" for item in ITEMS)
    (tmp_path / "items.jsonl").write_text(items, encoding="utf-8")
    samples = [{"id": item["id"], "output_text": None, "output_tools": [said]} for item, said in PAIRS]
    (tmp_path / "said.jsonl").write_text("".join(json.dumps(each) + "\n" for each in samples), encoding="utf-8")
    (tmp_path / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    return tmp_path


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "evalwright", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def scores(path: Path) -> list[float]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row["score"]["next_call_score"] for row in rows]


def test_grade_eval_and_the_written_grader_agree(files: Path) -> None:
    rules = ("--match-rules", files / "rules.json")
    assert run("grade", files / "items.jsonl", files / "said.jsonl", "-o", files / "r.jsonl", *rules).returncode == 0
    assert scores(files / "r.jsonl") == [1.0, 1.0, 0.5]
    said = f"replay:{files / 'said.jsonl'}"
    assert run("eval", files / "items.jsonl", "-m", said, "-o", files / "run", *rules).returncode == 0
    assert scores(next((files / "run" / "reviews").rglob("*.jsonl"))) == [1.0, 1.0, 0.5]
    assert json.loads((files / "run" / "config.json").read_text(encoding="utf-8"))
    assert '"#W2"' in (files / "run" / "config.json").read_text(encoding="utf-8")
    assert run("grader", "-o", files / "grader.py", *rules).returncode == 0
    grade = runpy.run_path(str(files / "grader.py"))["grade"]
    assert [grade({"output_tools": [said]}, item) for item, said in PAIRS] == [1.0, 1.0, 0.5]


def test_without_them_the_same_answers_are_wrong(files: Path) -> None:
    assert run("grade", files / "items.jsonl", files / "said.jsonl", "-o", files / "r.jsonl").returncode == 0
    assert scores(files / "r.jsonl") == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    "text", ['{"*": {"*": "guess"}}', '{"*": "casefold"}', "[1]", "{", '{"a": {"b": {"any_of": []}}}']
)
def test_what_is_no_rule_is_refused_with_the_cure(files: Path, text: str) -> None:
    (files / "rules.json").write_text(text, encoding="utf-8")
    done = run("grade", files / "items.jsonl", files / "said.jsonl", "--match-rules", files / "rules.json")
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_the_rules_are_an_input_that_no_output_replaces(files: Path) -> None:
    rules = files / "rules.json"
    done = run("grade", files / "items.jsonl", files / "said.jsonl", "-o", rules, "--match-rules", rules)
    assert done.returncode == 2 and json.loads(rules.read_text(encoding="utf-8")) == RULES
