"""Rules as somebody writes them: what is meant is read, what cannot be meant is named by line with a cure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.errors import UsageError
from evalwright.synth import Rules, rules_from

TOOLS: list[Any] = [
    {
        "type": "function",
        "function": {"name": name, "parameters": {"type": "object", "properties": dict.fromkeys(takes)}},
    }
    for name, takes in {
        "find_patient": ("name", "birth_date"),
        "list_doctors": (),
        "book_visit": ("patient_id", "slot_id", "reason"),
        "move_visit": ("patient_id", "visit_id", "slot_id"),
        "transfer_to_human": ("summary",),
    }.items()
]
CLINIC: list[dict[str, Any]] = [
    {"confirm": "book_*, move_*", "unnamed": ["patient_id", "slot_id"], "line": 3},
    {"before": "*", "except": ["list_doctors"], "call": "find_patient", "same": "patient_id", "line": 5},
    {"directly_after": "find_patient", "call": "list_doctors", "line": 9},
    {"at_most": 1, "tools": "*", "per": "message", "line": 11},
    {"says_after": "transfer_to_human", "en": ["You are being transferred."], "zh": "正在为您转接。", "line": 14},
    {"one": "patient_id", "found_by": ["find_patient"], "line": 17},
]


def read(*rules: Any, **more: Any) -> Rules:
    return rules_from(list(rules), TOOLS, **more)


def test_rules_that_are_meant_are_read_without_a_finding() -> None:
    found = read(*CLINIC, languages=("en", "zh"))
    assert found.findings == ()
    assert [rule.heading.line for rule in found.rules] == [3, 5, 9, 11, 14, 17]
    assert found.data[3] == {"at_most": 1, "tools": "*", "per": "message"}
    assert rules_from(list(found.data), TOOLS).findings == ()


def test_the_engine_is_told_what_needs_a_yes_and_what_to_name() -> None:
    rules = read(*CLINIC)
    assert rules.confirmation("move_visit") is not None
    assert rules.confirmation("find_patient") is None
    given_ = {"patient_id": "P1", "slot_id": "S1", "reason": "a cough", "note": ""}
    assert rules.arguments_to_name("book_visit", given_) == ["reason"]
    assert rules.arguments_to_name("find_patient", given_) == []
    after = rules.said_after("transfer_to_human")
    assert after is not None and after.sentences["zh"] == ("正在为您转接。",)


def test_what_a_star_stands_for_does_not_go_before_itself() -> None:
    (rule,) = read({"before": "*", "call": "find_patient"}).rules
    assert "find_patient" not in rule.tools and "book_visit" in rule.tools  # type: ignore[union-attr]


MISTAKES: list[tuple[Any, str, str]] = [
    ({"confrim": "book_visit"}, "confrim: no kind of rule", "'confirm'"),
    ({}, "no kind of rule", "confirm, before"),
    ("confirm everything", "no mapping", "confirm, before"),
    ({"confirm": "book_visit", "before": "*", "call": "find_patient"}, "both confirm and before", "two rules"),
    ({"confirm": "book_visit", "unamed": ["slot_id"]}, "has no unamed", "'unnamed'"),
    ({"before": "book_visit"}, "needs call", "Add call"),
    ({"confirm": "book_vist"}, "names book_vist", "'book_visit'"),
    ({"confirm": "cancel_*"}, "names cancel_*", "find_patient"),
    ({"confirm": []}, "wrong form", "names"),
    ({"confirm": "book_visit", "except": "book_*"}, "never finds anything", "Except fewer"),
    ({"confirm": "book_visit", "unnamed": "slotid"}, "argument slotid", "'slot_id'"),
    ({"before": "book_visit", "call": "find_patient", "same": "doctor"}, "argument doctor", "patient_id"),
    ({"before": "book_visit", "call": "book_visit"}, "no conversation can keep", ""),
    ({"at_most": "one", "tools": "*"}, "wrong form", "whole number"),
    ({"at_most": True, "tools": "*"}, "wrong form", "whole number"),
    ({"at_most": 1, "per": "day"}, "wrong form", "message or conversation"),
    ({"at_most": 1, "tools": "book_visit", "each": "visit"}, "argument visit", "patient_id"),
    ({"says_after": "transfer_to_human", "en": [3]}, "wrong form", "word for word"),
    ({"says_after": "transfer_to_human", "en": "Bye.", "ends": "no"}, "wrong form", "true or false"),
    ({"one": "patient_id"}, "needs found_by", "Add found_by"),
    ({"one": "patient", "found_by": "find_patient"}, "argument patient", "'patient_id'"),
    ({"confirm": "book_visit", "name": ["a", "b", "c"]}, "up to two names", "name:"),
    ({"before": "*", "call": "find_patient", "name": "no login!"}, "one name", "name:"),
    ({"confirm": "book_visit", "severity": "fatal"}, "wrong form", "error or warning"),
    ({"confirm": "book_visit", "unless": "seed"}, "wrong form", "metadata"),
    ({"confirm": "book_visit", "severity": "warning"}, "needs a name", "name:"),
    ({"confirm": "book_visit", "name": "duplicate"}, "another check", "name:"),
    ({"confirm": "book_visit", "name": "unseen-id"}, "another check", "name:"),
    ({"confirm": "book_visit", "said_as": {"reason": ["(a|b"]}}, "wrong form", "words"),
    ({"confirm": "book_visit", "said_as": {"reason": {"x": "(a|b)" * 60}}}, "wrong form", "words"),
    ({"confirm": "book_visit", "called": ["waiting"]}, "called", "other words"),
    ({"confirm": "book_visit", "called": {"pending": [3]}}, "called", "other words"),
    ({"confirm": "book_visit", "called": {"pending": 3}}, "called", "other words"),
]


@pytest.mark.parametrize(("rule", "problem", "cure"), MISTAKES, ids=[text for _, text, _ in MISTAKES])
def test_what_cannot_be_meant_is_named_by_line(rule: Any, problem: str, cure: str) -> None:
    written = rule | {"line": 7} if isinstance(rule, dict) else rule
    found = read(written).findings[0]
    assert problem in found.message and cure in found.cure
    assert found.line == (7 if isinstance(rule, dict) else 0)
    with pytest.raises(UsageError, match="clinic"):
        read(written).expect_sense("clinic")


def test_rules_that_exclude_each_other_are_named() -> None:
    circle = [
        {"before": "book_visit", "call": "move_visit", "line": 1},
        {"before": "move_visit", "call": "book_visit", "line": 2},
    ]
    assert [found.line for found in read(*circle).findings] == [1, 2]
    forbidden = [{"at_most": 0, "tools": "find_patient", "line": 1}, {"before": "*", "call": "find_patient", "line": 2}]
    assert [found.line for found in read(*forbidden).findings] == [2]


def test_a_language_without_its_sentence_is_named() -> None:
    after = {"says_after": "transfer_to_human", "en": "Bye.", "line": 4}
    (found,) = read(after, languages=("en", "zh")).findings
    assert found.line == 4 and "zh" in found.message
    assert read(after, languages=("en",)).findings == ()


def test_without_the_tools_only_the_form_is_looked_at() -> None:
    assert rules_from([{"confirm": "anything_*"}]).findings == ()
    assert rules_from({"confirm": "x"}).findings[0].message


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["book_visit", "*", "find_patient"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        "confirm",
        "before",
        "directly_after",
        "at_most",
        "says_after",
        "one",
        "call",
        "same",
        "except",
        "unnamed",
        "tools",
        "per",
        "each",
        "name",
        "unless",
        "ends",
        "en",
        "found_by",
        "things",
        "severity",
        "succeeding",
        "line",
    ]
)


@given(st.lists(JSON | st.dictionaries(KEYS, JSON, max_size=5), max_size=4))
def test_any_data_give_rules_or_findings(data: list[Any]) -> None:
    found = rules_from(data, TOOLS)
    assert len(found.rules) + len(found.findings) >= len(data)
