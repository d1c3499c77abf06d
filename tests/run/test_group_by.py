"""Statistics by a field that the user names, and comparisons with marks: nothing is asked again, nothing is silent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.data import read_marks, write_mark
from evalwright.errors import UsageError
from evalwright.report import compare_runs, plan_runs, render_comparison, render_notes

from ..conftest import Run, write_jsonl
from .test_marks import call, item, mark

ITEMS = [item(f"i{n}", metadata={"task_id": n % 12, "kind": "x"}) for n in range(48)]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Items of twelve tasks, and two models of which the second is right in four tasks that the first fails in."""
    write_jsonl(tmp_path / "items.jsonl", ITEMS)
    for name, right in (("a", 6), ("b", 10)):
        answers = [call("A" if each["metadata"]["task_id"] < right else "B") for each in ITEMS]
        said = [
            {"id": each["id"], "output_text": None, "output_tools": [answer]}
            for each, answer in zip(ITEMS, answers, strict=True)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", said)
    return tmp_path


def asked(place: Path, run: str, **more: Any) -> Any:
    models = tuple(f"replay:{place / name}.jsonl" for name in "ab")
    return evaluate(EvalConfig(data=(str(place / "items.jsonl"),), models=models, run=place / run, **more))


def exact(report: Any) -> Any:
    return next(row for row in report["metrics"] if row["metric"] == "next_call_exact")


def test_a_field_names_what_intervals_count(place: Path) -> None:
    alone, grouped = asked(place, "alone").reports[0], asked(place, "grouped", group_by="metadata.task_id").reports[0]
    assert (exact(alone)["conversations"], exact(grouped)["conversations"]) == (48, 12)
    assert exact(alone)["score"] == exact(grouped)["score"]
    assert exact(grouped)["design_effect"] > 3 > exact(alone)["design_effect"]
    assert grouped["statistics"]["cluster"] == "group" and grouped["statistics"]["group_by"] == "metadata.task_id"
    assert "items: 48, groups by metadata.task_id: 12" in render_notes([grouped], "en")
    config = json.loads((place / "grouped" / "config.json").read_text())
    assert {part["group_by"] for part in config["parts"]} == {"metadata.task_id"}


def test_another_grouping_asks_nothing_again(place: Path) -> None:
    asked(place, "run")
    journals = {path: path.read_bytes() for path in (place / "run" / "predictions").rglob("*.jsonl")}
    again = asked(place, "run", group_by="metadata.task_id").reports[0]
    assert exact(again)["conversations"] == 12
    assert {path: path.read_bytes() for path in journals} == journals


def test_records_without_the_field_are_counted_and_none_at_all_is_an_error(place: Path) -> None:
    write_jsonl(place / "items.jsonl", [{**each, "metadata": {}} for each in ITEMS[:6]] + ITEMS[6:])
    report = asked(place, "run", group_by="metadata.task_id").reports[0]
    assert "6 of 48 items have no metadata.task_id; they are grouped by conversation" in report["notes"]
    with pytest.raises(UsageError, match="no record has the field"):
        asked(place, "other", group_by="metadata.nix")
    assert not (place / "other").exists()


def test_old_runs_are_compared_and_planned_by_another_grouping(place: Path) -> None:
    asked(place, "run")
    by_item = compare_runs(place / "run").document["comparisons"][0]
    by_task = compare_runs(place / "run", group_by="metadata.task_id").document["comparisons"][0]
    assert (by_item["cluster"], by_item["conversations"]) == ("record", 48)
    assert (by_task["cluster"], by_task["conversations"], by_task["group_by"]) == ("group", 12, "metadata.task_id")
    assert by_task["p_holm"] > by_item["p_holm"]
    document = compare_runs(place / "run", group_by="metadata.task_id").document
    assert "12 groups by metadata.task_id, 48 items" in render_comparison(document)
    pilot = plan_runs(place / "run", models=["replay:a"], group_by="metadata.task_id").document["pilot"]
    assert (pilot["cluster"], pilot["conversations"]) == ("group", 12)
    (place / "items.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="has changed since"):
        compare_runs(place / "run", group_by="metadata.task_id")


def test_grade_and_split_take_a_field_too(place: Path, evalwright: Run) -> None:
    given = ("grade", place / "items.jsonl", place / "a.jsonl", "--json", "--group-by", "metadata.task_id")
    assert exact(json.loads(evalwright(*given).stdout))["conversations"] == 12
    rows = [
        {"messages": [{"role": "user", "content": f"{n} {'abcdefgh'[n % 8] * 9}"}], "metadata": {"task_id": n % 9}}
        for n in range(45)
    ]
    write_jsonl(place / "talks.jsonl", rows)
    done = evalwright("split", place / "talks.jsonl", "-o", place / "sides", "--group-by", "metadata.task_id")
    assert done.returncode == 0, done.stderr
    sides = [
        {json.loads(line)["metadata"]["task_id"] for line in (place / "sides" / name).read_text().splitlines()}
        for name in ("train.jsonl", "valid.jsonl")
    ]
    assert sides[0] | sides[1] == set(range(9)) and not sides[0] & sides[1]
    assert json.loads((place / "sides" / "leaks.json").read_text())["leaks"]["group"] == 0


def test_marks_change_a_comparison_and_are_named_in_it(place: Path, evalwright: Run) -> None:
    asked(place, "run")
    reviews = {path: path.read_bytes() for path in (place / "run" / "reviews").rglob("*.jsonl")}
    wrong = [each for each in ITEMS if each["metadata"]["task_id"] == 11]
    for each in wrong[:3]:
        write_mark(place / "marks.jsonl", mark(each, "also_right", [call("B")]))
    write_mark(place / "marks.jsonl", mark({**wrong[3], "tools": []}, "also_right", [call("B")]))
    row = compare_runs(place / "run").document["comparisons"][0]["metrics"][1]
    assert (row["metric"], row["score_a"], row["score_b"]) == ("next_call_exact", 0.5, pytest.approx(40 / 48, abs=1e-6))
    marked = compare_runs(place / "run", marks=read_marks(place / "marks.jsonl")).document["comparisons"][0]
    row = marked["metrics"][1]
    assert (row["score_a"], row["score_b"]) == (pytest.approx(27 / 48), pytest.approx(43 / 48, abs=1e-6))
    assert marked["amended"] == [
        "3 marks of marks.jsonl used (3 also right, 0 gold wrong, 0 unfair)",
        f"1 mark of marks.jsonl not used, since the item has changed since: {wrong[3]['id']}",
    ]
    said = evalwright("compare", place / "run", "--marks", place / "marks.jsonl", "--lang", "zh").stdout
    assert "使用了 marks.jsonl 中的 3 个标记" in said
    assert {path: path.read_bytes() for path in reviews} == reviews
