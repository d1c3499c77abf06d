"""compare, plan and report as a user meets them, on runs that `eval` made."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from evalwright.run import EvalConfig, evaluate
from evalwright.workbench import expand_file

from ..conftest import ROOT, Run, read_jsonl, write_jsonl

RETAIL = ROOT / "examples" / "retail"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two baselines in demo/run, and a run each of gold and of spoilt answers to the same items."""
    folder = tmp_path_factory.mktemp("runs")
    items = folder / "demo" / "eval.jsonl"
    expand_file(RETAIL / "valid.jsonl", items)
    baselines = [f"baseline:{which}:{RETAIL / 'train.jsonl'}" for which in ("majority", "bigram")]
    evaluate(EvalConfig(data=(str(items),), models=tuple(baselines), run=folder / "demo" / "run"))
    for name, spoilt in (("gold", 0), ("spoilt", 3)):
        samples = [_sample(item, wrong=spoilt and place % spoilt == 0) for place, item in enumerate(read_jsonl(items))]
        captured = write_jsonl(folder / f"{name}.jsonl", samples)
        evaluate(EvalConfig(data=(str(items),), models=(f"replay:{captured}",), run=folder / "runs" / name))
    return folder


@pytest.fixture
def inside(evalwright: Run, runs: Path) -> Run:
    """The command line, in that folder."""
    return partial(evalwright, cwd=runs)


def _sample(item: dict[str, Any], wrong: bool | int) -> dict[str, Any]:
    calls = [] if wrong else item["expected_output"]["tool_calls"]
    return {"id": item["id"], "output_text": None, "output_tools": calls}


def test_two_models_of_one_run(inside: Run, runs: Path) -> None:
    done = inside("compare", "demo/run")
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert first.startswith("baseline:bigram is better than baseline:majority by ")
    assert "16 conversations, 81 items" in first and "this data could have shown" in first
    for part in ("By metric", "By tool", "By position", "By verdict", "Fixed: ", "p (Holm)", "expected "):
        assert part in done.stdout
    back = inside("compare", "demo/run", "--models", "baseline:bigram", "baseline:majority", "--lang", "zh")
    assert back.stdout.startswith("baseline:majority 比 baseline:bigram 差 ")


def test_two_runs_and_the_exit_code_of_a_regression(inside: Run, runs: Path) -> None:
    worse = inside("compare", "runs/gold", "runs/spoilt", "--max-regression", "0.02", "--json")
    assert worse.returncode == 1
    document = json.loads(worse.stdout)
    assert document["regression"] and document["comparisons"][0]["outcome"] == "worse"
    assert "regression: " in worse.stderr
    assert document["comparisons"][0]["counts"]["broken"] == 27
    for args in (("runs/spoilt", "runs/gold"), ("runs/gold", "runs/gold")):
        assert inside("compare", *args, "--max-regression", "0").returncode == 0
    assert inside("compare", "runs/gold", "runs/spoilt").returncode == 0


def test_the_same_model_is_not_told_apart_from_itself(inside: Run, runs: Path) -> None:
    done = inside("compare", "runs/gold", "runs/gold")
    assert done.stdout.startswith("no difference shown: ")
    assert "fixed 0, broken 0, both right 81" in done.stdout


def test_other_items_are_refused(inside: Run, runs: Path) -> None:
    items = read_jsonl(runs / "demo" / "eval.jsonl")
    write_jsonl(runs / "fewer.jsonl", items[1:])
    assert inside("eval", "fewer.jsonl", "-m", "replay:gold.jsonl", "-o", "runs/fewer").returncode == 0
    done = inside("compare", "runs/gold", "runs/fewer")
    assert done.returncode == 2
    assert f"no item '{items[0]['id']}'" in done.stderr and len(done.stderr.splitlines()) == 1
    done = inside("compare", "runs/golf", "runs/fewer")
    assert done.returncode == 2 and "Did you mean runs/gold?" in done.stderr


def test_the_same_bytes_on_every_run(inside: Run, runs: Path) -> None:
    made = []
    for seed in ("1", "2"):
        args = ("--json", "--markdown", f"{seed}.md", "--junit", f"{seed}.xml")
        done = inside("compare", "demo/run", *args, env={"PYTHONHASHSEED": seed})
        made.append([done.stdout, (runs / f"{seed}.md").read_bytes(), (runs / f"{seed}.xml").read_bytes()])
    assert made[0] == made[1]
    assert ET.fromstring(made[0][2])[0].get("failures") == "0"


def test_planning_from_two_models_or_one(inside: Run, runs: Path) -> None:
    done = inside("plan", "demo/run", "--delta", "0.03", "--power", "0.8", "--json")
    assert done.returncode == 0, done.stderr
    two = json.loads(done.stdout)
    assert two["correlation"] is None and two["conversations"] > 16
    assert two["items"] == pytest.approx(two["conversations"] * 81 / 16, abs=1)
    same = inside("plan", "demo/run", "--delta", str(two["pilot"]["detectable"]), "--json")
    assert json.loads(same.stdout)["conversations"] in (16, 17)
    one = inside("plan", "runs/spoilt")
    assert one.stdout.startswith("To show 3.0 points on next_call_exact with power 0.8: ")
    assert "correlated by 0.5" in one.stdout
    both = inside("plan", "runs/spoilt", "--against", "runs/gold", "--lang", "zh")
    assert both.stdout.startswith("要以 0.8 的功效") and "0.5" not in both.stdout
    assert inside("plan", "demo/run", "--delta", "2").returncode == 2


def test_the_report_again_in_other_forms(inside: Run, runs: Path) -> None:
    forms = ("--junit", "r.xml", "--markdown", "r.md", "--csv", "r.csv")
    done = inside("report", "runs/spoilt", *forms)
    assert done.returncode == 0, done.stderr
    assert "next_call_exact" in done.stdout and "95% CI" in done.stdout
    root = ET.parse(runs / "r.xml").getroot()
    assert sum(int(suite.get("failures", "")) for suite in root) == 27
    assert sum(int(suite.get("tests", "")) for suite in root) == 81
    assert "| replay:spoilt | next_call | next_call_exact | eval | 81 | 0.6667 |" in (runs / "r.md").read_text()
    with (runs / "r.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 81 and sum(float(row["next_call_exact"]) for row in rows) == 54
    again = inside("report", "runs/spoilt", "--json")
    stored = next((runs / "runs" / "spoilt" / "reports").rglob("*.json")).read_text()
    written = json.loads(stored)
    assert len(written.pop("crc")) == 8 and json.loads(again.stdout)["reports"] == [written]
    assert inside("report", "runs").returncode == 2
