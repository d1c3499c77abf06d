"""`eval --criteria`: rows that bring their answers, errors apart from failures, and what is refused before anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, TaskConfig, evaluate, run_task
from evalwright.criteria import CriteriaError, read_criteria

RIGHT = {
    "type": "string_check",
    "name": "right",
    "input": "{{sample.output_text}}",
    "reference": "{{item.answer}}",
    "operation": "eq",
}
ROWS = [
    {"item": {"answer": "4"}, "sample": {"output_text": "4"}},
    {"item": {"answer": "6"}, "sample": {"choices": [{"message": {"role": "assistant", "content": "7"}}]}},
    {"item": {"question": "?"}, "sample": {"output_text": "10"}},
]


def write(path: Path, rows: list[Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def reviews(run: Path) -> list[dict[str, Any]]:
    (path,) = (run / "reviews").rglob("*.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_that_bring_their_answers_need_no_model(tmp_path: Path) -> None:
    config = EvalConfig(data=(write(tmp_path / "rows.jsonl", ROWS),), models=(), criteria=[RIGHT], run=tmp_path / "run")
    report = evaluate(config).reports[0]
    rows = {row["metric"]: row for row in report["metrics"]}
    assert (rows["right"]["num"], rows["right"]["score"]) == (2, 0.5)
    assert (rows["criteria_passed"]["num"], rows["criteria_passed"]["score"]) == (2, 0.5)
    first, second, third = reviews(tmp_path / "run")
    assert [each["verdict"] for each in (first, second, third)] == ["passed", "failed", "errored"]
    assert third["score"] == {}
    (told,) = third["details"]["criteria"]
    assert told["error"] == {"kind": "invalid_variable_error", "message": "the row has no item.answer"}
    assert (told["score"], told["passed"]) == (None, None)


def test_criteria_work_beside_a_task_and_from_task_config(tmp_path: Path) -> None:
    data = write(tmp_path / "qa.jsonl", [{"id": "a", "query": "2+2?", "response": "4", "answer": "4"}])
    said = write(tmp_path / "said.jsonl", [{"id": "a", "output_text": "4"}])
    done = run_task(
        TaskConfig(
            model=f"replay:{said}",
            datasets=["general_qa"],
            dataset_args={"general_qa": {"local_path": data}},
            criteria={"testing_criteria": [RIGHT, {**RIGHT, "operation": "ne"}]},
            work_dir=str(tmp_path / "run"),
        )
    )
    scores = {row["metric"]: row["score"] for row in done["general_qa"]["metrics"]}
    assert scores["right"] == 1.0 and scores["right-2"] == 0.0 and scores["Rouge-L-F"] == 1.0


def test_no_two_numbers_share_a_name() -> None:
    named = [{**RIGHT, "name": name} for name in ("criteria_passed", "a", "a", "Rouge-L-F")]
    like = {"type": "text_similarity", "name": "a", "input": "x", "reference": "y", "evaluation_metric": "bleu"}
    found = [metric.name for each in read_criteria([*named, like], taken={"Rouge-L-F"}) for metric in each.metrics]
    assert found == ["criteria_passed-2", "a", "a-2", "Rouge-L-F-2", "a-3", "a-3_passed"]


@pytest.mark.parametrize(
    ("given", "param", "words"),
    [
        ({}, "testing_criteria", "a list"),
        ([], "testing_criteria", "no criterion"),
        ([3], "testing_criteria[0]", "an object"),
        ([{**RIGHT, "type": "string_chek"}], "testing_criteria[0].type", "string_check"),
        ([{**RIGHT, "type": "azure_ai_evaluator"}], "testing_criteria[0].type", "score_model"),
        ([{**RIGHT, "type": "endpoint"}], "testing_criteria[0].type", "python"),
        ([RIGHT, {**RIGHT, "operation": "matches"}], "testing_criteria[1].operation", "ilike"),
        ([{**RIGHT, "reference": "{{answer}}"}], "testing_criteria[0].reference", "item and sample"),
        ([{**RIGHT, "name": None}], "testing_criteria[0].name", "text"),
        ([{**RIGHT, "id": "a"}, {**RIGHT, "id": "a"}], "testing_criteria[1].id", "twice"),
    ],
)
def test_bad_criteria_are_one_sentence_with_the_place_and_the_cure(given: Any, param: str, words: str) -> None:
    with pytest.raises(CriteriaError) as refused:
        read_criteria(given)
    assert refused.value.param == param
    assert words in str(refused.value)
