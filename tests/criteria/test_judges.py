"""Criteria that ask a model: one judgement per item and criterion, through the journal, read strictly, errors apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.run import run_grader

from ..run.scripted import ScriptedServer, scripted
from .test_eval_criteria import RIGHT, reviews, write

ROWS = [{"item": {"n": n}, "sample": {"output_text": f"answer {n}"}} for n in range(4)]


def score_model(**more: Any) -> dict[str, Any]:
    asked = {"role": "user", "content": "{{sample.output_text}} {{item.n}}"}
    messages = [{"role": "developer", "content": "Rate."}, asked]
    return {"type": "score_model", "name": "good", "model": "judge", "input": messages, "range": [1, 10], **more}


TONE = {"type": "input_text", "text": "tone? {{sample.output_text}}"}
LABELS = {
    "type": "label_model",
    "name": "tone",
    "model": "judge",
    "input": [{"type": "message", "role": "user", "content": TONE}],
    "labels": ["kind", "rude"],
    "passing_labels": ["kind"],
}


def judged(body: dict[str, Any]) -> dict[str, Any]:
    """A judge that keeps to the form, but for item 3, where it never does."""
    asked = body["messages"][-1]["content"] if len(body["messages"]) < 3 else body["messages"][1]["content"]
    if "tone?" in str(body["messages"]):
        return {"content": json.dumps({"steps": [], "result": "rude" if "answer 1" in asked else "kind"})}
    if "answer 3" in str(body["messages"]):
        return {"content": "I would rather not say; perhaps 7 or so"}
    number = {"0": 8, "1": 4, "2": 11}[asked.rsplit(" ", 1)[1]]
    return {"content": json.dumps({"steps": [{"description": "d", "conclusion": "c"}], "result": number})}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted(judged) as running:
        yield running


def config(folder: Path, server: ScriptedServer, criteria: list[Any]) -> EvalConfig:
    data = write(folder / "rows.jsonl", ROWS)
    return EvalConfig(data=(data,), models=(), criteria=criteria, run=folder / "run", api_url=server.url, tries=2)


def test_two_judges_side_by_side_and_nothing_is_asked_twice(tmp_path: Path, server: ScriptedServer) -> None:
    given = [score_model(pass_threshold=8), LABELS, {**RIGHT, "reference": "answer 0"}]
    report = evaluate(config(tmp_path, server, given)).reports[0]
    rows = {row["metric"]: (row["num"], row["score"]) for row in report["metrics"]}
    assert rows["good"] == (3, pytest.approx(23 / 3)) and rows["good_passed"] == (3, pytest.approx(2 / 3))
    assert rows["tone"] == (4, 0.75) and rows["right"] == (4, 0.25) and rows["criteria_passed"][0] == 3
    asked = len(server.bodies)
    assert asked == 4 + 4 + 1, "once per item and criterion, and once more where nothing could be read"
    assert all(body["response_format"]["type"] == "json_schema" for body in server.bodies[:3])
    lines = [each["details"]["criteria"] for each in reviews(tmp_path / "run")]
    assert lines[0][0]["sample"]["output"][0]["content"].startswith("{") and lines[0][1]["note"] == "kind"
    assert "outside of its range 1 to 10" in lines[2][0]["note"] and lines[2][0]["score"] == 11
    assert lines[3][0]["error"]["kind"] == "model_grader_parse_error" and lines[3][0]["score"] is None
    before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*.json*")}
    evaluate(config(tmp_path, server, given))
    assert len(server.bodies) == asked + 2, "only what has no result is asked again"
    assert {path: path.read_bytes() for path in before} == before


def test_a_server_without_structured_output_is_asked_in_words(tmp_path: Path) -> None:
    def plain(body: dict[str, Any]) -> dict[str, Any]:
        if "response_format" in body:
            return {"status": 400, "error": "response_format is not supported"}
        assert body["messages"][-1]["content"].startswith("Reply with one JSON object")
        return {"content": '```json\n{"result": 9}\n```'}

    with scripted(plain) as server:
        report = evaluate(config(tmp_path, server, [score_model()])).reports[0]
    assert {row["metric"]: row["score"] for row in report["metrics"]}["good"] == 9
    assert len(server.bodies) <= 8


def test_a_judge_that_fails_leaves_the_run_incomplete_and_is_asked_again(tmp_path: Path) -> None:
    with scripted(lambda body: {"status": 500}) as broken:
        found = evaluate(config(tmp_path, broken, [LABELS]))
        assert found.run.incomplete
    (first, *_) = reviews(tmp_path / "run")
    assert first["details"]["criteria"][0]["error"]["kind"] == "model_grader_server_error"
    assert first["verdict"] == "errored"


def test_cosine_asks_for_embeddings(tmp_path: Path) -> None:
    vectors = {"same": [1.0, 0.0], "other": [0.0, 2.0], "half": [1.0, 1.0]}

    def embed(body: dict[str, Any]) -> dict[str, Any]:
        found = [{"index": n, "embedding": vectors[text]} for n, text in enumerate(body["input"])]
        return {"raw": {"data": list(reversed(found))}}

    rows = [{"item": {"a": one, "b": other}} for one, other in [("same", "same"), ("same", "other"), ("same", "half")]]
    cosine = {"type": "text_similarity", "name": "near", "input": "{{item.a}}", "reference": "{{item.b}}"}
    cosine |= {"evaluation_metric": "cosine", "model": "embedder", "pass_threshold": 0.7}
    with scripted(embed) as server:
        data = write(tmp_path / "rows.jsonl", rows)
        given = EvalConfig(data=(data,), models=(), criteria=[cosine], run=tmp_path / "run", api_url=server.url)
        evaluate(given)
    scores = [each["score"]["near"] for each in reviews(tmp_path / "run")]
    assert scores == pytest.approx([1.0, 0.0, 0.5**0.5])


def test_one_grader_is_run_on_one_answer(server: ScriptedServer) -> None:
    done = run_grader(score_model(), {"n": 0}, "answer 0", api_url=server.url)
    assert done["reward"] == 8 and done["metadata"]["sampled_model_name"] == "judge"
    assert not any(done["metadata"]["errors"].values())
    code = "def grade(sample, item):\n    return sample['output_json']['x']"
    done = run_grader({"type": "python", "source": code}, None, '{"x": 0.25}')
    assert (done["reward"], done["metadata"]["type"]) == (0.25, "python")
    done = run_grader({"type": "python", "source": "def grade(sample, item):\n    return 1 / 0"}, {}, "x")
    assert done["reward"] == 0 and done["metadata"]["errors"]["python_grader_runtime_error"] is True
    assert "ZeroDivisionError" in done["metadata"]["errors"]["python_grader_runtime_error_details"]
    done = run_grader({**RIGHT, "reference": "{{item.missing}}"}, {}, "x")
    assert done["metadata"]["errors"]["invalid_variable_error"] is True
    both = {"a": RIGHT, "b": {**RIGHT, "operation": "ne"}}
    multi = {"type": "multi", "name": "m", "graders": both, "calculate_output": "2 * a + b / 4"}
    done = run_grader(multi, {"answer": "x"}, "x")
    assert (done["reward"], done["sub_rewards"]) == (2.0, {"a": 1.0, "b": 0.0})
