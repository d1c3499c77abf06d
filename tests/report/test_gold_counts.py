"""Items with more than one right answer: how many there are, and what one gold alone would have said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.report import (
    compare_models,
    comparison_markdown,
    comparison_page,
    matches,
    open_run,
    render_comparison,
    render_notes,
    report_markdown,
)

from ..conftest import write_jsonl

TOOLS = [{"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}}]


def call(order: str) -> dict[str, Any]:
    return {"function": {"name": "read", "arguments": json.dumps({"order": order})}}


def item(name: str, **more: Any) -> dict[str, Any]:
    asked = [{"role": "user", "content": f"Look at {name}, please."}]
    return {"id": name, "messages": asked, "tools": TOOLS, "expected_output": {"tool_calls": [call("A")]}, **more}


ITEMS = [
    item("plain"),
    item("other", acceptable=[{"tool_calls": [call("B")], "why": "any order that was not read"}]),
    item("words", acceptable=[{"tool_calls": [], "why": "the number could have been asked for"}]),
    item("rule", argument_rules=[{"order": "casefold"}]),
    item("unfair", unfair="A stands nowhere"),
]
GOOD = {"plain": [call("A")], "other": [call("B")], "words": [], "rule": [call("a")], "unfair": [call("A")]}
PLAIN = {key: [call("A")] for key in GOOD}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models on the same items: one gives the other right answers, one the expected calls."""
    folder = tmp_path_factory.mktemp("gold")
    data = write_jsonl(folder / "items.jsonl", ITEMS)
    files = []
    for name, said in (("plain", PLAIN), ("good", GOOD)):
        samples = [{"id": key, "output_text": "Which one?", "output_tools": calls} for key, calls in said.items()]
        files.append(f"replay:{write_jsonl(folder / f'{name}.jsonl', samples)}")
    evaluate(EvalConfig(data=(str(data),), models=tuple(files), model_names=("plain", "good"), run=folder / "run"))
    return folder / "run"


def test_a_report_counts_them_and_says_what_the_gold_alone_would_have_said(run: Path) -> None:
    plain, good = open_run(run).reports()
    assert good["gold"] == {
        "several": 3,
        "matched": 2,
        "in_words": 1,
        "by_rules": 1,
        "unfair": 1,
        "gold_alone": {"next_call_score": 0.6, "next_call_exact": 0.4},
    }
    assert plain["gold"]["gold_alone"] == {"next_call_score": 1.0, "next_call_exact": 1.0}
    assert plain["gold"]["matched"] == plain["gold"]["by_rules"] == 0


def test_table_markdown_and_page_say_it_in_both_languages(run: Path) -> None:
    reports = open_run(run).reports()
    told = render_notes(reports, "en")
    assert "good / next_call: 3 items have more than one right answer; 2 answers were right by another" in told
    assert "the expected calls alone would have said next_call_score 0.6 instead of 1, next_call_exact 0.4" in told
    assert "plain / next_call: the expected calls alone would have given the same scores" in told
    assert "1 item is said to be unfair" in told
    assert "3 个样本有不止一个正确答案" in render_notes(reports, "zh")
    assert "instead of 1" in report_markdown(reports, "en")
    assert "have more than one right answer" in (run / "report.html").read_text(encoding="utf-8")


def test_a_comparison_says_both_sides_of_it(run: Path) -> None:
    document = compare_models(matches([open_run(run)]))
    [found] = document["comparisons"]
    assert found["gold"] == {"several": 3, "matched_a": 0, "matched_b": 2, "alone_a": 1.0, "alone_b": 0.4}
    said = "would have said 1 against 0.4 on next_call_exact (-60.0 points)"
    for shown in (render_comparison(document), comparison_page(document), comparison_markdown(document)):
        assert said in shown and "3 of these items have more than one right answer" in shown
    assert "只按标准调用评分" in render_comparison(document, "zh")


def test_items_without_such_fields_have_no_such_part(tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "items.jsonl", [item("plain")])
    said = write_jsonl(tmp_path / "said.jsonl", [{"id": "plain", "output_tools": [call("A")]}])
    done = evaluate(EvalConfig(data=(str(data),), models=(f"replay:{said}",), run=tmp_path / "run"))
    assert "gold" not in done.reports[0]
    reviews = next((tmp_path / "run" / "reviews").rglob("*.jsonl")).read_text(encoding="utf-8")
    assert "several_right" not in reviews and "unfair" not in reviews
