"""The table of testing criteria in report.html: every criterion with its intervals, errors apart from failures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.report import write_html

from .html_help import parse

RIGHT = {
    "type": "string_check",
    "name": "right <b>",
    "input": "{{sample.output_text}}",
    "reference": "{{item.answer}}",
    "operation": "eq",
}
NEAR = {
    "type": "text_similarity",
    "name": "near",
    "input": "{{sample.output_text}}",
    "reference": "{{item.other}}",
    "evaluation_metric": "fuzzy_match",
    "pass_threshold": 0.9,
}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    rows = [
        {"item": {"answer": "4", "other": "4"}, "sample": {"output_text": "4"}},
        {"item": {"answer": "6", "other": "six"}, "sample": {"output_text": "7"}},
        {"item": {"other": "10"}, "sample": {"output_text": "10"}},
    ]
    data = tmp_path / "rows.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    evaluate(EvalConfig(data=(str(data),), models=(), criteria=[RIGHT, NEAR], run=tmp_path / "run"))
    return tmp_path / "run"


def cells(run: Path, lang: str = "en") -> list[list[str]]:
    (section,) = parse(write_html(run, lang=lang)).all("section", class_="criteria")
    return [[" ".join(cell.text.split()) for cell in row.all("td")] for row in section.all("tr")[1:]]


def test_every_criterion_has_a_row_with_errors_apart_from_failures(run: Path) -> None:
    (report,) = [json.loads(path.read_text(encoding="utf-8")) for path in (run / "reports").rglob("*.json")]
    right, near = report["criteria"]
    assert [row[:2] for row in cells(run)] == [["right <b>", "string_check"], ["near", "text_similarity"]]
    first, second = cells(run)
    low, high = right["pass_ci95"]
    assert first[2:] == [
        f"0.5 [{low:.4f}, {high:.4f}] n=2",
        f"0.5 [{low:.4f}, {high:.4f}]",
        *("1", "1"),
        "1 invalid_variable_error 1",
    ]
    assert second[4:] == ["2", "1", "0"] and f"{near['pass_rate']:.4f}" in second[3]
    assert cells(run, "zh")[0][0] == "right <b>"


@pytest.mark.parametrize("spoilt", [None, 3, [3, {"id": 1, "name": 2, "ci95": ["a"], "error_kinds": 5}]])
def test_a_spoilt_report_still_has_a_page(run: Path, spoilt: Any) -> None:
    (path,) = (run / "reports").rglob("*.json")
    report = json.loads(path.read_text(encoding="utf-8"))
    del report["crc"]
    path.write_text(json.dumps({**report, "criteria": spoilt}), encoding="utf-8")
    assert "</html>" in write_html(run).read_text(encoding="utf-8")
