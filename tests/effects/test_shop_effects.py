"""Grading by effect in the shop, as users do it: `grade --env`, `eval --env`, and what reports and comparisons say."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from benchmarks.effect_mutations import gold_call, graded, make_items, mutants

from tests.conftest import ROOT, Run, read_jsonl, write_jsonl

RETAIL = ROOT / "examples" / "retail"


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The items of twenty conversations, half of them in Chinese."""
    return make_items(tmp_path_factory.mktemp("items"), 20)


def answers(items: list[dict[str, Any]], calls: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """The gold answers, but for those that are given."""
    gold = {item["id"]: item["expected_output"]["tool_calls"] for item in items}
    return [{"id": key, "output_text": None, "output_tools": each} for key, each in {**gold, **(calls or {})}.items()]


def cancelling(items: list[dict[str, Any]]) -> dict[str, Any]:
    """For each look at an order that is pending, a call that cancels it."""
    made = {}
    for item in items:
        name, arguments = gold_call(item)
        if name == "get_order_details":
            cancel = {**arguments, "reason": "no longer needed"}
            made[item["id"]] = [{"function": {"name": "cancel_pending_order", "arguments": json.dumps(cancel)}}]
    return made


def test_every_mutation_has_the_effect_that_comparing_states_gives(items: list[dict[str, Any]], tmp_path: Path) -> None:
    made = list(mutants(items))
    assert graded(tmp_path, made) == [mutant.effect for mutant in made]
    assert {mutant.effect for mutant in made} >= {"harm", "refused", "same", "not_done", "harmless"}


def test_grade_names_the_effect_of_every_answer(evalwright: Run, items: list[dict[str, Any]], tmp_path: Path) -> None:
    write_jsonl(tmp_path / "items.jsonl", items)
    write_jsonl(tmp_path / "said.jsonl", answers(items, cancelling(items)))
    plain = evalwright("grade", "items.jsonl", "said.jsonl", "-o", "plain.jsonl")
    done = evalwright(
        "grade",
        "items.jsonl",
        "said.jsonl",
        "-o",
        "reviews.jsonl",
        "--env",
        "shop",
        "--effects",
        "done.jsonl",
        "--json",
    )
    assert (plain.returncode, done.returncode) == (0, 0), done.stderr
    rows = {row["metric"]: row for row in json.loads(done.stdout)["metrics"]}
    harm, effective = rows["harm"], rows["right_by_effect"]
    assert harm["num"] == len(items) and 0 < harm["score"] < 1 and harm["ci95"][0] < harm["score"] < harm["ci95"][1]
    assert effective["score"] == rows["next_call_exact"]["score"]
    reviews, executed = read_jsonl(tmp_path / "reviews.jsonl"), read_jsonl(tmp_path / "done.jsonl")
    counts = Counter(review["effect"] for review in reviews)
    assert counts["harm"] == round(harm["score"] * len(items)) and not counts["unknown"]
    harmful = next(review for review in reviews if review["effect"] == "harm")
    assert harmful["details"]["effect"]["why"].startswith("cancel_pending_order changed something")
    assert [each["id"] for each in executed] == [item["id"] for item in items]
    evidence = next(each for each in executed if each["effect"] == "harm")
    assert evidence["right"]["after"] == evidence["right"]["before"] != evidence["given"]["after"]
    assert json.loads(evidence["given"]["calls"][0]["content"])["status"] == "cancelled"
    for before, now in zip(read_jsonl(tmp_path / "plain.jsonl"), reviews, strict=True):
        assert before["score"].items() <= now["score"].items()  # a score stays what it is
        assert "effect" not in before and "effect" not in before["details"]


def test_rows_of_other_people_are_unknown_every_one(evalwright: Run, tmp_path: Path) -> None:
    assert evalwright("expand", RETAIL / "valid.jsonl", "-o", "items.jsonl").returncode == 0
    items = read_jsonl(tmp_path / "items.jsonl")
    for item in items:  # also where they say that they are of this shop
        item["environment"] = {"name": "shop", "seed": 0, "locale": "en"} if item["call_index"] % 2 else None
    write_jsonl(tmp_path / "theirs.jsonl", items)
    write_jsonl(tmp_path / "said.jsonl", answers(items))
    done = evalwright("grade", "theirs.jsonl", "said.jsonl", "-o", "reviews.jsonl", "--env", "shop")
    assert done.returncode == 0, done.stderr
    assert {review["effect"] for review in read_jsonl(tmp_path / "reviews.jsonl")} == {"unknown"}
    assert f"the effect of {len(items)} of {len(items)} answers is unknown" in done.stdout
    chinese = evalwright("grade", "theirs.jsonl", "said.jsonl", "--env", "shop", "--lang", "zh")
    assert "的效果未知" in chinese.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--env", "shopp"), "shop"), (("--effects", "e.jsonl"), "--env"), (("--env", "tools.json"), "tools.json")],
)
def test_what_cannot_be_meant_is_said(
    evalwright: Run, items: list[dict[str, Any]], tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    write_jsonl(tmp_path / "items.jsonl", items[:3])
    write_jsonl(tmp_path / "said.jsonl", answers(items[:3]))
    done = evalwright("grade", "items.jsonl", "said.jsonl", "-o", "reviews.jsonl", *arguments)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "reviews.jsonl").exists()


def test_a_run_holds_effects_and_compares_harm(evalwright: Run, items: list[dict[str, Any]], tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "items.jsonl", items)
    write_jsonl(tmp_path / "good.jsonl", answers(items))
    write_jsonl(tmp_path / "rash.jsonl", answers(items, cancelling(items)))
    asked = ("eval", data.name, "-m", "replay:good.jsonl", "-m", "replay:rash.jsonl", "-o", "run")
    assert evalwright(*asked).returncode == 0
    done = evalwright(*asked, "--env", "shop")  # adds to what is there, and asks nobody
    assert done.returncode == 0, done.stderr
    assert "| harm" in done.stdout and "| right_by_effect" in done.stdout
    first = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*.json*") if path.name != "config.json"}
    assert sum(path.parts[-3] == "effects" for path in first) == 2
    assert evalwright(*asked, "--env", "shop").returncode == 0
    assert {path: path.read_bytes() for path in first} == first
    refused = evalwright(*asked)
    assert refused.returncode == 2 and "env" in refused.stderr
    compared = evalwright("compare", "run", "--metric", "harm", "--json", "--max-regression", "0.001")
    comparison = json.loads(compared.stdout)["comparisons"][0]
    row = next(each for each in comparison["metrics"] if each["metric"] == "harm")
    assert row["lower_is_better"] and row["ci95"][0] > 0  # more harm, and more than chance
    assert comparison["outcome"] == "worse" and comparison["regression"] and compared.returncode == 1
    turned = evalwright("compare", "run", "--metric", "harm", "--models", "replay:rash", "replay:good")
    assert "replay:good is better than replay:rash" in turned.stdout
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "harm" in page and "right_by_effect" in page.replace("<wbr>", "")


def test_a_server_that_can_be_put_back_gives_the_same_effects(evalwright: Run, tmp_path: Path) -> None:
    evalwright("synth", "shop-mini", "-n", "6", "--seed", "3", "-o", "made", "--valid-share", "0")
    evalwright("expand", "made/train.jsonl", "-o", "items.jsonl")
    items = read_jsonl(tmp_path / "items.jsonl")
    look = next(item for item in items if gold_call(item)[0] == "get_order_details")
    send_back = next(item for item in items if gold_call(item)[0] == "return_delivered_order_items")
    other = {item["id"]: call_of("get_order_details", {"order_id": "#W0000000"}) for item in (look, send_back)}
    write_jsonl(tmp_path / "said.jsonl", answers(items, other | {items[0]["id"]: changing(send_back)}))
    found = []
    for env in ("shop-mini", f"mcp+stdio:{sys.executable} -m evalwright shop --mini --stdio --seed 3"):
        name = f"effects-{len(found)}.jsonl"
        evalwright("grade", "items.jsonl", "said.jsonl", "-o", f"r{name}", "--env", env, "--effects", name)
        found.append([each["effect"] for each in read_jsonl(tmp_path / name)])
    assert found[0] == found[1]
    assert {"same", "refused", "harm"} <= set(found[0])


def call_of(name: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"function": {"name": name, "arguments": json.dumps(arguments)}}]


def changing(item: dict[str, Any]) -> list[dict[str, Any]]:
    """What an item expects, where nobody asked for it."""
    return call_of(*gold_call(item))
