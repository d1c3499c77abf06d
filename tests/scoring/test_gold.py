"""Several right answers: rules of single arguments, alternatives that count whole, answers in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.scoring import MatchRules, Review, grade_tool_calls, metric_values, standalone_grader

from .scoring_help import SHOP, call
from .test_standalone import run


def graded(rule: Any, expected: Any, given: Any, mode: str = "schema") -> Review:
    rules = MatchRules(mode=mode)  # type: ignore[arg-type]
    return grade_tool_calls([call(**expected)], [call(**given)], SHOP, rules=rules, argument_rules=[rule])


RIGHT: list[tuple[Any, Any, Any, list[str]]] = [
    ({"id": "casefold"}, {"id": "Ab"}, {"id": "aB"}, ["casefold"]),
    ({"id": "whitespace"}, {"id": "New York"}, {"id": " NewYork\n"}, ["whitespace"]),
    ({"id": "punctuation"}, {"id": "U.S.-based, “x”"}, {"id": "US'based x"}, ["punctuation"]),
    (
        {"id": ["casefold", "whitespace", "punctuation"]},
        {"id": "San Francisco, CA"},
        {"id": "sanfrancisco ca"},
        ["casefold", "punctuation", "whitespace"],
    ),
    ({"items": "unordered"}, {"items": ["a", "b"]}, {"items": ["b", "a"]}, ["unordered"]),
    ({"items": ["unordered", "casefold"]}, {"items": ["a", "B"]}, {"items": ["b", "A"]}, ["casefold", "unordered"]),
    (
        {"old": {"permute_together": ["old", "new"]}},
        {"old": ["a", "b"], "new": ["x", "y"]},
        {"old": ["b", "a"], "new": ["y", "x"]},
        ["permute_together"],
    ),
    ({"id": {"any_of": ["B", "C"]}}, {"id": "A"}, {"id": "C"}, ["any_of"]),
    ({"id": {"any_of": ["B c"], "casefold": True}}, {"id": "A"}, {"id": "b C"}, ["any_of", "casefold"]),
    ({"rate": {"any_of": [0.25, 2]}}, {"rate": 0.5}, {"rate": 0.250}, ["any_of"]),
    ({"items": {"any_of": [["x"], ["y", "z"]]}}, {"items": []}, {"items": ["y", "z"]}, ["any_of"]),
    ({"id": {"optional": True}}, {"id": "A"}, {}, ["optional"]),
    ({"extra": {"optional": True}}, {"id": "A"}, {"id": "A", "extra": 4}, ["optional"]),
    ({"x": {"optional": True, "any_of": [4]}}, {"id": "A"}, {"id": "A", "x": 4}, ["any_of", "optional"]),
    ({"note": "free_text"}, {"note": "She wants a refund."}, {"note": "asks for money back"}, ["free_text"]),
    ({"id": "expression"}, {"id": "(2 + 3) * 4"}, {"id": "4*(3+2)"}, ["expression"]),
    ({"id": "expression"}, {"id": "10 / 4"}, {"id": 2.5}, ["expression"]),
    ({"id": "ignore"}, {"id": "A"}, {"id": {"any": "thing"}}, ["ignore"]),
    ({"rate": {"tolerance": 0.01}}, {"rate": 0.5}, {"rate": 0.509}, ["tolerance"]),
    ({"items": {"tolerance": 1}}, {"items": [1, 2]}, {"items": [1.5, 3]}, ["tolerance"]),
    ({"address.city": "casefold"}, {"address": {"city": "Bern"}}, {"address": {"city": "BERN"}}, ["casefold"]),
    ({"address": "casefold"}, {"address": {"city": "Bern"}}, {"address": {"city": "BERN"}}, ["casefold"]),
    ({"items.name": {"any_of": ["b"]}}, {"items": [{"name": "a"}]}, {"items": [{"name": "b"}]}, ["any_of"]),
]


@pytest.mark.parametrize(("rule", "expected", "given", "fired"), RIGHT)
def test_a_rule_accepts_and_is_named(rule: Any, expected: Any, given: Any, fired: list[str]) -> None:
    review = graded(rule, expected, given)
    assert (review.score, review.verdict, review.details["rules"]) == (1.0, "exact", fired)
    assert review.details["gold_alone"] == {"score": 0.5, "verdict": "wrong_arguments"}
    assert all(name in review.reason for name in fired)
    assert graded(rule, expected, given, "exact").score == 0.5
    same = graded(rule, expected, expected)
    assert same.score == 1.0 and same.details["rules"] == [] and "gold_alone" not in same.details


@pytest.mark.parametrize(
    ("rule", "expected", "given"),
    [
        ({"id": "casefold"}, {"id": "Ab"}, {"id": "aB "}),
        ({"id": "whitespace"}, {"id": "a b"}, {"id": "A b"}),
        ({"id": "punctuation"}, {"id": "a:b"}, {"id": "ab"}),
        ({"items": "unordered"}, {"items": ["a", "b"]}, {"items": ["b", "b"]}),
        ({"items": "unordered"}, {"items": ["a", "b"]}, {"items": ["b"]}),
        (
            {"old": {"permute_together": ["old", "new"]}},
            {"old": ["a", "b"], "new": ["x", "y"]},
            {"old": ["b", "a"], "new": ["x", "y"]},
        ),
        ({"id": {"any_of": ["B"]}}, {"id": "A"}, {"id": "b"}),
        ({"rate": {"any_of": [2]}}, {"rate": 1}, {"rate": "2"}),
        ({"id": {"any_of": ["B"]}}, {"id": "A"}, {}),
        ({"id": {"optional": True}}, {"id": "A"}, {"id": "B"}),
        ({"x": {"optional": True, "any_of": [4]}}, {"id": "A"}, {"id": "A", "x": 5}),
        ({"note": "free_text"}, {"note": "x"}, {"note": "  "}),
        ({"note": "free_text"}, {"note": "x"}, {"note": 5}),
        ({"note": "free_text"}, {"note": "x"}, {}),
        ({"id": "expression"}, {"id": "2 + 3"}, {"id": "2 + 4"}),
        ({"id": "expression"}, {"id": "two"}, {"id": "drei"}),
        ({"rate": {"tolerance": 0.01}}, {"rate": 0.5}, {"rate": 0.511}),
        ({"rate": {"tolerance": 0.01}}, {"rate": 0.5}, {"rate": "0.5"}),
        ({"other": "ignore"}, {"id": "A"}, {"id": "B"}),
    ],
)
def test_a_rule_reaches_no_further_than_it_says(rule: Any, expected: Any, given: Any) -> None:
    review = graded(rule, expected, given)
    assert (review.score, review.verdict) == (0.5, "wrong_arguments")
    assert review.details["arguments"] and "gold_alone" not in review.details


@pytest.mark.parametrize(
    "rules",
    [
        "casefold",
        [],
        [{}, {}],
        [{"id": "guess"}],
        [{"id": {"any_of": []}}],
        [{"id": {"any_of": "A"}}],
        [{"id": {"tolerance": "wide"}}],
        [{"id": {"tolerance": -1}}],
        [{"id": {"optional": "yes"}}],
        [{"id": {"permute_together": ["id"]}}],
        [{"id": 5}],
        [["id"]],
    ],
)
def test_rules_that_are_none_make_the_gold_unusable(rules: Any) -> None:
    review = grade_tool_calls([call(id="A")], [call(id="A")], SHOP, argument_rules=rules)
    if not rules:  # nothing is said
        assert review.score == 1.0
    else:
        assert (review.score, review.verdict) == (None, "invalid_item")


OTHERS: list[Any] = [
    {"tool_calls": [call("list")], "why": "the list is as good"},
    {"tool_calls": [call(id="B"), call(id="C")], "why": "both at once"},
    {"tool_calls": [call(id="D")], "why": "any case", "argument_rules": [{"id": "casefold"}]},
]


def with_others(given: list[Any], others: Any = OTHERS, **more: Any) -> Review:
    return grade_tool_calls([call(id="A")], given, SHOP, acceptable=others, **more)


def test_an_alternative_is_right_and_named_and_the_expected_call_stays() -> None:
    review = with_others([call("list")])
    assert (review.score, review.verdict) == (1.0, "exact")
    assert review.details["matched"] == {"index": 0, "why": "the list is as good"}
    assert review.details["expected"] == [{"name": "order", "arguments": {"id": "A"}}]
    assert review.details["gold_alone"] == {"score": 0.0, "verdict": "wrong_tool"}
    assert "the list is as good" in review.reason
    assert metric_values(review)["tool_name_accuracy"] == 1.0


def test_several_calls_of_an_alternative_count_in_any_order_and_only_all_together() -> None:
    assert with_others([call(id="C"), call(id="B")]).details["matched"]["index"] == 1
    half = with_others([call(id="C")])
    assert (half.score, half.verdict) == (0.5, "wrong_arguments") and "matched" not in half.details
    assert with_others([call(id="B"), call(id="C"), call(id="A")]).score < 1.0


def test_rules_of_an_alternative_are_its_own_and_exact_mode_takes_none() -> None:
    assert with_others([call(id="d")]).details["rules"] == ["casefold"]
    assert with_others([call(id="a")]).score == 0.5
    assert with_others([call(id="d")], rules=MatchRules(mode="exact")).score == 0.5
    assert with_others([call(id="D")], rules=MatchRules(mode="exact")).score == 1.0


def test_foundry_mode_knows_none_of_it() -> None:
    rules = MatchRules(mode="foundry")
    assert with_others([call("list")], rules=rules).score == with_others([call("list")], None, rules=rules).score == 0.0


def test_words_are_as_right_only_where_the_item_says_so_and_words_were_said() -> None:
    words = [{"tool_calls": [], "why": "asking back is fine"}]
    assert with_others([], words, answer="words").details["matched"]["index"] == 0
    for answer in ("blank", "cut_off", "filtered", None):
        assert with_others([], words, answer=answer).verdict == "no_call"
    assert with_others([], answer="words").verdict == "no_call"


@pytest.mark.parametrize(
    ("answer", "score", "verdict"),
    [
        ("words", 1.0, "exact"),
        (None, 1.0, "exact"),
        ("blank", 0.0, "no_answer"),
        ("cut_off", 0.0, "no_answer"),
        ("filtered", 0.0, "no_answer"),
    ],
)
def test_where_no_call_is_due_words_must_be_said(answer: Any, score: float, verdict: str) -> None:
    review = grade_tool_calls([], None, SHOP, answer=answer)
    assert (review.score, review.verdict) == (score, verdict)


@pytest.mark.parametrize("others", ["x", 5, [5], [{}], [{"tool_calls": "x"}], [{"tool_calls": [5]}], [[]], {"a": 1}])
def test_rubbish_for_alternatives_is_no_alternative_and_no_error(others: Any) -> None:
    assert with_others([call("list")], others).verdict == "wrong_tool"


def test_the_standalone_grader_gives_the_same(tmp_path: Path) -> None:
    samples: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for rule, expected, given, _ in RIGHT:
        item = {"expected_output": {"tool_calls": [call(**expected)]}, "tools": SHOP, "argument_rules": [rule]}
        samples += [({"output_tools": [call(**given)]}, item), ({"output_tools": [call(**expected)]}, item)]
    item = {"expected_output": {"tool_calls": [call(id="A")]}, "tools": SHOP, "acceptable": OTHERS}
    for given in ([call("list")], [call(id="C"), call(id="B")], [call(id="d")], [call(id="a")], [], None):
        samples.append(({"output_tools": given, "output_text": "Sure.", "finish_reason": "stop"}, item))
    none_due = {"expected_output": {"tool_calls": []}, "tools": SHOP}
    for text, finish in (("Hello.", "stop"), (" ", "stop"), ("Hel", "length"), ("x", "content_filter"), (None, None)):
        samples.append(({"output_tools": None, "output_text": text, "finish_reason": finish}, none_due))
    for mode in ("schema", "exact"):
        rules = MatchRules(mode=mode)  # type: ignore[arg-type]
        got = run(tmp_path, standalone_grader(rules), samples)
        for (sample, each), found in zip(samples, got, strict=True):
            assert found == json.loads(json.dumps(_local_review(sample, each, rules)))


def _local_review(sample: Any, item: Any, rules: MatchRules) -> list[Any]:
    from evalwright.scoring import answer_in_words

    review = grade_tool_calls(
        item["expected_output"]["tool_calls"],
        sample["output_tools"],
        item["tools"],
        rules=rules,
        argument_rules=item.get("argument_rules"),
        acceptable=item.get("acceptable"),
        answer=answer_in_words(sample),
    )
    details = {key: value for key, value in review.details.items() if key != "schema_valid"}
    return [review.score, review.verdict, review.reason, details]
