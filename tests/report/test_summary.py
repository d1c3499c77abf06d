"""From reviews to the report document."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.report import rate_interval, summarise
from evalwright.scoring import Metric

SCORE, EXACT = Metric("next_call_score", "mean"), Metric("next_call_exact", "rate")
ACCURACY = Metric("AverageAccuracy", "rate")


def review(conversation: int, index: int, score: float, tool: str = "get_order", **more: Any) -> dict[str, Any]:
    verdict = {1.0: "correct", 0.5: "wrong_arguments", 0.0: "wrong_tool"}[score]
    return {
        "id": f"{conversation}#{index}",
        "conversation_id": str(conversation),
        "call_index": index,
        "tool": tool,
        "score": {"next_call_score": score, "next_call_exact": int(score == 1)},
        "verdict": verdict,
        "reason": "",
        "details": {},
    } | more


def calls() -> list[dict[str, Any]]:
    return [
        review(0, 0, 1.0, "find_user"),
        review(0, 1, 0.5),
        review(0, 2, 1.0),
        review(1, 0, 1.0, "find_user"),
        review(1, 1, 0.0),
        review(2, 0, 1.0, "cancel"),
    ]


def report(reviews: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return summarise(reviews, model="m", dataset="next_call", metrics=[SCORE, EXACT], **more)


def records(*values: int, **more: Any) -> list[dict[str, Any]]:
    return [{"id": str(at), "score": {"AverageAccuracy": value}} | more for at, value in enumerate(values)]


def accuracy(reviews: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return summarise(reviews, model="m", dataset="general_mcq", metrics=[ACCURACY], **more)


def test_the_fields_stand_in_their_fixed_order() -> None:
    made = report(calls())
    assert list(made) == [
        "model",
        "dataset",
        "num",
        "errors",
        "invalid",
        "conversations",
        "metrics",
        "breakdown",
        "error_kinds",
        "causes",
        "failed",
        "invalid_items",
        "statistics",
    ]
    assert (made["num"], made["conversations"], made["errors"], made["invalid"]) == (6, 3, 0, 0)
    assert made["statistics"]["level"] == 0.95
    assert made["statistics"]["cluster"] == "conversation"


def test_a_metric_row_has_the_score_its_interval_and_what_it_rests_on() -> None:
    exact = report(calls())["metrics"][1]
    expected = rate_interval([(3, 2.0), (2, 1.0), (1, 1.0)])
    assert expected is not None and expected.design_effect is not None
    assert exact["metric"] == "next_call_exact"
    assert exact["subset"] == "default"
    assert exact["kind"] == "rate"
    assert (exact["num"], exact["conversations"], exact["too_few"]) == (6, 3, True)
    assert exact["score"] == pytest.approx(4 / 6, abs=1e-6)
    assert exact["ci95"] == [round(expected.low, 6), round(expected.high, 6)]
    assert exact["design_effect"] == round(expected.design_effect, 6)
    assert exact["score_if_errors_wrong"] == exact["score"]


def test_the_mean_is_over_items() -> None:
    assert report(calls())["metrics"][0]["score"] == 0.75


def test_tools_are_listed_by_frequency_then_name() -> None:
    rows = report(calls())["breakdown"]["tool"]
    assert [(row["tool"], row["num"], row["conversations"]) for row in rows] == [
        ("get_order", 3, 2),
        ("find_user", 2, 2),
        ("cancel", 1, 1),
    ]
    assert rows[0]["score"] == {"next_call_score": 0.5, "next_call_exact": 0.333333}
    assert rows[0]["ci95"]["next_call_exact"][1] > 0.9


def test_positions_are_listed_in_order() -> None:
    rows = report(calls())["breakdown"]["position"]
    assert [(row["position"], row["num"], row["score"]["next_call_score"]) for row in rows] == [
        (0, 3, 1.0),
        (1, 2, 0.25),
        (2, 1, 1.0),
    ]


def test_verdicts_are_counted_with_their_share() -> None:
    assert report(calls())["breakdown"]["verdict"] == [
        {"verdict": "correct", "num": 4, "share": 0.666667},
        {"verdict": "wrong_arguments", "num": 1, "share": 0.166667},
        {"verdict": "wrong_tool", "num": 1, "share": 0.166667},
    ]


def test_records_without_a_conversation_stand_alone() -> None:
    made = accuracy(records(1, 1, 0, 1))
    assert made["conversations"] == 4
    assert made["statistics"]["cluster"] == "record"
    assert made["metrics"][0]["design_effect"] == 1.0
    assert made["breakdown"] == {"tool": [], "verdict": [], "position": []}


def test_subsets_are_pooled_over_items_and_never_averaged() -> None:
    reviews = records(1, 1, 0, 0, 0, 0, subset="large") + records(1, 1, subset="small")
    rows = accuracy(reviews, subsets=["small", "large"])["metrics"]
    assert [(row["subset"], row["num"], row["score"]) for row in rows] == [
        ("small", 2, 1.0),
        ("large", 6, 0.333333),
        ("OVERALL", 8, 0.5),
    ]


def test_the_rows_of_one_metric_stand_together() -> None:
    reviews = [each | {"subset": subset} for subset in ("a", "b") for each in calls()]
    rows = report(reviews)["metrics"]
    assert [(row["metric"], row["subset"]) for row in rows] == [
        (metric, subset) for metric in ("next_call_score", "next_call_exact") for subset in ("a", "b", "OVERALL")
    ]


def test_conversations_of_two_subsets_are_two_even_when_their_ids_are_equal() -> None:
    reviews = [each | {"subset": subset} for subset in ("a", "b") for each in calls()]
    assert report(reviews)["conversations"] == 6


def test_a_review_that_lacks_a_metric_is_left_out_of_its_number() -> None:
    reviews = [*records(1, 0, 1), {"id": "3", "score": {}}, {"id": "4", "score": {"AverageAccuracy": None}}]
    made = accuracy(reviews)
    assert made["num"] == 5
    assert made["metrics"][0]["num"] == 3


def test_failures_are_counted_named_and_would_lower_the_score() -> None:
    failures = [{"id": str(at), "kind": "timeout" if at else "http_500", "message": "no"} for at in range(3)]
    made = accuracy(records(1, 1, 1, 0, 1), failures=failures)
    assert made["errors"] == 3
    assert made["error_kinds"] == {"timeout": 2, "http_500": 1}
    assert made["failed"][0] == {"id": "0", "kind": "http_500", "message": "no"}
    assert made["metrics"][0]["score"] == 0.8
    assert made["metrics"][0]["score_if_errors_wrong"] == 0.5
    assert made["metrics"][0]["num"] == 5


def test_failures_count_for_their_own_subset() -> None:
    reviews = records(1, 1, subset="a") + records(1, 1, subset="b")
    failures = [{"id": "9", "kind": "timeout", "message": "", "subset": "b"}] * 2
    rows = accuracy(reviews, failures=failures)["metrics"]
    assert [(row["errors"], row["score_if_errors_wrong"]) for row in rows] == [
        (0, 1.0),
        (2, 0.5),
        (2, 0.666667),
    ]


def test_a_subset_of_which_everything_failed_is_still_shown() -> None:
    failures = [{"id": "0", "kind": "timeout", "message": "", "subset": "b"}]
    row = accuracy(records(1, subset="a"), failures=failures, subsets=["a", "b"])["metrics"][1]
    assert (row["subset"], row["num"], row["score"], row["ci95"]) == ("b", 0, None, None)
    assert row["score_if_errors_wrong"] == 0.0


def test_only_the_first_hundred_failures_and_invalid_records_are_listed() -> None:
    failures = [{"id": str(at), "kind": "timeout", "message": "x" * 9999} for at in range(250)]
    invalid = [{"line": at, "message": "not JSON"} for at in range(150)]
    made = accuracy(records(1), failures=failures, invalid=invalid)
    assert (made["errors"], len(made["failed"])) == (250, 100)
    assert (made["invalid"], len(made["invalid_items"])) == (150, 100)
    assert made["failed"][99]["id"] == "99"
    assert len(made["failed"][0]["message"]) == 500
    assert made["invalid_items"][1] == {"line": 1, "message": "not JSON"}


def test_no_review_at_all_is_a_report_too() -> None:
    made = accuracy([], subsets=["example"])
    assert made["num"] == made["conversations"] == 0
    assert made["metrics"][0]["score"] is None
    assert made["metrics"][0]["score_if_errors_wrong"] is None


@pytest.mark.parametrize("value", [0.5, 2, -1, float("nan"), float("inf"), 10**400, "1", [1]])
def test_a_value_that_cannot_be_is_an_error_that_names_the_review(value: Any) -> None:
    with pytest.raises(UsageError, match="'7'"):
        accuracy([{"id": "7", "score": {"AverageAccuracy": value}}])


def test_odd_fields_do_not_stop_the_report() -> None:
    odd = {
        "id": 1,
        "conversation_id": 3,
        "call_index": -2,
        "tool": ["a"],
        "verdict": None,
        "score": "none",
        "subset": 5,
    }
    made = accuracy([odd, *records(1)])
    assert made["num"] == 2
    assert made["breakdown"]["tool"] == made["breakdown"]["position"] == []


def test_half_a_surrogate_pair_in_a_message_can_be_written() -> None:
    failures = [{"id": "0", "kind": "x", "message": "bad \ud800 text"}]
    assert b"bad" in json.dumps(accuracy([], failures=failures), ensure_ascii=False).encode()


def test_the_order_of_reviews_changes_nothing() -> None:
    reviews = [review(at % 40, at // 40, random.Random(at).choice([0.0, 0.5, 1.0])) for at in range(160)]
    for each in reviews:
        each["score"]["next_call_score"] /= 3
    straight = report(reviews)
    random.Random(1).shuffle(reviews)
    assert report(reviews) == straight


def test_the_hash_seed_of_python_changes_no_byte() -> None:
    program = "import json; from test_summary import made; print(json.dumps(made(), ensure_ascii=False))"
    helper = Path(__file__).parent
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(helper), *sys.path])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1


def made() -> dict[str, Any]:
    failures = [{"id": str(at), "kind": f"kind{at % 4}", "message": ""} for at in range(8)]
    return report([review(at % 9, at // 9, 1.0, f"tool{at % 5}") for at in range(45)], failures=failures)


def stream(number: int, per_conversation: int) -> Iterator[dict[str, Any]]:
    for at in range(number):
        score = (1.0, 0.5, 0.0)[at % 3]
        made = review(at // per_conversation, at % per_conversation, score, f"tool{at % 15}")
        made["score"] |= {"tool_name_accuracy": int(score > 0), "schema_valid": at % 2}
        yield made


def test_fifty_thousand_reviews_cost_less_than_five_megabytes() -> None:
    metrics = [SCORE, EXACT, Metric("tool_name_accuracy", "rate"), Metric("schema_valid", "rate")]
    tracemalloc.start()
    try:
        made = summarise(stream(50_000, 4), model="m", dataset="d", metrics=metrics)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert made["num"] == 50_000
    assert made["conversations"] == 12_500
    assert peak < 5_000_000
