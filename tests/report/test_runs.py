"""Run directories read back: what they hold, and one clear line for what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalwright.errors import EvalwrightError, InputError, UsageError
from evalwright.report.runs import open_run

from .run_help import review, write_run


def test_a_run_gives_its_models_reviews_errors_and_metrics(tmp_path: Path) -> None:
    path = write_run(tmp_path / "r", {"base": [review("c#0", 1.0)], "tuned": []}, errors={"base": ["c#1"]})
    run = open_run(path)
    assert run.models == ["base", "tuned"]
    base, tuned = run.parts
    assert [each["id"] for each in base.read_reviews()] == ["c#0"]
    assert list(base.read_errors()) == [{"id": "c#1", "kind": "timeout", "message": "too late"}]
    assert list(tuned.read_reviews()) == []
    assert [metric.name for metric in run.metrics("base", "next_call")][:2] == ["next_call_score", "next_call_exact"]
    assert [report["model"] for report in run.reports()] == ["base", "tuned"]


def test_the_nearest_run_is_suggested(tmp_path: Path) -> None:
    write_run(tmp_path / "demo" / "run", {"base": []})
    write_run(tmp_path / "tuned-1", {"base": []})
    with pytest.raises(UsageError, match=r"no config.json.*Did you mean .*demo/run\?"):
        open_run(tmp_path / "demo")
    with pytest.raises(UsageError, match=r"is not there.*Did you mean .*tuned-1\?"):
        open_run(tmp_path / "tuned_1")
    with pytest.raises(UsageError, match="evalwright eval"):
        open_run(tmp_path / "none" / "at" / "all")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"models": 3}', '{"models": [1], "data": []}', "\udcff", "{" * 5000])
def test_a_config_that_is_none_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(InputError, match=r"config\.json"):
        open_run(tmp_path)


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"id": 3}'])
def test_a_damaged_review_is_named_by_file_and_line(tmp_path: Path, line: str) -> None:
    run = open_run(write_run(tmp_path / "r", {"base": [review("c#0", 1.0)]}))
    with run.parts[0].reviews.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(InputError, match="jsonl:2"):
        list(run.parts[0].read_reviews())


def test_a_run_that_was_stopped_says_how_to_go_on(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "r", {"base": []}))
    run.parts[0].reviews.unlink()
    with pytest.raises(EvalwrightError, match="goes on where it was"):
        list(run.parts[0].read_reviews())


def test_metrics_come_from_the_task_where_no_report_was_written(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "r", {"base": []}))
    written = run.metrics("base", "next_call")
    for path in tmp_path.glob("r/reports/*/*"):
        path.unlink()
    assert run.metrics("base", "next_call") == written
    with pytest.raises(UsageError, match="no reports"):
        run.reports()


def test_names_in_a_config_choose_no_path_outside_the_run(tmp_path: Path) -> None:
    path = write_run(tmp_path / "r", {"base": []})
    config = json.loads((path / "config.json").read_text())
    config["models"] = [{"name": "../../../../etc/passwd"}]
    (path / "config.json").write_text(json.dumps(config))
    assert open_run(path).parts[0].reviews.resolve().is_relative_to(path.resolve())
