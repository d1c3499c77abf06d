"""What a grade is: the score and the verdict of every case, and a reason that a person understands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from evalwright.scoring import NEXT_CALL_METRICS, MatchRules, grade_tool_calls, metric_values

from .scoring_help import SHOP, call, grade, text_call, vectors

MODES = ("schema", "exact", "foundry")


@pytest.mark.parametrize(("mode", "key"), [("schema", "score"), ("exact", "score_exact"), ("foundry", "score_foundry")])
def test_worked_cases_have_their_scores(mode: str, key: str) -> None:
    cases = [case for case in vectors() if key in case]
    assert len(cases) > 30
    rules = MatchRules(mode=mode)  # type: ignore[arg-type]
    for case in cases:
        review = grade_tool_calls(case["expected"], case["given"], case["tools"], rules=rules)
        assert (case["id"], review.score) == (case["id"], case[key])
        if mode == "schema":
            assert (case["id"], review.verdict) == (case["id"], case["verdict"])


A, B, C = call(id="A"), call(id="B"), call(id="C")
BROKEN = text_call("{")


@pytest.mark.parametrize(
    ("expected", "given", "score", "verdict"),
    [
        ([], [], 1.0, "exact"),
        (None, None, 1.0, "exact"),
        ([A], [A], 1.0, "exact"),
        ([A], [B], 0.5, "wrong_arguments"),
        ([A], [call("list")], 0.0, "wrong_tool"),
        ([A], [], 0.0, "no_call"),
        ([A], None, 0.0, "no_call"),
        ([], [A], 0.0, "unexpected_call"),
        ([], [BROKEN], 0.0, "malformed_call"),
        ([A], [BROKEN], 0.0, "malformed_call"),
        ([A], [A, BROKEN], 0.666667, "malformed_call"),
        ([A], {"name": "order"}, 0.0, "malformed_call"),
        ([A], "order", 0.0, "malformed_call"),
        ([A, B], [B, A], 1.0, "exact"),
        ([A, B], [C, A], 0.75, "wrong_arguments"),
        ([A, B], [A, call("list")], 0.5, "wrong_tool"),
        ([A, B], [C, call("list")], 0.25, "wrong_tool"),
        ([A], [B, call("list")], 0.333333, "extra_call"),
        ([A, call("list")], [B], 0.333333, "missing_call"),
        ([A], [A] * 3, 0.5, "extra_call"),
        ([BROKEN], [A], None, "invalid_item"),
        ([A, "x"], [A], None, "invalid_item"),
        ("order", [A], None, "invalid_item"),
    ],
)
def test_score_and_verdict(expected: Any, given: Any, score: float | None, verdict: str) -> None:
    review = grade(expected, given)
    assert (review.score, review.verdict) == (score, verdict)


def test_broken_gold_is_never_a_pass_even_if_the_reply_is_broken_alike() -> None:
    assert grade([BROKEN], [BROKEN]).verdict == "invalid_item"


def test_matching_finds_the_best_total_where_greedy_does_not() -> None:
    # {} is the same as both others, but null and the default are not the same as each other: with {} given away to
    # the first call, the second would be left with half a point.
    bare, null, default = call(id="A"), call(id="A", kept=None), call(id="A", kept=10)
    assert grade([bare, null], [bare, default]).score == 1.0
    assert grade([null], [default]).score == 0.5


def test_details_say_what_was_compared() -> None:
    review = grade([call(id="A", rate=0.5)], [call(id="B", rate=0.5, limit=10)])
    assert review.details == {
        "expected": [{"name": "order", "arguments": {"id": "A", "rate": 0.5}}],
        "given": [{"name": "order", "arguments": {"id": "B", "rate": 0.5, "limit": 10}}],
        "arguments": [{"path": "id", "kind": "different", "expected": "A", "given": "B"}],
        "rules": ["schema_default"],
        "said": {"reason": review.reason.told()},  # type: ignore[attr-defined]
        "schema_valid": True,
    }


def test_unreadable_calls_are_shown_with_the_reason() -> None:
    (shown,) = grade([A], [text_call('{"id": 1, "id": 2}')]).details["given"]
    assert shown["name"] == "order"
    assert "twice" in shown["unreadable"]


@pytest.mark.parametrize(
    ("given", "valid"),
    [
        ([], True),
        ([A], True),
        ([call(id=5)], False),
        ([call()], False),
        ([call("nothing")], False),
        ([A, BROKEN], False),
        ([call("list")], True),
    ],
)
def test_schema_valid_is_about_the_calls_made(given: Any, valid: bool) -> None:
    assert grade([A], given).details["schema_valid"] is valid


BROKEN_SCHEMA = {"type": "function", "function": {"name": "order", "parameters": {"type": "nonsense"}}}


@pytest.mark.parametrize(
    ("tools", "given", "valid"),
    [
        ([], [A], None),
        ([], [A, BROKEN], False),
        ([], [], True),
        ([BROKEN_SCHEMA], [A], None),
        ([BROKEN_SCHEMA], [call("nothing")], False),
        ([{"function": {"name": "order", "parameters": "what?"}}], [A], None),
    ],
)
def test_what_cannot_be_known_of_a_call_is_not_zero(tools: Any, given: Any, valid: bool | None) -> None:
    review = grade_tool_calls([A], given, tools)
    assert review.details["schema_valid"] is valid
    assert metric_values(review).get("schema_valid") == (None if valid is None else float(valid))


def test_reason_names_the_argument_and_where_both_values_stand() -> None:
    places = {"noah_80279": "nowhere", "noah_6181": "the result of find_user"}
    review = grade_tool_calls(
        [call("user", user_id="noah_6181")], [call("user", user_id="noah_80279")], source=lambda v: places[str(v)]
    )
    assert review.reason == (
        'right tool, but user_id is "noah_80279", which stands nowhere in the conversation; '
        'expected "noah_6181", which stands in the result of find_user'
    )
    (found,) = review.details["arguments"]
    assert found["given_source"] == "nowhere"
    assert found["expected_source"] == "the result of find_user"


def test_a_value_that_is_not_there_has_no_source() -> None:
    review = grade_tool_calls([call(a=1)], [call(b=2)], source=lambda _: "user message 1")
    missing, extra = review.details["arguments"]
    assert "given_source" not in missing and missing["expected_source"] == "user message 1"
    assert "expected_source" not in extra and extra["given_source"] == "user message 1"


@pytest.mark.parametrize(
    ("expected", "given", "reason"),
    [
        ([], [], "no call was due and none was made"),
        ([A], [A], "right tool and arguments"),
        ([A], [call(id="A", limit=10)], "right tool and arguments, by schema_default"),
        ([A], [call()], 'right tool, but id is missing; expected "A"'),
        ([A], [call(id="A", limit=7)], "right tool, but limit is 7, where nothing was expected"),
        ([A], [call(id=5)], 'right tool, but id is the number 5; expected the text "A"'),
        ([A], [call(id="B", limit=7)], 'right tool, but id is "B"; expected "A"; 1 more difference'),
        ([A, B], [A, C], 'right tools, but in order id is "C"; expected "B"'),
        ([A], [call("list")], "called list; expected order"),
        ([A], [call("orders")], "called orders, which is not among the tools; expected order"),
        ([A], [], "no call was made; expected order"),
        ([], [A], "called order, though no call was due"),
        ([A], [A, B], "2 calls made where 1 was due; not expected: order"),
        ([A, B], [B], "1 call made where 2 were due; missing: order"),
        ([A], [text_call("[]")], "the call of order cannot be read: its arguments are a list, not an object"),
        ([None], [A], "the expected call cannot be read: it is null, not an object"),
    ],
)
def test_reasons(expected: Any, given: Any, reason: str) -> None:
    assert grade(expected, given).reason == reason


def test_a_reason_stays_one_short_line_whatever_the_reply_holds() -> None:
    review = grade([A], [call(id="\x1b[31m\n\u202e" + "x" * 100_000)])
    assert review.reason.isprintable()
    assert len(review.reason) < 300
    assert len(review.details["arguments"][0]["given"]) > 100_000


HOSTILE_CALLS = [
    "order",
    5,
    None,
    [],
    {},
    {"function": None},
    {"function": "order"},
    {"function": {"name": None, "arguments": "{}"}},
    {"function": {"name": ["order"], "arguments": "{}"}},
    text_call('{"id": NaN}'),
    text_call("[" * 100_000),
    text_call('{"id": ' + "[" * 100 + "]" * 100 + "}"),
    text_call('{"id": ' + "9" * 5000 + "}"),
    text_call('{"id": 1e999999999}'),
    text_call('{"id": "' + "x" * 1_000_000 + '"}'),
    text_call('{"id": [' + "1," * 100_000 + "1]}"),
    text_call('{"id": "\\ud800"}'),
    text_call({"id": float("nan")}),
    text_call({1: 2}),
    text_call({"id": {1, 2}}),
    text_call(b"{}"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hostile", HOSTILE_CALLS, ids=lambda value: str(value)[:30])
def test_hostile_calls_are_graded(hostile: Any, mode: str) -> None:
    for expected, given in (([A], [hostile]), ([hostile], [A]), ([hostile], [hostile]), ([], hostile), ([A], hostile)):
        review = grade(expected, given, mode)
        assert review.score is None or 0.0 <= review.score <= 1.0
        json.dumps(review.details, allow_nan=False)


def test_five_thousand_digits_and_a_hundred_levels_are_compared_exactly() -> None:
    long, deep = '{"id": ' + "9" * 5000 + "}", '{"id": ' + "[" * 100 + "1" + "]" * 100 + "}"
    assert grade([text_call(long)], [text_call(long)]).score == 1.0
    assert grade([text_call(long)], [text_call(long.replace("9}", "8}"))]).score == 0.5
    assert grade([text_call(deep)], [text_call(deep)]).score == 1.0
    assert grade([text_call(deep)], [text_call(deep.replace("1", "2"))]).score == 0.5


def test_no_more_differences_are_listed_than_can_be_read() -> None:
    many = text_call(json.dumps({"items": ["x"] * 10_000}))
    assert len(grade([call(items=[])], [many]).details["arguments"]) == 100


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["1", "\u00e9", "e\u0301"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "limit", "note", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["id", "limit", "rate", "note", "items", "address"]), JSON, max_size=4)
CALLS = st.builds(call, st.sampled_from(["order", "list"])) | st.builds(
    lambda arguments, text: text_call(json.dumps(arguments) if text else arguments), ARGUMENTS, st.booleans()
)
ANYTHING = (
    st.lists(CALLS | JSON | st.builds(lambda v: {"function": v}, JSON) | st.builds(text_call, JSON), max_size=3) | JSON
)


@settings(max_examples=150, deadline=None)
@drawn(ANYTHING, ANYTHING, st.sampled_from(MODES), JSON)
def test_nothing_raises(expected: Any, given: Any, mode: str, tools: Any) -> None:
    review = grade(expected, given, mode)
    assert (review.score is None) == (review.verdict == "invalid_item")
    assert (review.score == 1.0) == (review.verdict == "exact")
    json.dumps(review.details, allow_nan=False)
    for value in metric_values(review).values():
        assert 0.0 <= value <= 1.0
    grade_tool_calls(expected, given, tools)


@settings(max_examples=150, deadline=None)
@drawn(st.lists(CALLS, max_size=3), st.lists(CALLS, max_size=3), st.sampled_from(["schema", "exact"]))
def test_which_side_is_which_does_not_change_the_score(one: Any, other: Any, mode: str) -> None:
    forth, back = grade(one, other, mode), grade(other, one, mode)
    if forth.score is not None and back.score is not None and "malformed_call" not in (forth.verdict, back.verdict):
        assert forth.score == back.score
        assert forth.details["rules"] == back.details["rules"] or len(one) > 1 or len(other) > 1


@settings(max_examples=80, deadline=None)
@drawn(st.lists(CALLS, max_size=3))
def test_a_readable_answer_equals_itself(calls: Any) -> None:
    review = grade(calls, calls)
    assert review.score in (1.0, None)


def test_the_hash_seed_changes_nothing() -> None:
    program = (
        "import json, sys; from scoring_help import call, grade\n"
        "calls = [call(id=str(n % 3), limit=n % 2 * 10, note=None, x=n) for n in range(6)]\n"
        "r = grade(calls, calls[::-1][:5] + [call('list')])\n"
        "print(json.dumps([r.score, r.verdict, r.reason, r.details]))"
    )
    here = str(Path(__file__).parent)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([*sys.path, here])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1 and outputs != {b""}


@pytest.mark.parametrize(
    ("expected", "given", "values"),
    [
        ([A], [A], (1.0, 1.0, 1.0, 1.0)),
        ([A], [B], (0.5, 0.0, 1.0, 1.0)),
        ([A], [call("list")], (0.0, 0.0, 0.0, 1.0)),
        ([], [], (1.0, 1.0, 1.0, 1.0)),
        ([A], [], (0.0, 0.0, 0.0, 1.0)),
        ([A], [BROKEN], (0.0, 0.0, 0.0, 0.0)),
        ([A], [A, A], (0.666667, 0.0, 0.0, 1.0)),
        ([A, call("list")], [call("list"), B], (0.75, 0.0, 1.0, 1.0)),
    ],
)
def test_metric_values(expected: Any, given: Any, values: tuple[float, ...]) -> None:
    assert metric_values(grade(expected, given)) == dict(zip((m.name for m in NEXT_CALL_METRICS), values, strict=True))


def test_an_invalid_item_has_no_values() -> None:
    assert metric_values(grade([BROKEN], [A])) == {}


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="schema, exact, foundry"):
        MatchRules(mode="fuzzy")  # type: ignore[arg-type]


def test_tools_are_found_in_both_shapes() -> None:
    assert [tool.get("name") for tool in SHOP] == [None, "list"]
    assert grade([call("list")], [call("list")]).details["schema_valid"] is True
