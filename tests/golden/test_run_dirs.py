"""Whole run directories of the four tasks, byte for byte: what is moved about inside must not change a number.

Models that need no network answer, so that nothing in a run depends on the machine but where its files lie, when it
was made and by which version; these are taken out before the digest is made. A digest that changes here changes what
users find when they resume or compare a run; if it must, the changelog says so.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run, write_jsonl

RETAIL = ROOT / "examples" / "retail"
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]


def call(name: str, arguments: str) -> dict[str, Any]:
    return {"id": "call_0", "type": "function", "function": {"name": name, "arguments": arguments}}


def said(identifier: str, text: str | None, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"id": identifier, "output_text": text, "output_tools": list(calls) or None}


PARIS = [call("weather", '{"city": "Paris"}')]
RECORDS: dict[str, list[dict[str, Any]]] = {
    "fc": [
        {"id": "f1", "messages": [{"role": "user", "content": "Paris?"}], "tools": TOOLS, "should_call_tool": True},
        {"id": "f2", "messages": [{"role": "user", "content": "Hello"}], "tools": TOOLS, "should_call_tool": False},
        {"id": "f3", "messages": [{"role": "user", "content": "Rome?"}], "tools": TOOLS, "should_call_tool": True},
        {
            "id": "f4",
            "messages": [{"role": "user", "content": "Paris now?"}],
            "tools": TOOLS,
            "should_call_tool": True,
            "expected_output": PARIS,
        },
    ],
    "mcq": [
        {"id": "m1", "question": "Which one flies?", "A": "a stone", "B": "a bird", "C": "a fish", "answer": "B"},
        {"id": "m2", "question": "哪个会游泳？", "A": "石头", "B": "鱼", "answer": "B"},
        {"id": "m3", "question": "Which is blue?", "A": "the sky", "B": "grass", "answer": "A"},
    ],
    "qa": [
        {"id": "q1", "query": "When does it close?", "response": "It closes at nine."},
        {"id": "q2", "query": "图书馆几点闭馆？", "response": "图书馆晚上九点闭馆。"},
        {"id": "q3", "query": "Why?"},
    ],
}
ANSWERS: dict[str, list[dict[str, Any]]] = {
    "fc": [said("f1", None, *PARIS), said("f2", "Hello!"), said("f3", None, call("weather", "{}")), said("f4", "?")],
    "mcq": [said("m1", "The answer is: B"), said("m2", "答案是：A"), said("m3", "I do not know")],
    "qa": [said("q1", "At nine it closes."), said("q2", "晚上九点闭馆。"), said("q3", "Because.")],
}
DIGESTS = {
    "fc": "55dd6a0669008afb",
    "mcq": "793889491f206ff4",
    "qa": "9666555fc753ea35",
    "items": "2ff08c2fe46902c5",
}


def parts_of(run: Path) -> dict[str, str]:
    """A digest of every file but the page, without what differs from machine to machine."""
    found = {}
    for path in sorted(run.rglob("*")):
        if path.is_dir() or path.name in (".lock", ".seal", "report.html"):
            continue
        held = path.read_bytes()
        if path.name == "config.json":
            config = json.loads(held)
            for name in ("created", "versions"):
                del config[name]
            for entry in config["data"]:
                del entry["path"]
            held = json.dumps(config).encode()
        found[str(path.relative_to(run))] = hashlib.sha256(held).hexdigest()[:16]
    return found


@pytest.mark.parametrize("kind", DIGESTS)
def test_a_run_is_what_it_always_was(evalwright: Run, tmp_path: Path, kind: str) -> None:
    data = tmp_path / f"{kind}.jsonl"
    if kind == "items":
        assert evalwright("expand", RETAIL / "valid.jsonl", "-o", data, "--acceptable", "off").returncode == 0
        model = f"baseline:bigram:{RETAIL / 'train.jsonl'}"
    else:
        write_jsonl(data, RECORDS[kind])
        model = f"replay:{write_jsonl(tmp_path / 'samples.jsonl', ANSWERS[kind])}"
    made = evalwright("eval", data.name, "-m", model, "-o", "run")
    assert made.returncode == 0, made.stderr
    found = parts_of(tmp_path / "run")
    assert hashlib.sha256(json.dumps(found).encode()).hexdigest()[:16] == DIGESTS[kind], found
