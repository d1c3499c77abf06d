"""Curating: which conversations are kept, by which rule the others fall, and what a rules file may say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.errors import UsageError
from evalwright.workbench.curate import CurateRules, Sequence, curate

from ..conftest import read_jsonl, write_jsonl
from .talks import answer, call, good, record, replied, said


def fell(records: list[dict[str, Any]], **rules: Any) -> dict[str, int]:
    """How many fall to each rule that anything fell to."""
    return dict(+curate(records, rules=rules).fell)


def found(**later: Any) -> dict[str, Any]:
    """Somebody is found; what comes next is up to the test."""
    return record(
        "r",
        said("I am ann@example.com, order #W1001"),
        call(0, "find_user_id_by_email", email="ann@example.com"),
        answer(0, later.pop("result", {"user_id": "ann_1"})),
        replied("One moment."),
        call(1, later.pop("name", "get_user_details"), **later),
        answer(1, {"user_id": "ann_1"}),
        replied("Done."),
    )


SEQUENCE = "find_* -> get_user_details"
RULE = f"sequence {SEQUENCE}"


def test_a_sequence_is_the_very_next_call_whatever_is_said_in_between() -> None:
    assert fell([found(user_id="ann_1")], sequence=SEQUENCE) == {}
    assert fell([found(name="get_order_details", order_id="#W1001")], sequence=SEQUENCE) == {RULE: 1}


def test_a_sequence_must_occur_and_must_not_break_off() -> None:
    nobody = record("n", said("Hi"), replied("Hello"))
    unfinished = record("u", said("a@example.com"), call(0, "find_user_id_by_email", email="a@example.com"))
    done = curate([nobody, unfinished], rules={"sequence": SEQUENCE})
    assert [rejection.reasons[0].text for rejection in done.rejections] == [
        "no call matches find_*",
        "find_user_id_by_email is the last call, get_user_details should follow",
    ]


def test_one_broken_sequence_beside_a_whole_one_is_a_violation() -> None:
    twice = good()
    twice["messages"] += [
        said("And ben@example.com?"),
        call(7, "find_user_id_by_email", email="ben@example.com"),
        answer(7, "{}"),
        replied("No."),
    ]
    assert fell([twice], sequence=SEQUENCE) == {RULE: 1}


@pytest.mark.parametrize(
    ("result", "passed"),
    [
        ({"user_id": "ann_1"}, "ann_1"),
        ({"id": "ann_1", "name": "Ann"}, "ann_1"),
        ({"user": {"user_id": "ann_1"}}, "ann_1"),
        ("ann_1", "ann_1"),
        ('"ann_1"', "ann_1"),
        ({"user_id": 17}, 17),
    ],
)
def test_same_ties_an_argument_to_what_the_call_before_returned(result: Any, passed: Any) -> None:
    tied = {"calls": SEQUENCE, "same": "user_id"}
    assert fell([found(result=result, user_id=passed)], sequence=tied) == {}
    assert fell([found(result=result, user_id="ben_2")], sequence=tied) == {"same user_id": 1}


def test_same_wants_a_result_that_is_known_already() -> None:
    tied = {"calls": SEQUENCE, "same": "user_id"}
    both = call(0, "find_user_id_by_email", email="ann@example.com")
    both["tool_calls"] += call(1, "get_user_details", user_id="ann_1")["tool_calls"]
    together = record("p", said("ann@example.com"), both, answer(0, {"user_id": "ann_1"}), answer(1, "{}"))
    assert fell([together], sequence=tied) == {"same user_id": 1}
    assert fell([found(email="x")], sequence=tied) == {"same user_id": 1}


def test_a_conversation_may_fail_several_rules_and_counts_once_in_each() -> None:
    bad = record("b", said("Hi"), call(0, "get_order_details", order_id="#W9"), answer(0, "{}"), replied("Ok"))
    done = curate([bad, good()], rules="authenticate-first")
    assert (done.kept, done.kept_ids) == (1, ["good"])
    assert done.rejections[0].rules == (RULE, "grounded")
    assert done.to_dict()["rules"] == {
        RULE: 1,
        "same user_id": 0,
        "schema_valid": 0,
        "grounded": 1,
        "audit id-drift": 0,
    }


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ({"schema_valid": True}, "schema_valid"),
        ({"answered": True}, "answered"),
        ({"min_calls": 2}, "min_calls"),
        ({"max_messages": 1}, "max_messages"),
        ({"max_calls": 0}, "max_calls"),
        ({"min_messages": 3}, "min_messages"),
        ({"uses": ["get_*", "find_*"]}, "uses find_*"),
        ({"not_uses": "get_*"}, "not_uses get_*"),
        ({"audit": "ends-on-call"}, "audit ends-on-call"),
    ],
)
def test_each_rule_finds_its_fault_and_keeps_what_is_good(rules: dict[str, Any], rule: str) -> None:
    bad = record("b", said("Hi"), call(0, "get_order_details", wrong="#W9"))
    assert fell([bad], **rules) == {rule: 1}
    sound = {key: value for key, value in rules.items() if key in ("schema_valid", "answered", "min_calls", "audit")}
    if sound:
        assert fell([good()], **sound) == {}


def test_duplicates_are_dropped_and_a_rejected_one_pushes_nobody_out() -> None:
    story = "I ordered a blue kettle two weeks ago and it has not come yet, can you please tell me where it is now?"
    bad = good("bad", story=story)
    bad["messages"] = bad["messages"][:-1]
    twins = [bad, good("one", story=story), good("two", story=story), good("other", "ben_2002", "#W2002", story)]
    done = curate(twins, rules={"dedupe": True, "min_messages": 8})
    assert done.kept_ids == ["one"]
    assert [rejection.rules for rejection in done.rejections] == [("min_messages",), ("dedupe",), ("dedupe",)]


def test_a_plan_is_kept_so_many_times() -> None:
    records = [good(str(number), f"user_{number}") for number in range(4)]
    assert curate(records, rules={"cap_per_plan": 3}).kept_ids == ["0", "1", "2"]


def test_what_is_kept_and_what_is_not_are_both_written(tmp_path: Path) -> None:
    bad = record("b", said("Hi"), replied("Hello"), metadata={"from": "test"})
    source = write_jsonl(tmp_path / "in.jsonl", [good(), bad])
    curate(source, tmp_path / "out.jsonl", {"min_calls": 1}, rejected=tmp_path / "rest.jsonl")
    assert read_jsonl(tmp_path / "out.jsonl") == [good()]
    [rest] = read_jsonl(tmp_path / "rest.jsonl")
    assert rest["messages"] == bad["messages"]
    reasons = [{"rule": "min_calls", "text": "0 calls, at least 1 are wanted"}]
    assert rest["metadata"] == {"from": "test", "rejected_by": reasons}


def test_flags_add_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("uses: get_*\nmin-calls: 5\n", encoding="utf-8")
    rules = CurateRules.read(path, {"uses": ("find_*",), "min_calls": 0, "max_calls": None, "grounded": False})
    assert rules == CurateRules(uses=("get_*", "find_*"), min_calls=0)
    assert CurateRules.read("authenticate-first").sequence == (Sequence(("find_*", "get_user_details"), ("user_id",)),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("groundet: true", "Did you mean 'grounded'?"),
        ("sequence: {call: a -> b}", "Did you mean 'calls'?"),
        ("sequence: get_user_details", "is no sequence of calls"),
        ("sequence: 'a -> '", "is no sequence of calls"),
        ("min_calls: many", "is not a whole number"),
        ("cap_per_plan: 0", "is not a whole number from 1 up"),
        ("grounded: maybe", "is not true or false"),
        ("uses: [1]", "is not a name or a list of names"),
        ("{min_calls: 3, max_calls: 2}", "nothing could be kept"),
        ("name: empty", "no rule is given"),
        ("audit: near-duplicates", "Did you mean 'near-duplicate'?"),
        ("audit: leaked-entity", "is about whole files"),
        ("!!python/object/apply:os.system [true]", "not YAML"),
        ("[1, 2", "not YAML"),
        ("- 1", "holds no rules"),
        ("free_form: 3", "is not a mapping"),
    ],
)
def test_a_wrong_rules_file_is_refused_with_the_cure(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=words.replace("?", r"\?")):
        curate([good()], rules=path)


def test_declared_free_parameters_are_not_asked_for_their_source() -> None:
    made_up = found(name="get_order_details", order_id="#W777")
    assert fell([made_up], grounded=True) == {"grounded": 1}
    assert fell([made_up], grounded=True, free_form={"get_order_details": ["order_id"]}) == {}


_names = st.sampled_from(["find_a", "find_b", "get", "other"])


@settings(max_examples=150, deadline=None)
@given(st.lists(_names, max_size=8))
def test_a_sequence_holds_just_where_every_find_is_followed_by_get(names: list[str]) -> None:
    messages = [call(number, name) for number, name in enumerate(names)]
    finds = [at for at, name in enumerate(names) if name.startswith("find")]
    holds = bool(finds) and all(names[at + 1 : at + 2] == ["get"] for at in finds)
    kept = curate([record("r", said("Hi"), *messages)], rules={"sequence": "find_* -> get"}).kept
    assert kept == int(holds)
