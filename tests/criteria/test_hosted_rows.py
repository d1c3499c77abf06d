"""Rows of hosted evals: what a model is asked, our own scorers as criteria, a judge of the task beside, and `grade`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.errors import UsageError
from evalwright.run import open_grading

from ..run.scripted import scripted
from .test_eval_criteria import RIGHT, reviews, write
from .test_judges import LABELS

TOOL = {"type": "function", "function": {"name": "add", "parameters": {"type": "object", "properties": {}}}}


def test_templates_and_settings_go_out_as_they_are(tmp_path: Path) -> None:
    parts = [{"type": "input_text", "text": "{{item.q}}"}, {"type": "input_image", "image_url": "{{item.picture}}"}]
    template = [{"role": "developer", "content": "Be brief."}, {"type": "message", "role": "user", "content": parts}]
    sampling = {"max_completions_tokens": 9, "tools": [TOOL], "response_format": {"type": "json_object"}}
    asked = {"input_messages": {"type": "template", "template": template}, "sampling_params": sampling}
    rows = [{"item": {"q": "2+2", "picture": "data:image/png;base64,AA==", "answer": "4"}}, {"item": {"answer": "4"}}]
    with scripted(lambda body: {"content": "4"}) as server:
        config = EvalConfig(
            data=(write(tmp_path / "rows.jsonl", rows),),
            models=("m",),
            api_url=server.url,
            criteria=[RIGHT],
            dataset_args={"hosted_eval": asked},
            run=tmp_path / "run",
        )
        report = evaluate(config).reports[0]
    (body,) = server.bodies
    assert body["messages"][0] == {"role": "developer", "content": "Be brief."}
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    assert body["messages"][1]["content"] == [{"type": "text", "text": "2+2"}, picture]
    assert body["tools"] == [TOOL] and body["max_completion_tokens"] == 9
    assert body["response_format"] == {"type": "json_object"}
    assert (report["num"], report["invalid"]) == (1, 1), "a row that lacks what is asked is named and not asked"
    assert "item.q" in report["invalid_items"][0]["reason"]


def test_our_own_grader_of_calls_is_a_criterion(tmp_path: Path) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    item = {"messages": [{"role": "user", "content": "go"}], "tools": [TOOL]}
    item |= {"expected_output": {"role": "assistant", "tool_calls": [call]}}
    rows = [{"item": item, "sample": {"output_text": None, "output_tools": calls}} for calls in ([call], [])]
    calls_right = {"type": "scorer", "name": "calls", "scorer": "next_call", "metric": "next_call_exact"}
    config = EvalConfig(
        data=(write(tmp_path / "r.jsonl", rows),), models=(), criteria=[calls_right], run=tmp_path / "run"
    )
    evaluate(config)
    assert [review["score"]["calls"] for review in reviews(tmp_path / "run")] == [1.0, 0.0]


def test_a_judge_of_the_task_and_one_of_a_criterion_side_by_side(tmp_path: Path) -> None:
    def judge(body: dict[str, Any]) -> dict[str, Any]:
        if "tone?" in str(body["messages"]):
            return {"content": json.dumps({"steps": [], "result": "kind"})}
        return {"content": '{"verdict": "A"}' if body["model"] == "grader" else "It is 4."}

    with scripted(judge) as server:
        config = EvalConfig(
            data=(write(tmp_path / "qa.jsonl", [{"id": "a", "query": "2+2?", "response": "4"}]),),
            models=("m",),
            api_url=server.url,
            judge_strategy="llm",
            judge_model_args={"model_id": "grader", "score_type": "pattern"},
            criteria=[LABELS],
            run=tmp_path / "run",
        )
        evaluate(config)
    (review,) = reviews(tmp_path / "run")
    assert review["score"]["tone"] == 1.0 and "AverageAccuracy" in review["score"]
    assert sorted(body["model"] for body in server.bodies) == ["grader", "judge", "m"]


def test_grade_takes_criteria_that_ask_nobody(tmp_path: Path) -> None:
    items = write(tmp_path / "items.jsonl", [{"id": "a", "answer": "4"}, {"id": "b", "answer": "5"}])
    samples = write(tmp_path / "samples.jsonl", [{"id": name, "output_text": "4"} for name in "ab"])
    with open_grading(items, samples, criteria=[RIGHT]) as grading:
        assert [review["score"]["right"] for review in grading.reviews()] == [1.0, 0.0]
        assert [metric.name for metric in grading.metrics] == ["right", "criteria_passed"]
    with pytest.raises(UsageError, match="replay:"), open_grading(items, samples, criteria=[LABELS]):
        pass
