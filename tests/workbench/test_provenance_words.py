"""Values that follow from words are grounded by a named transform, in English and Chinese; ids from nowhere are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evalwright import audit
from evalwright.workbench import Provenance


def traced(text: str, value: Any) -> str | None:
    found = Provenance([{"role": "user", "content": text}]).trace(value)
    return found.transform if found.known else "nowhere"


@pytest.mark.parametrize(
    ("text", "value", "transform"),
    [
        ("Convert 100 Euros, please", "EUR", "currency code"),
        ("请换成人民币", "CNY", "currency code"),
        ("How much is that in USD?", "dollars", "currency name"),
        ("请翻译成法语", "fr", "language code"),
        ("Say it in Japanese", "ja", "language code"),
        ("我住在德国", "DE", "country code"),
        ("Ship it to the United States", "USA", "country code"),
        ("I live in California", "CA", "state code"),
        ("从北京出发", "PEK", "airport code"),
        ("A flight to San Francisco", "SFO", "airport code"),
        ("巴黎天气怎么样", "Paris", "city name"),
        ("What does Apple stock cost?", "AAPL", "ticker code"),
        ("in degrees centigrade", "celsius", "unit name"),
        ("a parcel of 5 kg", "kilogram", "unit name"),
        ("每月提醒我", "monthly", "unit code"),
        ("How many dollars?", "dollar", "word form"),
        ("Find me a city", "cities", "word form"),
        ("next March", 3, "month code"),
        ("下周一见", "monday", "weekday name"),
        ("Set a timer for a minute", 60, "duration"),
        ("a mortgage over 30 years", 360, "duration"),
        ("半小时后", 1800, "duration"),
        ("三个月", 90, "duration"),
    ],
)
def test_a_value_follows_from_words(text: str, value: Any, transform: str) -> None:
    assert traced(text, value) == transform


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Look at order #W1234", "#W1243"),
        ("You may go now", 5),
        ("I have 100 yen", "EUR"),
        ("Book me a flight", "BKK"),
        ("它值一百欧元", "CNY"),
        ("A loan over 30 years", 361),
        ("my user is anna_3456", "anna_3457"),
    ],
)
def test_what_does_not_follow_stays_without_a_source(text: str, value: Any) -> None:
    assert traced(text, value) == "nowhere"


def called(text: str, code: str) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "fly", "arguments": json.dumps({"origin": code})}}
    said = [
        {"role": "user", "content": text},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "ok"},
        {"role": "assistant", "content": "Done."},
    ]
    schema = {"type": "object", "properties": {"origin": {"type": "string"}}}
    return {"messages": said, "tools": [{"type": "function", "function": {"name": "fly", "parameters": schema}}]}


def test_a_code_that_may_follow_from_a_name_is_a_remark() -> None:
    rules = ["ungrounded-argument", "inferred-code"]
    found = audit([called("Fly me out of New York", "JFK")], rules=rules).findings
    assert [(hit.rule, hit.severity) for hit in found] == [("inferred-code", "info")]
    assert "airport code" in found[0].text
    assert [hit.rule for hit in audit([called("Fly me out of New York", "BKK")], rules=rules).findings] == [rules[0]]
