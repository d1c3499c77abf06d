"""Marks that people set: they change scores, ask nothing again, are named, and are not used on an item that changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.data import Mark, item_digest, read_marks, write_mark
from evalwright.errors import InputError, StorageError

from ..conftest import Run, write_jsonl

TOOLS = [{"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}}]


def call(order: str) -> dict[str, Any]:
    return {"function": {"name": "read", "arguments": json.dumps({"order": order})}}


def item(name: str, **more: Any) -> dict[str, Any]:
    asked = [{"role": "user", "content": f"Look at {name}, please."}]
    return {"id": name, "messages": asked, "tools": TOOLS, "expected_output": {"tool_calls": [call("A")]}, **more}


def mark(record: dict[str, Any], kind: str, calls: list[Any] | None = None, why: str = "as good") -> Mark:
    made: Mark = {"item": record["id"], "digest": item_digest(record), "mark": kind, "why": why}
    if calls is not None:
        made["tool_calls"] = calls
    return made


ITEMS = [item("one"), item("two"), item("three"), item("four")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Items, and answers that all read another order than expected, one of them in words."""
    write_jsonl(tmp_path / "items.jsonl", ITEMS)
    said = [{"id": each["id"], "output_text": None, "output_tools": [call("B")]} for each in ITEMS[:3]]
    said.append({"id": "four", "output_text": "Which order do you mean?", "output_tools": []})
    write_jsonl(tmp_path / "said.jsonl", said)
    return tmp_path


def graded(evalwright: Run, place: Path, *more: str | Path) -> Any:
    done = evalwright("grade", place / "items.jsonl", place / "said.jsonl", "--json", *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def exact(report: Any) -> tuple[int, float]:
    row = next(row for row in report["metrics"] if row["metric"] == "next_call_exact")
    return row["num"], row["score"]


def test_marks_change_the_score_and_every_report_names_them(place: Path, evalwright: Run) -> None:
    marks = place / "marks.jsonl"
    write_mark(marks, mark(ITEMS[0], "also_right", [call("B")]))
    write_mark(marks, mark(ITEMS[3], "also_right", [], "one may ask first"))
    write_mark(marks, mark(ITEMS[1], "unfair", why="B stands nowhere"))
    assert exact(graded(evalwright, place)) == (4, 0.0)
    report = graded(evalwright, place, "--marks", marks)
    assert exact(report) == (4, 0.5)
    assert report["gold"] == {
        "several": 2,
        "matched": 2,
        "in_words": 1,
        "by_rules": 0,
        "unfair": 1,
        "gold_alone": {"next_call_score": 0.375, "next_call_exact": 0.0},
    }
    assert report["notes"] == ["3 marks of marks.jsonl used (2 also right, 0 gold wrong, 1 unfair)"]
    dropped = graded(evalwright, place, "--marks", marks, "--drop-unfair")
    assert exact(dropped) == (3, 0.666667)
    assert "1 unfair item left out (--drop-unfair)" in dropped["notes"]
    shown = evalwright("grade", place / "items.jsonl", place / "said.jsonl", "--marks", marks, "--lang", "zh")
    assert "使用了 marks.jsonl 中的 3 个标记" in shown.stdout


def test_a_mark_whose_item_has_changed_is_not_used_and_that_is_said(place: Path, evalwright: Run) -> None:
    marks = place / "marks.jsonl"
    write_mark(marks, mark(ITEMS[0], "also_right", [call("B")]))
    write_mark(marks, mark(item("gone"), "unfair"))
    other = {"role": "user", "content": "Something else, please."}
    write_jsonl(place / "items.jsonl", [{**ITEMS[0], "messages": [other]}, *ITEMS[1:]])
    report = graded(evalwright, place, "--marks", marks)
    assert exact(report) == (4, 0.0) and "gold" not in report
    assert report["notes"][1:] == [
        "1 mark of marks.jsonl not used, since the item has changed since: one",
        "1 mark of marks.jsonl is about items that are not in this data",
    ]


def test_fields_beside_the_question_do_not_change_an_item(place: Path, evalwright: Run) -> None:
    write_mark(place / "marks.jsonl", mark(ITEMS[0], "also_right", [call("B")]))
    write_jsonl(place / "items.jsonl", [{**each, "metadata": {"task": 7}} for each in ITEMS])
    assert exact(graded(evalwright, place, "--marks", place / "marks.jsonl")) == (4, 0.25)


def test_a_run_asks_nothing_again_and_keeps_the_marks(place: Path) -> None:
    write_mark(place / "marks.jsonl", mark(ITEMS[0], "also_right", [call("B")]))
    told: dict[str, Any] = {"data": (str(place / "items.jsonl"),), "models": (f"replay:{place / 'said.jsonl'}",)}
    told["run"] = place / "run"
    assert exact(evaluate(EvalConfig(**told)).reports[0]) == (4, 0.0)
    journal = next((place / "run" / "predictions").rglob("*.jsonl"))
    before = journal.read_bytes()
    marks = read_marks(place / "marks.jsonl")
    done = evaluate(EvalConfig(**told, marks=marks, rerun_review=True))
    assert exact(done.reports[0]) == (4, 0.25) and journal.read_bytes() == before
    assert "1 mark of marks.jsonl used" in (place / "run" / "report.html").read_text(encoding="utf-8")
    kept = json.loads((place / "run" / "config.json").read_text(encoding="utf-8"))["parts"][0]["options"]["marks"]
    assert kept == marks


def test_the_same_mark_stands_once_and_is_taken_back(tmp_path: Path) -> None:
    marks = tmp_path / "marks.jsonl"
    first, second = mark(ITEMS[0], "also_right", [call("B")]), mark(ITEMS[0], "also_right", [call("C")])
    for each in (first, second, {**first, "why": "better said"}):
        write_mark(marks, each)  # type: ignore[arg-type]
    assert [each["why"] for each in read_marks(marks)["marks"]] == ["as good", "better said"]
    write_mark(marks, first, withdrawn=True)
    assert read_marks(marks)["marks"] == [second]


GOOD = mark(ITEMS[0], "unfair")


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "[]",
        json.dumps({**GOOD, "mark": "perfect"}),
        json.dumps({**GOOD, "digest": "../../etc"}),
        json.dumps({**GOOD, "item": 7}),
        json.dumps({**GOOD, "why": "x" * 3000}),
        json.dumps({**GOOD, "tool_calls": []}),
        json.dumps({**GOOD, "mark": "also_right"}),
        json.dumps({**GOOD, "mark": "also_right", "tool_calls": ["rm -rf"]}),
    ],
)
def test_what_is_no_mark_is_named_by_its_line_and_never_replaced(tmp_path: Path, line: str) -> None:
    marks = tmp_path / "marks.jsonl"
    marks.write_text(json.dumps(GOOD) + "\n" + line + "\n", encoding="utf-8")
    before = marks.read_bytes()
    with pytest.raises(InputError, match=r"marks\.jsonl:2"):
        read_marks(marks)
    with pytest.raises(InputError):
        write_mark(marks, mark(ITEMS[1], "unfair"))
    assert marks.read_bytes() == before


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    target = tmp_path / "precious.txt"
    target.write_text("mine", encoding="utf-8")
    (tmp_path / "marks.jsonl").symlink_to(target)
    with pytest.raises(StorageError, match="no plain file"):
        write_mark(tmp_path / "marks.jsonl", GOOD)
    assert target.read_text(encoding="utf-8") == "mine"
