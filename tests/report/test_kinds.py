"""Counts and ratios from the facts of reviews, repeats of one record, and answers without a verdict."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.errors import UsageError
from evalwright.report import render_notes, render_table, summarise
from evalwright.scoring import Metric


def f1(facts: Mapping[str, float]) -> tuple[float, float]:
    return 2 * facts["tp"], 2 * facts["tp"] + facts["fp"] + facts["fn"]


CALLS = Metric("calls", "count")
SUCCESSES = Metric("successes", "count")
VALID = Metric("schema_accuracy", "ratio", lambda facts: (facts["successes"], facts["calls"]))
F1 = Metric("tool_call_f1", "ratio", f1)
METRICS = [CALLS, SUCCESSES, VALID, F1]


def decision(at: int, should: bool, called: bool, valid: bool = True, **more: Any) -> dict[str, Any]:
    """The review of one record: whether a tool should have been called, and was."""
    facts = {"calls": called, "successes": called and valid}
    facts |= {"tp": should and called, "fp": called and not should, "fn": should and not called}
    return {"id": str(at), "score": {name: int(fact) for name, fact in facts.items()}} | more


def report(reviews: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return summarise(reviews, **({"model": "m", "dataset": "general_fc", "metrics": METRICS} | more))


def row(made: dict[str, Any], metric: Metric, subset: str = "default") -> dict[str, Any]:
    (found,) = [each for each in made["metrics"] if (each["metric"], each["subset"]) == (metric.name, subset)]
    return dict(found)


def ten() -> list[dict[str, Any]]:
    """Three calls, two of them due and two of them valid; three due calls were not made."""
    kinds = [(True, True, True)] * 2 + [(False, True, False)] + [(True, False, True)] * 3 + [(False, False, True)] * 4
    return [decision(at, *kind) for at, kind in enumerate(kinds)]


def test_counts_are_sums_and_ratios_are_sums_over_sums() -> None:
    made = report(ten())
    assert [(each["metric"], each["num"], each["score"]) for each in made["metrics"]] == [
        ("calls", 10, 3),
        ("successes", 10, 2),
        ("schema_accuracy", 10, 0.666667),
        ("tool_call_f1", 10, 0.5),
    ]
    assert row(made, VALID)["denominator"] == 3
    assert row(made, F1)["denominator"] == 8


def test_a_count_is_whole_and_has_no_interval() -> None:
    made = row(report(ten()), CALLS)
    assert type(made["score"]) is int
    assert made["ci95"] is None
    assert "denominator" not in made and "too_few" not in made


def test_a_ratio_rests_on_the_records_that_have_a_denominator() -> None:
    made = row(report([decision(at, False, at < 4) for at in range(50)]), VALID)
    assert (made["num"], made["denominator"], made["conversations"], made["too_few"]) == (50, 4, 4, True)
    assert made["score"] == 1
    assert made["ci95"][0] < 0.5


def test_the_table_is_the_one_that_users_of_the_format_know() -> None:
    counts = [Metric("count_finish_reason_tool_call", "count", lambda facts: (facts["calls"], 1))]
    counts += [Metric("count_successful_tool_call", "count", lambda facts: (facts["successes"], 1))]
    table = render_table([report(ten(), model="qwen-plus", metrics=[*counts, VALID, F1])])
    first = [line.rsplit(line[0], 2)[0] + line[0] for line in table.split("\n")]
    rule = "+-----------+------------+-------------------------------+----------+-------+---------+---------+"
    assert first == [
        rule,
        "| Model     | Dataset    | Metric                        | Subset   |   Num |   Score | Cat.0   |",
        rule.replace("-", "="),
        "| qwen-plus | general_fc | count_finish_reason_tool_call | default  |    10 |  3      | default |",
        rule,
        "| qwen-plus | general_fc | count_successful_tool_call    | default  |    10 |  2      | default |",
        rule,
        "| qwen-plus | general_fc | schema_accuracy               | default  |    10 |  0.6667 | default |",
        rule,
        "| qwen-plus | general_fc | tool_call_f1                  | default  |    10 |  0.5    | default |",
        rule,
    ]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_f1_is_the_harmonic_mean_of_precision_and_recall(decisions: list[tuple[bool, bool]]) -> None:
    found = row(report([decision(at, *each) for at, each in enumerate(decisions)]), F1)
    right = sum(should and called for should, called in decisions)
    precision = right / max(1, sum(called for _, called in decisions))
    recall = right / max(1, sum(should for should, _ in decisions))
    expected = 2 * precision * recall / (precision + recall) if right else 0.0
    if not any(should or called for should, called in decisions):
        assert found["score"] is None, "nothing was due and nothing called"
        return
    assert found["score"] == pytest.approx(expected, abs=1e-6)
    if found["ci95"]:
        assert 0 <= found["ci95"][0] <= found["score"] <= found["ci95"][1] <= 1
        assert found["ci95"][1] - found["ci95"][0] > 1e-3


def test_subsets_are_pooled_by_summing() -> None:
    large = [decision(at, at < 4, at < 3, at < 1, subset="large") for at in range(4)]
    small = [decision(at, True, True, subset="small") for at in range(2)]
    made = report(large + small)
    assert [row(made, CALLS, subset)["score"] for subset in ("large", "small", "OVERALL")] == [3, 2, 5]
    assert row(made, VALID, "OVERALL")["score"] == 0.6  # the mean by records would be 5/9
    assert row(made, F1, "OVERALL")["score"] == round(10 / 11, 6)
    assert row(made, F1, "OVERALL")["denominator"] == 11


def test_nothing_to_count_is_no_score_and_is_said() -> None:
    made = report([decision(at, False, False) for at in range(12)])
    found = row(made, VALID)
    assert (found["num"], found["score"], found["denominator"], found["ci95"]) == (12, None, 0, None)
    assert "m / general_fc: no score for schema_accuracy, tool_call_f1, for there was nothing" in render_notes([made])
    assert "schema_accuracy、tool_call_f1 没有得分" in render_notes([made], "zh")


def test_a_review_that_lacks_a_fact_takes_no_part() -> None:
    reviews = [*ten(), {"id": "x", "score": {"calls": 1, "tp": None, "fp": 0, "fn": 0}}]
    made = report(reviews)
    assert [each["num"] for each in made["metrics"]] == [11, 10, 10, 10]
    none = Metric("none", "ratio", lambda facts: None)
    found = row(report(reviews, metrics=[none]), none)
    assert (found["num"], found["score"]) == (0, None)


def test_facts_may_have_fractions_in_any_order() -> None:
    share = Metric("share", "ratio", lambda facts: (facts["used"], facts["given"]))
    source = random.Random(3)
    reviews: list[dict[str, Any]] = []
    for at in range(60):
        given_ = source.choice([3, 7.5, source.random() * 100])
        reviews.append({"id": str(at), "score": {"given": given_, "used": given_ * source.random()}})
        reviews[-1]["conversation_id"] = str(at % 20)
    straight = report(reviews, metrics=[share])
    source.shuffle(reviews)
    assert report(reviews, metrics=[share]) == straight
    totals = [sum(each["score"][name] for each in reviews) for name in ("used", "given")]
    assert row(straight, share)["score"] == pytest.approx(totals[0] / totals[1], abs=1e-6)
    assert row(straight, share)["denominator"] == pytest.approx(totals[1], abs=1e-5)


def test_the_rounding_of_a_computed_value_is_no_error() -> None:
    bleu = Metric("bleu-1", "mean")
    share = Metric("share", "ratio", lambda facts: (facts["bleu-1"], 1.0))
    made = report([{"id": str(at), "score": {"bleu-1": 1.0000000000000002}} for at in range(20)], metrics=[bleu, share])
    assert [each["score"] for each in made["metrics"]] == [1, 1]


@pytest.mark.parametrize(
    ("metric", "score"),
    [
        (CALLS, {"calls": 1.5}),
        (CALLS, {"calls": -1}),
        (CALLS, {"calls": float("inf")}),
        (CALLS, {"calls": 10**400}),
        (VALID, {"successes": 2, "calls": 1}),
        (VALID, {"successes": -1, "calls": 1}),
        (VALID, {"successes": float("nan"), "calls": 1}),
        (F1, {"tp": "1", "fp": 0, "fn": 0}),
        (F1, {"tp": [1], "fp": 0, "fn": 0}),
        (Metric("weighted", "mean", lambda facts: (facts["calls"], 2)), {"calls": 1}),
    ],
)
def test_facts_that_cannot_be_are_an_error_that_names_the_review(metric: Metric, score: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="'7'"):
        report([{"id": "7", "score": score}], metrics=[metric])


def test_a_metric_can_be_a_key_and_a_ratio_says_what_it_divides() -> None:
    assert len({F1, VALID, Metric("tool_call_f1", "ratio", f1)}) == 2
    with pytest.raises(ValueError, match="needs a part"):
        Metric("tool_call_f1", "ratio")


def test_failures_leave_counts_as_they_are_and_of_ratios_nothing_can_be_said() -> None:
    accuracy = Metric("accuracy", "rate", lambda facts: (facts["tp"], 1))
    failures = [{"id": "y", "kind": "timeout", "message": ""}] * 10
    made = report(ten(), metrics=[*METRICS, accuracy], failures=failures)
    assert [each["score_if_errors_wrong"] for each in made["metrics"]] == [3, 2, None, None, 0.1]
    assert "counted as wrong, the scores would be accuracy 0.1" in render_notes([made])
    without = render_notes([report(ten(), failures=failures)])
    assert "m / general_fc: left out for want of an answer: 10\n" in without


def test_tools_have_counts_and_ratios_too() -> None:
    made = report([each | {"tool": "add"} for each in ten()])["breakdown"]["tool"][0]
    assert made["score"] == {"calls": 3, "successes": 2, "schema_accuracy": 0.666667, "tool_call_f1": 0.5}
    assert made["ci95"]["calls"] is None


ACCURACY = Metric("accuracy", "rate")


def repeats(**more: Any) -> list[dict[str, Any]]:
    """Twenty records, asked three times each with the same outcome; the turns come one after another."""
    return [
        {"id": str(at), "repeat": turn, "score": {"accuracy": at % 2}} | {key: str(at) for key in more}
        for turn in range(3)
        for at in range(20)
    ]


@pytest.mark.parametrize("more", [{}, {"conversation_id": True}])
def test_answers_to_one_record_count_once(more: dict[str, Any]) -> None:
    made = report(repeats(**more), metrics=[ACCURACY])
    assert (made["num"], made["conversations"], made["statistics"]["cluster"]) == (60, 20, "record")
    found = row(made, ACCURACY)
    once = row(report(repeats()[:20], metrics=[ACCURACY]), ACCURACY)
    assert found["n_eff"] == pytest.approx(once["n_eff"], rel=0.05)
    assert found["ci95"] == pytest.approx(once["ci95"], abs=0.01)
    assert render_notes([made]) == "m / general_fc: answers: 60, records: 20, each record counted as independent"


def test_repeats_of_calls_belong_to_their_conversation() -> None:
    reviews = [each | {"id": f"{each['id']}#{each['repeat']}", "conversation_id": each["id"]} for each in repeats()]
    made = report(reviews, metrics=[ACCURACY])
    assert (made["conversations"], made["statistics"]["cluster"]) == (20, "conversation")


def test_a_metric_over_all_repeats_may_stand_in_one_of_them() -> None:
    best = Metric("accuracy@3", "rate")
    reviews = repeats()
    for each in reviews[40:]:
        each["score"] = each["score"] | {"accuracy@3": 1}
    found = row(report(reviews, metrics=[ACCURACY, best]), best)
    assert (found["num"], found["conversations"], found["design_effect"]) == (20, 20, 1)


def judged(missing: int) -> dict[str, Any]:
    reviews = [{"id": str(at), "score": {"accuracy": at % 2}, "verdict": "judged"} for at in range(50 - missing)]
    reviews += [{"id": f"u{at}", "score": {}, "verdict": "unjudged"} for at in range(missing)]
    return report(reviews, metrics=[ACCURACY])


def test_answers_without_a_verdict_are_counted_and_said() -> None:
    made = judged(2)
    assert (made["num"], made["unjudged"], row(made, ACCURACY)["num"]) == (50, 2, 48)
    assert "m / general_fc: judged: 48 of 50; 2 gave no verdict" in render_notes([made]).split("\n")
    assert "m / general_fc：已裁判 50 个中的 48 个；2 个没有给出结论" in render_notes([made], "zh").split("\n")
    assert "unjudged" not in judged(0)


def test_where_no_answer_has_a_verdict_that_is_the_reason_given() -> None:
    notes = render_notes([judged(50)])
    assert "judged: 0 of 50; 50 gave no verdict" in notes
    assert "reference" not in notes


def test_a_metric_without_any_value_is_a_row_with_a_reason() -> None:
    made = report([{"id": str(at), "score": {}} for at in range(3)], metrics=[ACCURACY])
    assert "| accuracy | default  |     0 |       - | default | -        |" in render_table([made])
    assert "no metric applies (no reference answer and no judge)" in render_notes([made])
    other = report([{"id": str(at), "score": {"accuracy": 1}} for at in range(30)], metrics=[ACCURACY, CALLS])
    assert "no score for calls, for it applies to none of the items" in render_notes([other])


def test_sentences_of_the_caller_are_shown_and_kept() -> None:
    made = report(ten(), notes=["2 records have no label", "bad \x1b[2J \ud800 text"])
    assert made["notes"] == ["2 records have no label", "bad \x1b[2J ? text"]
    lines = render_notes([made]).split("\n")
    assert lines[1:3] == ["m / general_fc: 2 records have no label", "m / general_fc: bad \\x1b[2J ? text"]
    assert "notes" not in report(ten())


def test_a_ratio_of_few_among_many_is_named() -> None:
    made = report([decision(at, at < 20, at < 3) for at in range(40)])
    assert (
        "m / general_fc, default, schema_accuracy: too few records for a reliable interval (3; 10 or more are needed)"
        in render_notes([made]).split("\n")
    )


def answers(number: int) -> Iterator[dict[str, Any]]:
    source = random.Random(1)
    for at in range(number):
        yield {"id": str(at // 2), "repeat": at % 2, "score": {f"mean{n}": source.random() for n in range(13)}}


def decisions(number: int) -> Iterator[dict[str, Any]]:
    for at in range(number):
        yield decision(at, at % 3 > 0, at % 5 > 1, at % 7 > 0, conversation_id=str(at // 4), verdict="done")


@pytest.mark.parametrize(
    ("reviews", "metrics"),
    [
        (answers, [Metric(f"mean{n}", "mean") for n in range(13)]),
        (decisions, [*METRICS, *(Metric(name, "rate") for name in ("tp", "fp", "fn"))]),
    ],
)
def test_a_review_of_many_facts_costs_less_than_a_hundred_bytes(reviews: Any, metrics: list[Metric]) -> None:
    tracemalloc.start()
    try:
        made = report(reviews(10_000), metrics=metrics)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert made["num"] == 10_000
    assert peak < 1_000_000
