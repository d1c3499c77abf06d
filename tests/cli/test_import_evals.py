"""An exported run of hosted evals becomes a run directory: old grades kept, graded again, compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main

CRITERION = {
    "id": "exact-1",
    "type": "string_check",
    "name": "exact",
    "input": "{{sample.output_text}}",
    "reference": "{{item.answer}}",
    "operation": "eq",
}


def run(*arguments: str | Path) -> Any:
    with pytest.raises(SystemExit) as ended:
        main([str(each) for each in arguments])
    return ended.value.code


def dashboard(path: Path) -> Path:
    """The dashboard's export: the grader was wrong about the fourth answer."""
    rows = [
        {
            "run_id": "evalrun_1",
            "data_source_idx": number,
            "item": {"question": f"{number} + {number}?", "answer": str(2 * number)},
            "sample": {
                "outputs": [{"role": "assistant", "content": str(2 * number)}],
                "finish_reason": "stop",
                "token_usage": {"total_tokens": 5, "prompt_tokens": 3, "completion_tokens": 2},
            },
            "grades": {"exact": float(number != 3), "closeness": 0.25 * number},
            "passes": {"exact": number != 3, "closeness": number > 2},
        }
        for number in range(6)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def api_dump(path: Path) -> Path:
    """What the API's objects are: an eval, a run and a page of output items."""
    items = [
        {
            "object": "eval.run.output_item",
            "id": f"outputitem_{number}",
            "run_id": "evalrun_2",
            "datasource_item_id": number,
            "datasource_item": {"question": f"{number} + {number}?", "answer": str(2 * number)},
            "results": [{"name": "exact-1", "score": 1.0, "passed": True}],
            "sample": {
                "output": [{"role": "assistant", "content": str(2 * number)}],
                "model": "gpt-x",
                "finish_reason": "stop",
            },
        }
        for number in range(4)
    ]
    rows = [
        {"object": "eval", "id": "eval_1", "testing_criteria": [CRITERION]},
        {"object": "eval.run", "id": "evalrun_2", "model": "gpt-x", "name": "nightly"},
        {"object": "list", "data": items, "has_more": False},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def metrics(place: Path, model: str) -> dict[str, float]:
    (document,) = (place / "reports" / model).glob("*.json")
    return {row["metric"]: row["score"] for row in json.loads(document.read_text(encoding="utf-8"))["metrics"]}


def test_the_dashboard_s_export_is_a_run_that_can_be_graded_again_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    assert run("import", "openai-evals", dashboard(tmp_path / "export.jsonl"), "-o", old) == 0
    assert "6 answers of evalrun_1 with the grades of exact, closeness" in capsys.readouterr().out
    kept = metrics(old, "evalrun_1")
    assert kept["exact"] == pytest.approx(5 / 6) and kept["closeness"] == pytest.approx(0.625)
    assert kept["closeness_passed"] == pytest.approx(0.5)
    (tmp_path / "criteria.json").write_text(json.dumps([CRITERION]), encoding="utf-8")
    (rows,) = (old / "data").glob("*.jsonl")
    assert run("eval", rows, "--criteria", tmp_path / "criteria.json", "-o", new) == 0
    capsys.readouterr()
    assert run("compare", old, new, "--metric", "exact", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    (compared,) = document["comparisons"]
    assert compared["num"] == 6 and compared["metrics"][0]["difference"] == pytest.approx(1 / 6, abs=1e-5)
    assert run("report", old) == 0


def test_dumps_of_the_api_bring_their_criteria_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "run"
    assert run("import", api_dump(tmp_path / "dump.jsonl"), "-o", place) == 0
    assert metrics(place, "gpt-x") == {"exact": 1.0, "criteria_passed": 1.0}
    assert json.loads((place / "testing_criteria.json").read_text(encoding="utf-8")) == [CRITERION]
    assert "testing_criteria.json" in capsys.readouterr().out


def test_several_runs_are_a_directory_each(tmp_path: Path) -> None:
    files = dashboard(tmp_path / "export.jsonl"), api_dump(tmp_path / "dump.jsonl")
    assert run("import", "openai-evals", *files, "-o", tmp_path / "runs") == 0
    assert sorted(each.name for each in (tmp_path / "runs").iterdir()) == ["evalrun_1", "nightly"]


def test_what_is_no_export_is_said_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = dashboard(tmp_path / "export.jsonl")
    with broken.open("a", encoding="utf-8") as stream:
        stream.write('{"object": "eval.run.output_item", "id": "x"}\n')
    assert run("import", "openai-evals", broken, "-o", tmp_path / "run") == 2
    assert "export.jsonl:7" in capsys.readouterr().err and not (tmp_path / "run").exists()
    assert run("import", "openai-evals", broken, "-o", tmp_path / "run", "--skip-bad-rows") == 0
    assert run("import", "openai-evals", broken) == 2
    assert "-o RUN" in capsys.readouterr().err
