"""Comparisons: what is paired and what refused, the counts, the breakdowns, the sentence, the regression."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import EvalwrightError, UsageError
from evalwright.report.compare import compare_models
from evalwright.report.compare_words import SHOWN, regression_lines, render_comparison, sentence
from evalwright.report.model_pairs import matches
from evalwright.report.runs import open_run

from .run_help import review, write_run

Reviews = list[dict[str, Any]]


def conversations(scores: list[list[float]]) -> Reviews:
    """Reviews by conversation and call."""
    return [review(f"c{c}#{k}", score) for c, calls in enumerate(scores) for k, score in enumerate(calls)]


def both(tmp_path: Path, a: Reviews, b: Reviews, **more: Any) -> Any:
    """The one comparison of two models of one run."""
    run = open_run(write_run(tmp_path / "run", {"base": a, "tuned": b}))
    return compare_models(matches([run]), **more)["comparisons"][0]


def simulated(seed: int, chance: float, better: float = 0.0, count: int = 60) -> tuple[Reviews, Reviews]:
    """Two models on the same conversations; the second gets right so many more of what the first gets wrong."""
    source = random.Random(seed)
    first = [[float(source.random() < chance) for _ in range(source.randint(1, 5))] for _ in range(count)]
    second = [[max(score, float(source.random() < better)) for score in calls] for calls in first]
    return conversations(first), conversations(second)


def independent(seed: int, chance: float) -> tuple[Reviews, Reviews]:
    """Two equally good models that have nothing to do with each other."""
    source = random.Random(seed)
    sizes = [source.randint(1, 5) for _ in range(60)]
    first, second = ([[float(source.random() < chance) for _ in range(size)] for size in sizes] for _ in range(2))
    return conversations(first), conversations(second)


def test_pairs_are_fixed_broken_both_right_or_both_wrong(tmp_path: Path) -> None:
    a = conversations([[1.0, 0.5], [0.0, 1.0], [0.5, 1.0]])
    b = conversations([[1.0, 1.0], [0.5, 0.0], [1.0, 1.0]])
    found = both(tmp_path, a, b)
    assert found["counts"] == {"fixed": 2, "broken": 1, "both_right": 2, "both_wrong": 1}
    assert [item["id"] for item in found["fixed"]] == ["c0#1", "c2#0"]
    assert found["broken"] == [
        {
            **{"id": "c1#1", "subset": "eval", "tool": "find_order", "position": 1},
            **{"verdict_a": "exact", "verdict_b": "wrong_tool"},
            **{"reason_a": "because of c1#1", "reason_b": "because of c1#1"},
        }
    ]
    assert {(row["a"], row["b"]): row["num"] for row in found["verdict"]}[("wrong_arguments", "exact")] == 2
    assert [(row["position"], row["fixed"], row["broken"]) for row in found["position"]] == [(0, 1, 0), (1, 1, 1)]
    scores = {row["metric"]: (row["score_a"], row["score_b"]) for row in found["metrics"]}
    assert scores["next_call_score"] == (pytest.approx(4 / 6, abs=1e-6), 0.75)


def test_a_known_effect_is_said_and_equal_models_are_not_told_apart(tmp_path: Path) -> None:
    better = both(tmp_path / "x", *simulated(1, 0.6, 0.4))
    assert better["outcome"] == "better" and better["p_holm"] < 0.001
    words = sentence(better)
    assert words.startswith("tuned is better than base by ")
    assert "on next_call_exact (p < 0.001, 60 conversations, " in words
    assert words.endswith("points or more.")
    equal = both(tmp_path / "y", *independent(2, 0.6))
    assert equal["outcome"] == "no_difference"
    assert sentence(equal).startswith("no difference shown: tuned against base is ")
    assert sentence(equal, "zh").startswith("未显示出差异：")
    assert sentence(better, "zh").startswith("tuned 比 base 好 ")


def test_worse_is_said_with_numbers_that_are_not_negative(tmp_path: Path) -> None:
    a, b = simulated(1, 0.6, 0.4)
    found = both(tmp_path, b, a)
    assert sentence(found).startswith("tuned is worse than base by ")
    assert "-" not in sentence(found).split(" on ")[0]
    row = found["metrics"][1]
    assert row["difference"] < 0 and row["ci95"][1] < 0


@pytest.mark.parametrize(("limit", "fails"), [(0.0, True), (0.02, True), (0.9, False)])
def test_a_regression_must_be_shown_and_larger_than_allowed(tmp_path: Path, limit: float, fails: bool) -> None:
    a, b = simulated(1, 0.6, 0.4)
    run = open_run(write_run(tmp_path / "run", {"base": b, "tuned": a}))
    document = compare_models(matches([run]), max_regression=limit)
    assert document["regression"] is fails
    assert bool(regression_lines(document)) is fails


def test_a_drop_that_may_be_chance_is_no_regression_but_is_told(tmp_path: Path) -> None:
    a = conversations([[1.0]] * 30)
    b = conversations([[1.0]] * 27 + [[0.0]] * 3)
    run = open_run(write_run(tmp_path / "run", {"base": a, "tuned": b}))
    document = compare_models(matches([run]), max_regression=0.02)
    assert not document["regression"]
    assert "10.0 points lower" in regression_lines(document)[0]
    assert "does not show" in regression_lines(document)[0]


def test_errors_on_either_side_are_left_out_and_counted(tmp_path: Path) -> None:
    reviews = conversations([[1.0, 1.0, 0.0]])
    a = write_run(tmp_path / "a", {"m": reviews[:2]}, errors={"m": ["c0#2"]})
    b = write_run(tmp_path / "b", {"m": reviews[1:]}, errors={"m": ["c0#0"]})
    found = compare_models(matches([open_run(a), open_run(b)]))["comparisons"][0]
    assert found["num"] == 1
    assert found["left_out"] == {"num": 2, "errors_a": 1, "errors_b": 1}
    assert "left out for want of an answer: 2 items" in render_comparison({"comparisons": [found]})


def test_what_a_stopped_run_did_not_ask_is_left_out_where_the_data_is_the_same(tmp_path: Path) -> None:
    reviews = conversations([[1.0, 1.0, 0.0]])
    a, b = write_run(tmp_path / "a", {"m": reviews}), write_run(tmp_path / "b", {"m": reviews[:1]})
    found = compare_models(matches([open_run(a), open_run(b)]))["comparisons"][0]
    assert found["left_out"] == {"num": 2, "errors_a": 0, "errors_b": 2}


def test_different_items_are_refused_with_the_first_that_differs(tmp_path: Path) -> None:
    reviews = conversations([[1.0, 1.0, 0.0], [1.0]])
    a = write_run(tmp_path / "a", {"m": reviews})
    fewer = write_run(tmp_path / "b", {"m": [reviews[0], *reviews[2:]]}, sha256="1" * 64)
    more = write_run(tmp_path / "c", {"m": [*reviews, review("c9#0", 1.0)]}, sha256="1" * 64)
    other = [*reviews[:3], review("c1#0", 1.0, details={"expected": [{"name": "cancel_order"}]})]
    edited = write_run(tmp_path / "d", {"m": other}, sha256="1" * 64)
    for path, message in (
        (fewer, "the second run has no item 'c0#1'"),
        (more, "the first run has no item 'c9#0'"),
        (edited, "item 'c1#0' .* is not the same"),
    ):
        with pytest.raises(UsageError, match=message):
            compare_models(matches([open_run(a), open_run(path)]))


def test_the_same_items_of_another_file_are_compared_and_the_file_is_named(tmp_path: Path) -> None:
    reviews = conversations([[1.0, 0.0], [1.0]])
    a = write_run(tmp_path / "a", {"m": reviews})
    b = write_run(tmp_path / "b", {"m": reviews}, sha256="1" * 64, subset="other", generation={"temperature": 1})
    found = compare_models(matches([open_run(a), open_run(b)]))["comparisons"][0]
    assert found["num"] == 3
    assert [note["setting"] for note in found["notes"]] == ["data", "generation"]
    assert (found["a"]["label"], found["b"]["label"]) == ("m (a)", "m (b)")


def test_equal_ids_in_two_subsets_are_two_items(tmp_path: Path) -> None:
    path = write_run(tmp_path / "r", {"base": conversations([[1.0, 0.0]]), "tuned": conversations([[1.0, 1.0]])})
    config = json.loads((path / "config.json").read_text())
    config["data"].append({**config["data"][0], "subset": "more"})
    (path / "config.json").write_text(json.dumps(config))
    for file in path.glob("*/*/next_call_eval.jsonl"):
        file.with_name("next_call_more.jsonl").write_bytes(file.read_bytes().replace(b"because", b"by reason"))
    found = compare_models(matches([open_run(path)]))["comparisons"][0]
    assert (found["num"], found["conversations"], found["counts"]["fixed"]) == (4, 2, 2)
    assert [(item["subset"], item["reason_a"]) for item in found["fixed"]] == [
        ("eval", "because of c0#1"),
        ("more", "by reason of c0#1"),
    ]


def test_another_limit_is_another_set_of_items(tmp_path: Path) -> None:
    reviews = conversations([[1.0, 0.0], [1.0]])
    a = write_run(tmp_path / "a", {"m": reviews})
    b = write_run(tmp_path / "b", {"m": reviews[:2]}, limit=2)
    with pytest.raises(UsageError, match="no item 'c1#0'"):
        compare_models(matches([open_run(a), open_run(b)]))


def test_answers_to_an_item_that_was_asked_repeatedly_count_once(tmp_path: Path) -> None:
    once = [review(f"c{c}#0", 1.0) for c in range(12)]
    thrice = [review(f"c{c}#0", float(k > 0), repeat=k) for c in range(12) for k in range(3)]
    found = both(tmp_path, once, thrice)
    assert (found["num"], found["conversations"]) == (12, 12)
    row = found["metrics"][1]
    assert (row["score_b"], row["difference"]) == (pytest.approx(2 / 3, abs=1e-6), pytest.approx(-1 / 3, abs=1e-6))
    assert found["counts"]["both_right"] == 12  # right in more than half of the answers


def test_more_than_two_models_stand_against_the_first_and_share_the_doubt(tmp_path: Path) -> None:
    a, b = simulated(1, 0.6, 0.1)
    run = open_run(write_run(tmp_path / "run", {"base": a, "one": b, "two": a, "three": a}))
    document = compare_models(matches([run]))
    assert [each["b"]["label"] for each in document["comparisons"]] == ["one", "two", "three"]
    first = document["comparisons"][0]
    assert first["p_holm"] == pytest.approx(3 * first["metrics"][1]["p"], abs=1e-5)
    named = compare_models(matches([run], ["two", "one"]))["comparisons"]
    assert [(each["a"]["label"], each["b"]["label"]) for each in named] == [("two", "one")]


def test_tools_are_told_apart_with_holm(tmp_path: Path) -> None:
    a = [review(f"c{c}#{k}", float(k), tool=("find", "cancel")[k]) for c in range(14) for k in range(2)]
    b = [review(f"c{c}#{k}", 1.0, tool=("find", "cancel")[k]) for c in range(14) for k in range(2)]
    rows = both(tmp_path, a, b)["tool"]
    assert [(row["tool"], row["fixed"], row["broken"], row["p_holm"]) for row in rows] == [
        ("cancel", 0, 0, 1.0),
        ("find", 14, 0, pytest.approx(2 * 2 / 2**14, abs=1e-6)),
    ]


def test_records_that_stand_alone_are_called_records(tmp_path: Path) -> None:
    def record(place: int, right: bool) -> dict[str, Any]:
        verdict = "right" if right else "wrong"
        return {"id": str(place), "score": {"AverageAccuracy": float(right)}, "verdict": verdict, "reason": "chose A"}

    first, second = ([record(k, k % step == 0) for k in range(40)] for step in (3, 1))
    run = open_run(write_run(tmp_path / "r", {"base": first, "tuned": second}, task="general_mcq"))
    found = compare_models(matches([run]))["comparisons"][0]
    assert "40 records)" in sentence(found)
    assert found["tool"] == [] and found["metric"] == "AverageAccuracy"


def test_counts_are_given_in_items_and_ratios_in_points(tmp_path: Path) -> None:
    def record(place: int, called: bool) -> dict[str, Any]:
        facts = {"finish_reason_tool_call": called, "successful_tool_call": called, "should_call_tool": True}
        score = {name: float(value) for name, value in facts.items()} | {"passed": float(called)}
        return {"id": str(place), "score": score, "verdict": "x", "reason": "y"}

    first, second = ([record(k, k % step == 0) for k in range(40)] for step in (4, 1))
    run = open_run(write_run(tmp_path / "r", {"base": first, "tuned": second}, task="general_fc"))
    rows = {row["metric"]: row for row in compare_models(matches([run]))["comparisons"][0]["metrics"]}
    assert rows["count_successful_tool_call"]["difference"] == 30
    assert rows["tool_call_f1"]["score_a"] == pytest.approx(2 * 10 / 50)
    assert rows["tool_call_f1"]["ci95"][0] > 0.4


def test_a_metric_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    reviews = conversations([[1.0]])
    with pytest.raises(UsageError, match=r"next_call_exakt.*next_call_exact"):
        both(tmp_path, reviews, reviews, metric="next_call_exakt")
    assert both(tmp_path / "y", reviews, reviews, metric="schema_valid")["metric"] == "schema_valid"


@pytest.mark.parametrize("value", ["1", float("nan"), -1, [1], {"a": 1}])
def test_a_score_that_is_no_number_is_refused_by_name(tmp_path: Path, value: Any) -> None:
    a = write_run(tmp_path / "a", {"m": [review("c#0", 1.0)]})
    b = write_run(tmp_path / "b", {"m": [review("c#0", 1.0)]})
    path = open_run(b).parts[0].reviews
    broken = review("c#0", 1.0)
    broken["score"]["next_call_exact"] = value
    path.write_text(json.dumps(broken) + "\n")
    with pytest.raises(EvalwrightError, match=r"'c#0'|jsonl:1"):
        compare_models(matches([open_run(a), open_run(b)]))


def test_the_page_lists_twenty_of_each_unless_all_are_wanted(tmp_path: Path) -> None:
    a, b = conversations([[0.0]] * 30), conversations([[1.0]] * 30)
    document = {"comparisons": [both(tmp_path, a, b)]}
    short, full = render_comparison(document), render_comparison(document, everything=True)
    assert short.count("because of c") == 2 * SHOWN and "... and 10 more" in short
    assert full.count("because of c") == 60


def test_escapes_in_names_reasons_and_verdicts_reach_no_terminal(tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\u202e"
    changed = review("c#0", 1.0, reason=evil, verdict=evil, tool=evil) | {"id": evil, "conversation_id": evil}
    a = {**changed, "score": {**changed["score"], "next_call_exact": 0.0}}
    run = open_run(write_run(tmp_path / "r", {evil: [a], "b": [changed]}))
    words = render_comparison(compare_models(matches([run])))
    assert "owned" in words
    assert not set("\x1b\x07\u202e") & set(words)


def test_the_same_runs_give_the_same_bytes_with_the_seed_in_them(tmp_path: Path) -> None:
    a, b = simulated(5, 0.6, 0.1)
    path = write_run(tmp_path / "run", {"base": a, "tuned": b})
    first, second = (json.dumps(compare_models(matches([open_run(path)]))) for _ in range(2))
    assert first == second
    assert json.loads(first)["statistics"]["seed"] == 6
