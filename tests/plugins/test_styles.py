"""Tasks as strangers write them against the protocol of old: every style runs, is reported and is shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, compare, evaluate, open_run
from evalwright.errors import InputError, UsageError
from evalwright.plugins import TASKS, look_again
from tests.conftest import read_jsonl, write_jsonl
from tests.view.conftest import running

from .packages import write_package

HEAD = """
from evalwright.models import Request, Sample
from evalwright.scoring import Metric
from evalwright.tasks import InvalidItemError, Task, register_task
"""
STYLES = {
    "whole": """
from dataclasses import dataclass

@dataclass(frozen=True)
class Question:
    id: str
    text: str
    word: str

class Echo:
    name = "echo"
    metrics = (Metric("echoed", "rate"),)
    def __init__(self, options): self.match = options.get("match")
    def read(self, record, identifier):
        if "say" not in record: raise ValueError("`say` is missing")
        if not record["say"]: raise InvalidItemError("nothing to say")
        return Question(identifier, f"Say {record['say']}", record["say"])
    def request(self, question, settings):
        return Request(question.id, [{"role": "user", "content": question.text}], [], settings)
    def review(self, question, sample):
        right = sample["output_text"] == question.word
        return {"id": question.id, "score": {"echoed": float(right)}, "verdict": "right" if right else "wrong",
                "reason": "said" if right else "not said", "details": {"reply": sample["output_text"]}}

make = Echo
""",
    "function": """
class Echo:
    def __init__(self):
        self.metrics = [Metric("echoed", "rate")]
    def read(self, record, identifier): return {"id": identifier, "say": record["say"] or 1 / 0}
    def request(self, question, settings):
        return Request(id=question["id"], messages=[{"role": "user", "content": question["say"]}])
    def review(self, question, sample):
        return {"score": {"echoed": sample.get("output_text") == question["say"]}}

def make(options):
    made = Echo()
    made.name = "quite another name"
    return made
""",
    "number": """
class Echo:
    name = "echo"
    metrics = [Metric("echoed", "rate")]
    def read(self, record, identifier): return (identifier, record["say"].strip())
    def request(self, question, settings):
        return Request(question[0], [{"role": "user", "content": question[1]}], [], settings)
    def review(self, question, sample): return {"id": question[0], "score": sample["output_text"] == question[1]}

make = Echo()
""",
    "needy": """
@register_task("echo")
class Echo:
    metrics = (Metric("echoed", "rate"), Metric("length", "count"))
    name = "echo"
    def __init__(self, options): self.judged = options["judge_strategy"]
    def read(self, record, identifier): return (identifier, str(record["say"] or int("")))
    def request(self, question, settings):
        return Request(question[0], [{"role": "user", "content": question[1]}], [], settings)
    def review(self, question, sample):
        said = sample["output_text"] or ""
        return {"score": {"echoed": said == question[1], "length": len(said)}, "verdict": None, "reason": None}
""",
}


@pytest.fixture(params=STYLES)
def style(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A task called `echo`, installed, in one of the styles."""
    module = f"echo_{request.param}"
    target = module if request.param == "needy" else f"{module}:make"  # the module registers it by decorator
    offers = {"evalwright.tasks": {"echo": target}}
    monkeypatch.syspath_prepend(
        write_package(tmp_path / "site", "echoes", offers, **{module: HEAD + STYLES[request.param]})
    )
    look_again()
    yield request.param
    TASKS.forget("echo")
    sys.modules.pop(module, None)
    monkeypatch.undo()
    look_again()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "say.jsonl", [{"id": f"i{number}", "say": f"word {number}"} for number in range(4)])


def replay(tmp_path: Path, right: int) -> str:
    said = [{"id": f"i{n}", "output_text": f"word {n if n < right else 'x'}", "output_tools": None} for n in range(4)]
    return f"replay:{write_jsonl(tmp_path / f'samples{right}.jsonl', said)}"


def run(tmp_path: Path, data: Path, right: int = 3, **more: Any) -> Path:
    config = EvalConfig(
        data=(str(data),), task="echo", models=(replay(tmp_path, right),), run=tmp_path / f"run{right}", **more
    )
    return evaluate(config).run.directory.path


def test_a_task_in_any_style_is_evaluated_reported_and_compared(style: str, tmp_path: Path, data: Path) -> None:
    one, other = run(tmp_path, data, 3), run(tmp_path, data, 1)
    (report,) = open_run(one).reports()
    row = report["metrics"][0]
    assert (report["dataset"], row["metric"], row["score"]) == ("echo", "echoed", 0.75)
    found = compare(one, other)
    assert found.difference == pytest.approx(-0.5)
    (reviews,) = one.glob("reviews/*/*.jsonl")
    for line in read_jsonl(reviews):
        assert line["id"].startswith("i") and isinstance(line["verdict"], str) and isinstance(line["details"], dict)
    config = json.loads((one / "config.json").read_text(encoding="utf-8"))
    assert config["parts"][0]["task"] == "echo"  # by which it is found again


def test_the_viewer_shows_a_task_in_any_style(style: str, tmp_path: Path, data: Path) -> None:
    run(tmp_path, data)
    with running(tmp_path) as viewer:
        (listed,) = viewer.json("/api/all")["runs"]
        assert listed["parts"][0]["metrics"][0]["score"] == 0.75
        items = viewer.json(f"/api/runs/{listed['id']}/parts/0/items")["items"]
        assert [each["score"] for each in items] == [1.0, 1.0, 1.0, 0.0]
        shown = viewer.json(f"/api/runs/{listed['id']}/parts/0/item?key=i0")
        assert shown["review"]["score"]["echoed"] == 1.0


def test_scorers_go_with_any_style_and_repeats(style: str, tmp_path: Path, data: Path) -> None:
    (report,) = open_run(run(tmp_path, data, scorers=("exact_match",), repeats=2)).reports()
    names = [row["metric"] for row in report["metrics"]]
    assert "exact_match" in names and "echoed_pass@2" in names


def test_a_row_that_a_task_cannot_read_is_named_by_its_line(style: str, tmp_path: Path) -> None:
    bad = write_jsonl(tmp_path / "bad.jsonl", [{"id": "i0", "say": "word 0"}, {"id": "i1", "tell": "x"}])
    with pytest.raises(InputError) as caught:
        run(tmp_path, bad)
    assert caught.value.path == str(bad) and caught.value.line == 2
    assert run(tmp_path, bad, skip_bad_rows=True).is_dir()


def test_a_task_that_recognises_nothing_is_asked_for_by_name(style: str, tmp_path: Path, data: Path) -> None:
    with pytest.raises((InputError, UsageError)):
        evaluate(EvalConfig(data=(str(data),), models=(replay(tmp_path, 3),), run=tmp_path / "run"))
