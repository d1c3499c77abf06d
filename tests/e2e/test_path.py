"""The whole path as a user walks it: demo, expand, eval, grade, grader, thresholds, resuming, from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.rundir import RunDir

from ..conftest import ROOT, Run, read_jsonl, write_jsonl

RETAIL = ROOT / "examples" / "retail"


def gold_samples(items: Path, samples: Path, change: dict[str, Any] | None = None) -> Path:
    """The gold answers as a samples file; `change` alters the calls of the items it names."""
    rows = []
    for item in read_jsonl(items):
        calls = json.loads(json.dumps(item["expected_output"]["tool_calls"]))
        if change and item["id"] in change:
            arguments = json.loads(calls[0]["function"]["arguments"])
            arguments.update(change[item["id"]])
            calls[0]["function"]["arguments"] = json.dumps(arguments)
        rows.append({"id": item["id"], "output_text": None, "output_tools": calls})
    return write_jsonl(samples, rows)


def test_the_demo_shows_two_models_with_intervals_and_where_the_report_lies(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("demo")
    assert done.returncode == 0, done.stderr
    for part in (
        "baseline:majority",
        "baseline:bigram",
        "next_call_exact",
        "95% CI",
        "Report: outputs/demo/run/report.html",
    ):
        assert part in done.stdout
    reports = [json.loads(path.read_text()) for path in tmp_path.glob("outputs/demo/run/reports/*/*")]
    score = {report["model"]: report["metrics"][1] for report in reports}
    assert score["baseline:bigram"]["score"] > score["baseline:majority"]["score"]
    for row in score.values():
        assert row["metric"] == "next_call_exact" and row["ci95"][0] < row["score"] < row["ci95"][1]
    assert "rows, every call executed again: as it was written" in done.stdout
    assert "baseline:bigram is better than baseline:majority by " in done.stdout


def test_two_runs_give_the_same_bytes(evalwright: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert evalwright("demo", "-o", name, env={"PYTHONHASHSEED": str(len(name) + ord(name))}).returncode == 0
    made = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*.json*"))
    assert len(made) == 11
    for path in made:
        if path.name != "config.json":  # holds the path of the items
            assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes(), path


def test_items_and_samples_in_chinese_paths_and_by_standard_input(evalwright: Run, tmp_path: Path) -> None:
    folder = tmp_path / "中文 目录"
    folder.mkdir()
    text = (RETAIL / "valid.jsonl").read_text(encoding="utf-8")
    done = evalwright("expand", "-", "-o", folder / "题目.jsonl", input=text)
    assert done.returncode == 0, done.stderr
    to_stdout = evalwright("expand", RETAIL / "valid.jsonl", "-o", "-")
    assert to_stdout.stdout == (folder / "题目.jsonl").read_text(encoding="utf-8")
    done = evalwright(
        "eval", folder / "题目.jsonl", "-m", f"baseline:bigram:{RETAIL / 'train.jsonl'}", "-o", folder / "运行"
    )
    assert done.returncode == 0, done.stderr
    assert len(list(folder.rglob("next_call_题目.jsonl"))) == 2


@pytest.fixture
def items(evalwright: Run, tmp_path: Path) -> Path:
    assert evalwright("expand", RETAIL / "valid.jsonl", "-o", "items.jsonl").returncode == 0
    return tmp_path / "items.jsonl"


@pytest.mark.parametrize(("threshold", "code"), [("0.2", 0), ("0.99", 1)])
def test_a_threshold_decides_the_exit_code(evalwright: Run, items: Path, threshold: str, code: int) -> None:
    model = f"baseline:bigram:{RETAIL / 'train.jsonl'}"
    done = evalwright("eval", items, "-m", model, "-o", "run", "--fail-under", threshold)
    assert done.returncode == code, done.stderr
    assert ("is below 0.99" in done.stderr) == bool(code)


def test_a_second_eval_of_the_same_run_answers_from_what_is_there(evalwright: Run, items: Path, tmp_path: Path) -> None:
    samples = gold_samples(items, tmp_path / "samples.jsonl")
    first = evalwright("eval", items, "-m", f"replay:{samples}", "-o", "run", "--json")
    assert first.returncode == 0, first.stderr
    files = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*.json*")}
    again = evalwright("eval", items, "-m", f"replay:{samples}", "-o", "run", "--json")
    assert again.stdout == first.stdout
    assert {path: path.read_bytes() for path in (tmp_path / "run").rglob("*.json*")} == files


def test_a_sample_that_is_missing_is_an_error_and_not_a_wrong_answer(
    evalwright: Run, items: Path, tmp_path: Path
) -> None:
    samples = gold_samples(items, tmp_path / "samples.jsonl")
    kept = samples.read_text().splitlines(keepends=True)
    samples.write_text("".join(kept[:-2]))
    for command in (["eval", items, "-m", f"replay:{samples}", "-o", "run"], ["grade", items, samples]):
        done = evalwright(*command, "--json")
        assert done.returncode == 3, done.stderr
        document = json.loads(done.stdout)
        report = document.get("reports", [document])[0]
        assert report["errors"] == 2 and report["error_kinds"] == {"missing_sample": 2}
        exact = report["metrics"][1]
        assert exact["score"] == 1.0
        assert exact["score_if_errors_wrong"] == pytest.approx((len(kept) - 2) / len(kept), abs=1e-6)
        assert "incomplete" in done.stderr


def test_limit_asks_the_first_items_and_later_runs_keep_their_answers(
    evalwright: Run, items: Path, tmp_path: Path
) -> None:
    model = f"baseline:bigram:{RETAIL / 'train.jsonl'}"
    evalwright("eval", items, "-m", model, "-o", "run")
    reviews = RunDir(tmp_path / "run").reviews("baseline:bigram", "next_call", "items")
    whole = reviews.read_bytes()
    fewer = ("eval", items, "-m", model, "-o", "run", "--limit", "5", "--json")
    assert evalwright(*fewer).returncode == 2, "it would replace scores over more items"
    done = evalwright(*fewer, "--replace")
    assert json.loads(done.stdout)["reports"][0]["num"] == 5
    kept = read_jsonl(RunDir(tmp_path / "run").predictions("baseline:bigram", "next_call", "items"))
    assert len(kept) == len(read_jsonl(items))
    evalwright("eval", items, "-m", model, "-o", "run")
    assert reviews.read_bytes() == whole


def test_several_files_are_subsets_that_are_pooled(evalwright: Run, items: Path, tmp_path: Path) -> None:
    lines = items.read_text(encoding="utf-8").splitlines(keepends=True)
    for folder, part in (("one", lines[:20]), ("two", lines[20:])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "part.jsonl").write_text("".join(part), encoding="utf-8")
    model = f"baseline:bigram:{RETAIL / 'train.jsonl'}"
    done = evalwright("eval", "one/part.jsonl", "two/part.jsonl", "-m", model, "-o", "run", "--json")
    assert done.returncode == 0, done.stderr
    rows = [row for row in json.loads(done.stdout)["reports"][0]["metrics"] if row["metric"] == "next_call_exact"]
    assert [(row["subset"], row["num"]) for row in rows] == [("part", 20), ("part-2", 61), ("OVERALL", 81)]
    pooled = (rows[0]["score"] * 20 + rows[1]["score"] * 61) / 81
    assert rows[2]["score"] == pytest.approx(pooled, abs=1e-6)


def test_unreadable_gold_is_reported_and_never_scored(evalwright: Run, items: Path, tmp_path: Path) -> None:
    records = read_jsonl(items)[:3]
    records[1]["expected_output"]["tool_calls"][0]["function"]["arguments"] = '{"a": '
    write_jsonl(tmp_path / "odd.jsonl", records)
    model = f"baseline:bigram:{RETAIL / 'train.jsonl'}"
    done = evalwright("eval", "odd.jsonl", "-m", model, "-o", "run", "--json")
    report = json.loads(done.stdout)["reports"][0]
    assert (report["num"], report["invalid"]) == (2, 1)
    assert report["invalid_items"][0]["id"] == records[1]["id"]


GRADERS = {
    "good": ("def grade(sample, item):\n    print('noise')\n    return 0.5", 0.5, 0),
    "raising": ("def grade(sample, item):\n    raise KeyError('x')", None, 3),
    "not a number": ("def grade(sample, item):\n    return 'good'", None, 3),
    "out of range": ("def grade(sample, item):\n    return 2.0", None, 3),
    "leaving": ("import os\ndef grade(sample, item):\n    os._exit(0)", None, 3),
    "eating memory": ("def grade(sample, item):\n    return len('x' * 10**11)", None, 3),
}


@pytest.mark.parametrize("name", GRADERS)
def test_a_grader_of_the_users_own(evalwright: Run, items: Path, tmp_path: Path, name: str) -> None:
    source, score, code = GRADERS[name]
    (tmp_path / "mine.py").write_text(source)
    few = write_jsonl(tmp_path / "few.jsonl", read_jsonl(items)[:3])
    samples = gold_samples(few, tmp_path / "samples.jsonl")
    done = evalwright("grade", few, samples, "--grader", "mine.py", "--json")
    assert done.returncode == code, done.stderr
    report = json.loads(done.stdout)
    assert report["metrics"][0]["metric"] == "grader_score" and report["metrics"][0]["score"] == score
    assert report["errors"] == (0 if score is not None else 3)


def test_our_grader_as_a_file_is_a_grader_like_any_other(evalwright: Run, items: Path, tmp_path: Path) -> None:
    done = evalwright("grader", "-o", "grader.py")
    assert done.returncode == 0 and (tmp_path / "grader.py").stat().st_size < 256_000
    samples = gold_samples(items, tmp_path / "samples.jsonl", {read_jsonl(items)[0]["id"]: {"email": "x"}})
    ours = json.loads(evalwright("grade", items, samples, "--json").stdout)["metrics"][0]
    same = json.loads(evalwright("grade", items, samples, "--grader", "grader.py", "--json").stdout)["metrics"][0]
    assert ours["score"] == same["score"] < 1


@pytest.mark.parametrize("source", ["def other(): pass", "1 +", "raise SystemExit(3)"])
def test_a_file_that_is_no_grader(evalwright: Run, items: Path, tmp_path: Path, source: str) -> None:
    (tmp_path / "bad.py").write_text(source)
    done = evalwright("grade", items, gold_samples(items, tmp_path / "samples.jsonl"), "--grader", "bad.py")
    assert done.returncode == 2 and "cannot be used as a grader" in done.stderr


def test_the_same_from_python(tmp_path: Path) -> None:
    from evalwright import EvalConfig, evaluate, expand_file

    expand_file(RETAIL / "valid.jsonl", tmp_path / "eval.jsonl")
    evaluation = evaluate(
        EvalConfig(
            data=(str(tmp_path / "eval.jsonl"),),
            models=(f"baseline:majority:{RETAIL / 'train.jsonl'}",),
            run=tmp_path / "run",
        )
    )
    assert evaluation.reports[0]["num"] == 81 and not evaluation.run.incomplete
