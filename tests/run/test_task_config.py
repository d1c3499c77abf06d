"""TaskConfig: EvalScope's names, with a sentence for every one that cannot be used."""

from __future__ import annotations

import asyncio
import json
import os
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from evalwright import JudgeStrategy, TaskConfig, run_task
from evalwright.constants import EvalType
from evalwright.constants import JudgeStrategy as Same
from evalwright.errors import EvalwrightError, UsageError
from evalwright.run.datasets import DataFile
from evalwright.run.sources import survey
from evalwright.tasks import make_task

from ..conftest import ROOT, Run, read_jsonl, write_jsonl
from .scripted import by_marker, scripted

MCQ = {"question": "Q?", "A": "x", "B": "y", "answer": "B"}


def test_the_constants_of_the_pages_scripts() -> None:
    assert Same is JudgeStrategy
    assert [str(one) for one in JudgeStrategy] == ["auto", "rule", "llm", "llm_recall"]
    assert EvalType.SERVICE == "openai_api"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"modle": "m"}, "there is no 'modle'. Did you mean 'model'"),
        ({"data_sets": []}, "Did you mean 'datasets'"),
        ({"eval_backend": "Native"}, "eval_backend means nothing here: there is one engine"),
        ({"judge": {}}, "use judge_strategy and judge_model_args"),
    ],
)
def test_a_field_that_means_nothing(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        TaskConfig(**given)


BASE = {"model": "m", "api_url": "http://127.0.0.1:9/v1", "datasets": ["general_mcq"]}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"dataset_args": {"general_mqc": {}}}, "Did you mean 'general_mcq'"),
        ({"dataset_args": {"general_mcq": {"subset_lst": ["t"]}}}, "Did you mean 'subset_list'"),
        ({"dataset_args": {"general_mcq": {"filters": {}}}}, "filters means nothing here"),
        ({"dataset_args": {"general_mcq": {"local_path": "no/such"}}}, "no such folder or file .*no/such"),
        ({"dataset_args": {"general_mcq": {}}}, "needs data"),
        ({"generation_config": {"temprature": 0}}, "Did you mean 'temperature'"),
        ({"datasets": ["general_qcm"]}, "Did you mean 'general_"),
        ({"datasets": []}, "no data"),
        ({"eval_type": "anthropic_api"}, "no eval_type"),
        ({"model": None}, "model is missing"),
        ({"rerun_review": True}, "use_cache"),
        ({"use_cache": "no/such/run"}, "no run directory"),
        ({"repeats": 0}, "repeats must be at least 1"),
        ({"api_key": "${NO_SUCH_VARIABLE_HERE}", "dataset_args": {"general_mcq": {"local_path": "."}}}, "is not set"),
    ],
)
def test_a_setting_that_cannot_be_used(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(EvalwrightError, match=complaint):
        run_task({**BASE, **given})


def test_a_missing_subset_lists_what_was_looked_for(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "example_val.jsonl", [MCQ])
    args = {"general_mcq": {"local_path": str(tmp_path), "subset_list": ["exmaple"]}}
    with pytest.raises(EvalwrightError, match=r"exmaple_val\.jsonl, exmaple_val\.csv.*there is example_val\.jsonl"):
        run_task({**BASE, "dataset_args": args})


@pytest.mark.parametrize("subset", ["../outside", "/etc/passwd", "a/b", "..", ""])
def test_a_subset_cannot_choose_a_path(tmp_path: Path, subset: str) -> None:
    (tmp_path / "data").mkdir()
    write_jsonl(tmp_path / "outside_val.jsonl", [MCQ])
    args = {"general_mcq": {"local_path": str(tmp_path / "data"), "subset_list": [subset]}}
    with pytest.raises(UsageError, match="no plain name"):
        run_task({**BASE, "dataset_args": args})


def test_names_from_data_choose_no_path_either(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ])
    with scripted(by_marker({}, {"content": "B"})) as server:
        run_task(
            {
                "model": "m",
                "model_id": "../../../../escaped",
                "api_url": server.url,
                "datasets": ["general_mcq"],
                "dataset_args": {"general_mcq": {"local_path": str(tmp_path), "name": "../../<img src=x>"}},
                "work_dir": str(tmp_path / "out"),
                "no_timestamp": True,
            }
        )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "t_val.jsonl"]
    assert not list(tmp_path.parent.glob("escaped*"))


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_settings_from_a_file_with_the_command_line_over_them(evalwright: Run, tmp_path: Path, ending: str) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [{**MCQ, "question": f"Q{n}?"} for n in range(6)])
    settings = {"datasets": ["general_mcq"], "dataset_args": {"general_mcq": {"local_path": str(tmp_path)}}, "limit": 4}
    with scripted(by_marker({}, {"content": "B"})) as server:
        text = json.dumps({**settings, "model": "m", "api_url": server.url})
        (tmp_path / f"task.{ending}").write_text(text)  # JSON is YAML
        done = evalwright("eval", "--config", f"task.{ending}", "--limit", "2", "-o", "run", "--json")
        assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["reports"][0]["num"] == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: &x [1]\nb: *x", "anchors"),
        ("a: 1\na: 2", "twice"),
        ("- 1", "dictionary"),
        ("a: [", "cannot be read"),
        ('a: !!python/object/apply:os.system ["touch marker"]', "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read(evalwright: Run, tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "task.yaml").write_text(text)
    done = evalwright("eval", "--config", "task.yaml")
    assert done.returncode == 2 and complaint in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and not (tmp_path / "marker").exists()


def test_a_large_file_is_surveyed_and_read_without_being_held(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        records = [{"query": f"{n} " + "x" * 2000, "response": "y"} for n in range(count)]
        path = write_jsonl(tmp_path / f"{count}.jsonl", records)
        tracemalloc.start()
        try:
            file = DataFile("general_qa", "t", path, make_task("general_qa", {}))
            source = survey(file, limit=None, copies=1, skip_bad_rows=False)
            assert sum(1 for _ in source.questions()) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # what is loaded and remembered once
    assert peak(4000) - peak(1000) < 3000 * 200, "bytes of a record, which has two thousand"


def test_the_same_fields_on_the_command_line(evalwright: Run, tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ])
    with scripted(by_marker({}, {"content": "B"})) as server:
        args = json.dumps({"general_mcq": {"local_path": str(tmp_path), "subset_list": ["t"]}})
        command = ["eval", "--datasets", "general_mcq", "--dataset-args", args, "-m", "m", "--api-url", server.url]
        done = evalwright(
            *command, "-o", "run", "--eval-batch-size", "2", "--fail-under", "0.9", "--metric", "AverageAccuracy"
        )
    assert done.returncode == 0, done.stderr
    assert "AverageAccuracy" in done.stdout


@pytest.mark.parametrize(
    "name", ["mcq/geography_val.jsonl", "mcq/science_val.csv", "qa/example.jsonl", "qa/open.jsonl", "fc/example.jsonl"]
)
def test_a_file_says_what_it_is(evalwright: Run, name: str) -> None:
    with scripted(by_marker({}, {"content": "答案是：B"})) as server:
        done = evalwright("eval", ROOT / "examples" / name, "-m", "m", "--api-url", server.url, "-o", "run", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)["reports"][0]
    assert report["dataset"] == {"mcq": "general_mcq", "qa": "general_qa", "fc": "general_fc"}[name[: name.index("/")]]
    assert report["num"] == len(read_rows(ROOT / "examples" / name))


def read_rows(path: Path) -> list[Any]:
    return path.read_text(encoding="utf-8").splitlines()[1:] if path.suffix == ".csv" else read_jsonl(path)


def test_scores_can_be_made_again_without_asking_anybody(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ])
    task: dict[str, Any] = {
        "model": "m",
        "datasets": ["general_mcq"],
        "dataset_args": {"general_mcq": {"local_path": str(tmp_path)}},
        "work_dir": str(tmp_path / "out"),
        "no_timestamp": True,
    }
    with scripted(by_marker({}, {"content": "B"})) as server:
        first = run_task({**task, "api_url": server.url})
        again = run_task({**task, "api_url": server.url, "use_cache": str(tmp_path / "out"), "rerun_review": True})
        assert len(server.bodies) == 1
    assert again == first


def test_an_edited_record_is_not_answered_from_the_cache(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ, {**MCQ, "question": "R?"}])
    with scripted(by_marker({}, {"content": "B"})) as server:
        task: dict[str, Any] = {
            "model": "m",
            "api_url": server.url,
            "datasets": ["general_mcq"],
            "dataset_args": {"general_mcq": {"local_path": str(tmp_path)}},
            "work_dir": str(tmp_path / "out"),
            "no_timestamp": True,
        }
        run_task(task)
        write_jsonl(tmp_path / "t_val.jsonl", [{**MCQ, "answer": "A"}, {**MCQ, "question": "R?"}])
        report = run_task({**task, "use_cache": str(tmp_path / "out")})["general_mcq"]
        assert len(server.bodies) == 3
    assert report["metrics"][0]["score"] == 0.5


def test_it_runs_inside_a_notebook_which_has_a_loop_of_its_own(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ])

    async def cell(url: str) -> dict[str, Any]:
        args = {"general_mcq": {"local_path": str(tmp_path)}}
        return run_task({**BASE, "api_url": url, "dataset_args": args, "work_dir": str(tmp_path / "out")})

    # In another thread: this one may have a loop from a browser test.
    with scripted(by_marker({}, {"content": "B"})) as server, ThreadPoolExecutor(1) as pool:
        made = pool.submit(lambda: asyncio.run(cell(server.url))).result()
    assert made["general_mcq"]["num"] == 1


def test_a_key_from_the_environment_is_sent_and_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TEST_KEY", "sk-canary-0123456789abcdef")
    write_jsonl(tmp_path / "t_val.jsonl", [MCQ])
    with scripted(by_marker({}, {"content": "B"})) as server:
        run_task(
            TaskConfig(
                model="m",
                api_url=server.url,
                api_key="${MY_TEST_KEY}",
                datasets=["general_mcq"],
                dataset_args={"general_mcq": {"local_path": str(tmp_path)}},
                work_dir=str(tmp_path / "out"),
            )
        )
    written = [path for path in tmp_path.rglob("*") if path.is_file() and b"canary" in path.read_bytes()]
    assert written == []
    assert "canary" not in repr(TaskConfig(api_key=os.environ["MY_TEST_KEY"]))
