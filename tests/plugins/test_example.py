"""`examples/plugin`, installed into an environment of its own, in every way that a user meets a package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, read_jsonl, write_jsonl

from .conftest import Plugged

EXAMPLE = ROOT / "examples" / "plugin"
SUMS = [{"id": f"s{number}", "sum": f"{number} + {number + 1}", "total": 2 * number + 1} for number in range(12)]


@pytest.fixture
def sums(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "sums.jsonl", SUMS)


def report_of(run: Path) -> Any:
    (path,) = run.glob("reports/*/*.json")
    return json.loads(path.read_text(encoding="utf-8"))


def scores(run: Path) -> dict[str, float]:
    return {row["metric"]: row["score"] for row in report_of(run)["metrics"]}


def test_the_example_is_short_and_imports_nothing_but_the_public_door() -> None:
    files = [EXAMPLE / "pyproject.toml", *EXAMPLE.rglob("*.py")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 130
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert "from evalwright import" in text and "from evalwright." not in text


def test_a_task_by_name_and_a_bare_file_that_it_recognises(plugged: Plugged, tmp_path: Path, sums: Path) -> None:
    named = plugged("eval", sums, "--task", "sums", "-m", "abacus:0", "-o", "named")
    assert named.returncode == 0, named.stderr
    assert scores(tmp_path / "named") == {"sum_right": 1.0, "closeness": 1.0}
    bare = plugged("eval", sums, "-m", "abacus:1", "-o", "bare")
    assert bare.returncode == 0, bare.stderr
    assert scores(tmp_path / "bare") == {"sum_right": 0.0, "closeness": 0.5}
    assert report_of(tmp_path / "bare")["dataset"] == "sums"


def test_a_task_as_data_set_with_its_own_options(plugged: Plugged, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write_jsonl(folder / "easy_test.jsonl", SUMS[:4])
    write_jsonl(folder / "hard_test.jsonl", SUMS[4:])
    told = {"sums": {"local_path": "data", "subset_list": ["easy"], "prompt": "Add 100 to {sum}"}}
    run = plugged("eval", "--datasets", "sums", "--dataset-args", json.dumps(told), "-m", "abacus:0", "-o", "run")
    assert run.returncode == 0, run.stderr
    assert scores(tmp_path / "run")["sum_right"] == 0.0  # the prompt was used
    assert report_of(tmp_path / "run")["metrics"][0]["num"] == 4
    told["sums"]["promt"] = "?"
    misspelt = plugged("eval", "--datasets", "sums", "--dataset-args", json.dumps(told), "-m", "abacus:0")
    assert misspelt.returncode == 2 and "'prompt'" in misspelt.stderr
    told["sums"] |= {"prompt": 3}
    del told["sums"]["promt"]
    mistyped = plugged("eval", "--datasets", "sums", "--dataset-args", json.dumps(told), "-m", "abacus:0")
    assert mistyped.returncode == 2 and "`prompt` must be of type str" in mistyped.stderr


def test_run_task_takes_the_task_and_the_scorer(plugged: Plugged, sums: Path) -> None:
    made = plugged(
        code="from evalwright import TaskConfig, run_task\n"
        "told = dict(model='abacus:0', datasets=['sums'], dataset_args={'sums': {'local_path': 'sums.jsonl'}})\n"
        "found = run_task(TaskConfig(**told, scorers=['brevity'], work_dir='out', no_timestamp=True))\n"
        "rows = {row['metric']: row['score'] for row in found['sums']['metrics']}\n"
        "assert rows == {'sum_right': 1.0, 'closeness': 1.0, 'brevity': 1.0}, rows\n"
        "planned = run_task(TaskConfig(**told, dry_run=True, work_dir='never', no_timestamp=True))\n"
        "assert planned['sums']['plans'][0]['requests'] == 12\n"
    )
    assert made.returncode == 0, made.stderr
    assert not Path(sums.parent, "never").exists()


def test_a_threshold_on_its_metrics(plugged: Plugged, sums: Path) -> None:
    command = ("eval", sums, "-m", "abacus:1", "-o", "run", "--fail-under", "0.4")
    assert plugged(*command, "--metric", "closeness").returncode == 0
    missed = plugged(*command)
    assert missed.returncode == 1 and "sum_right" in missed.stderr  # its first rate is what it is judged by
    unknown = plugged(*command, "--metric", "sum_rigth")
    assert unknown.returncode == 2 and "sum_right" in unknown.stderr
    percent = plugged("eval", sums, "-m", "abacus:1", "-o", "run", "--fail-under", "40", "--metric", "closeness")
    assert percent.returncode == 2 and "0.40" in percent.stderr


def test_report_and_compare_read_its_runs(plugged: Plugged, tmp_path: Path, sums: Path) -> None:
    for error in ("0", "1"):
        assert plugged("eval", sums, "-m", f"abacus:{error}", "-o", f"run{error}").returncode == 0
    shown = plugged("report", "run1", "-o", "run.html", "--markdown", "run.md")
    assert shown.returncode == 0, shown.stderr
    assert "sum_right" in (tmp_path / "run.md").read_text(encoding="utf-8")
    assert "1 was due, 1 off" in (tmp_path / "run.html").read_text(encoding="utf-8")
    compared = plugged("compare", "run1", "run0", "--json")
    assert compared.returncode == 0, compared.stderr
    (found,) = json.loads(compared.stdout)["comparisons"]
    assert (found["task"], found["metric"], found["num"]) == ("sums", "sum_right", 12)
    by_metric = plugged("compare", "run1", "run0", "--metric", "closeness")
    assert by_metric.returncode == 0 and "closeness" in by_metric.stdout


def test_a_bad_row_is_named_by_its_line(plugged: Plugged, tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "bad.jsonl", [*SUMS[:2], {"id": "x", "sum": "1 + 1", "total": "two"}])
    refused = plugged("eval", data, "-m", "abacus:0", "-o", "run")
    assert refused.returncode == 2
    assert "bad.jsonl:3" in refused.stderr and "`total` must be a whole number" in refused.stderr


def test_its_scorer_on_a_task_of_ours_and_on_an_old_run(plugged: Plugged, tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "qa.jsonl", [{"id": "q", "query": "Why 1 and 2?", "response": "3"}])
    command = ("eval", data, "-m", "abacus:0", "-o", "run")
    assert plugged(*command).returncode == 0
    assert "brevity" not in scores(tmp_path / "run")
    (journal,) = (tmp_path / "run").glob("predictions/*/*.jsonl")
    before = journal.read_bytes()
    more = plugged(*command, "--scorers", "brevity,exact_match", "--fail-under", "1", "--metric", "brevity")
    assert more.returncode == 0, more.stderr
    assert journal.read_bytes() == before  # nothing was asked again
    found = scores(tmp_path / "run")
    assert found["brevity"] == found["exact_match"] == 1.0 and "Rouge-L-F" in found
    (reviews,) = (tmp_path / "run").glob("reviews/*/*.jsonl")
    (review,) = read_jsonl(reviews)
    assert review["score"]["brevity"] == 1.0 and review["details"]["scorers"] == {"brevity": "1 words"}
    compared = plugged("compare", "run", "run", "--metric", "brevity")
    assert compared.returncode == 0, compared.stderr
    fewer = plugged(*command)
    assert fewer.returncode == 2 and "scorers" in fewer.stderr


def test_a_misspelt_name_is_answered_with_the_nearest(plugged: Plugged, sums: Path) -> None:
    for arguments, nearest in (
        (("--task", "sum", "-m", "abacus:0"), "'sums'"),
        (("--scorers", "brevty", "-m", "abacus:0"), "'brevity'"),
    ):
        refused = plugged("eval", sums, *arguments, "-o", "run")
        assert refused.returncode == 2 and nearest in refused.stderr
        assert len(refused.stderr.splitlines()) == 1
