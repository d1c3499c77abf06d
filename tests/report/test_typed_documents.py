"""What runs, reports, comparisons and plans hold is what their types say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.report import ComparisonDocument, PlanDocument, Report, compare_runs, open_run, plan_runs
from evalwright.run import EvalConfig, evaluate
from evalwright.rundir import ConfigDocument
from evalwright.tasks import ReviewLine
from evalwright.workbench import expand_file

from ..conftest import ROOT, read_jsonl, write_jsonl
from ..typed_documents import mismatches

RETAIL = ROOT / "examples" / "retail"
CHOICES = [
    {"id": "m1", "question": "Which one flies?", "A": "a stone", "B": "a bird", "answer": "B"},
    {"id": "m2", "question": "Which one swims?", "A": "a stone", "B": "a fish", "answer": "B"},
    {"id": "m3", "question": "Which is blue?", "A": "the sky", "B": "grass", "answer": "A"},
]
OPEN = [{"id": "q1", "query": "When does it close?", "response": "At nine."}, {"id": "q2", "query": "Why?"}]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models on items, choices and open questions; one of them has no answer to some."""
    folder = tmp_path_factory.mktemp("typed")
    data = [folder / "eval.jsonl", folder / "choices.jsonl", folder / "open.jsonl"]
    expand_file(RETAIL / "valid.jsonl", data[0])
    items = read_jsonl(data[0])[:40]
    items[0]["expected_output"]["tool_calls"][0]["function"]["arguments"] = "{"  # nobody can be asked this one
    write_jsonl(data[0], items)
    write_jsonl(data[1], CHOICES)
    write_jsonl(data[2], OPEN)
    said = [{"id": each["id"], "output_text": "The answer is: B"} for each in (*CHOICES, *OPEN)]
    samples = write_jsonl(
        folder / "samples.jsonl", [*said, *({"id": each["id"], "output_text": ""} for each in items[:30])]
    )
    models = (f"baseline:bigram:{RETAIL / 'train.jsonl'}", f"replay:{samples}")
    for path in data:
        asked = models if path is data[0] else models[1:]
        evaluate(EvalConfig(data=(str(path),), models=asked, run=folder / "run", repeats=1, ignore_errors=True))
    return folder / "run"


def test_config_json_is_what_its_type_says(run: Path) -> None:
    assert mismatches(json.loads((run / "config.json").read_text()), ConfigDocument) == []


def test_every_report_is_what_its_type_says(run: Path) -> None:
    reports = open_run(run).reports()
    assert {report["dataset"] for report in reports} == {"next_call", "general_mcq", "general_qa"}
    assert any(report["errors"] for report in reports) and any(report["invalid"] for report in reports)
    assert any("warnings" in report for report in reports) and any("notes" in report for report in reports)
    assert [mismatch for report in reports for mismatch in mismatches(report, Report)] == []


def test_every_line_of_reviews_is_what_its_type_says(run: Path) -> None:
    lines: list[Any] = [line for part in open_run(run).parts for line in read_jsonl(part.reviews)]
    assert len(lines) > 60
    for line in lines:
        assert line.pop("crc")
        assert mismatches(line, ReviewLine) == []


def test_a_comparison_and_a_plan_are_what_their_types_say(run: Path) -> None:
    compared = compare_runs(run, max_regression=0.05)
    assert compared.fixed or compared.broken
    assert mismatches(compared.to_dict(), ComparisonDocument) == []
    assert mismatches(plan_runs(run, delta=0.1).to_dict(), PlanDocument) == []
    assert mismatches(plan_runs(run, delta=0.1, models=[open_run(run).models[0]]).to_dict(), PlanDocument) == []


def test_a_wrong_document_is_noticed(run: Path) -> None:
    report: Any = dict(open_run(run).reports()[0])
    report["metrics"] = [{**report["metrics"][0], "score": "high", "extra": 1}]
    del report["num"]
    found = mismatches(report, Report)
    assert len(found) == 3 and any("num is missing" in line for line in found)
