"""No false alarms: values that are taken from the conversation, by any of the named ways, always have a source."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.workbench import audit

IDS = st.from_regex(r"#?[A-Z]{1,3}[0-9]{3,8}|[a-z]{3,8}_[a-z]{3,8}_[0-9]{4}", fullmatch=True)
WORDS = st.text(st.characters(categories=("Lu", "Ll", "Lo", "Nd")), min_size=1, max_size=12)
MAILS = st.from_regex(r"[a-z]{2,8}\.[a-z]{2,8}@example\.(com|org)", fullmatch=True)
MONEY = st.decimals(min_value=10, max_value=9999, places=2).map(float)
NAMES = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True)
LEAVES = st.one_of(IDS, WORDS, MAILS, MONEY, st.integers(0, 10**9))
BEFORE = st.sampled_from(["My id is ", "编号是", "(", "see: ", "订单"])
AFTER = st.sampled_from([".", "，谢谢", ")", "?", " please", "\n"])


def conversation(user: str, result: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    def calls(name: str, passed: dict[str, Any], call_id: str) -> dict[str, Any]:
        function = {"name": name, "arguments": json.dumps(passed)}
        return {"role": "assistant", "tool_calls": [{"id": call_id, "type": "function", "function": function}]}

    return {
        "messages": [
            {"role": "system", "content": "Help people."},
            {"role": "user", "content": user},
            calls("look", {}, "1"),
            {"role": "tool", "tool_call_id": "1", "content": json.dumps(result)},
            calls("act", arguments, "2"),
        ]
    }


def complaints(record: dict[str, Any]) -> list[str]:
    return [finding.text for finding in audit(record, rules=["ungrounded-argument", "id-drift"]).findings]


@settings(max_examples=150, deadline=None)
@given(BEFORE, st.one_of(IDS, MAILS, NAMES), AFTER)
def test_what_the_user_said_has_a_source(before: str, value: str, after: str) -> None:
    assert complaints(conversation(f"{before}{value}{after}", {}, {"value": value})) == []


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(WORDS, st.one_of(LEAVES, st.lists(LEAVES, max_size=4)), min_size=1, max_size=6), st.data())
def test_what_a_tool_returned_has_a_source(result: dict[str, Any], data: st.DataObject) -> None:
    values = [inner for value in result.values() for inner in (value if isinstance(value, list) else [value])]
    taken = data.draw(st.lists(st.sampled_from(values), max_size=5)) if values else []
    assert complaints(conversation("Hi", result, {"values": taken, "nested": {"first": taken[:1]}})) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(MONEY, min_size=2, max_size=6), st.integers(0, 5), st.integers(0, 5))
def test_sums_and_differences_of_amounts_have_a_source(amounts: list[float], one: int, other: int) -> None:
    first, second = (Decimal(repr(amounts[at % len(amounts)])) for at in (one, other))
    result = {"items": [{"price": amount} for amount in amounts]}
    total = sum((Decimal(repr(amount)) for amount in amounts), Decimal(0))
    passed = {"sum": float(first + second), "total": float(total)}
    if abs(first - second) > 0:
        passed["difference"] = float(first - second)
    assert complaints(conversation("Hi", result, passed)) == []


@settings(max_examples=60, deadline=None)
@given(NAMES, NAMES)
def test_names_split_and_joined_have_a_source(first: str, last: str) -> None:
    split = conversation(f"I am {first} {last}.", {}, {"first_name": first, "last_name": last})
    joined = conversation("Hi", {"first_name": first, "last_name": last}, {"name": f"{first} {last}"})
    assert complaints(split) == complaints(joined) == []


@settings(max_examples=60, deadline=None)
@given(st.dates())
def test_dates_in_other_formats_have_a_source(day: Any) -> None:
    if day.year < 1000:
        return
    for said in (
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
    ):
        assert complaints(conversation(f"On {said} please", {}, {"day": day.isoformat()})) == []


@settings(max_examples=60, deadline=None)
@given(IDS, st.integers(0, 9))
def test_an_id_with_one_digit_more_has_none(value: str, digit: int) -> None:
    assert len(complaints(conversation(f"It is {value}.", {"id": value}, {"value": f"{value}{digit}"}))) == 1
