"""Where a value stands in a conversation, and by which named change it came from there."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from evalwright.workbench import Provenance, Source

MESSAGES: list[Any] = [
    {"role": "system", "content": "Refunds take 7 days. Today is 2025-03-04."},
    {"role": "user", "content": "订单#E48210的邮箱是 mei@example.com，数量10件"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "find_user", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": json.dumps({"user_id": "mei_1", "orders": [{"total": 12.5}]})},
    {"role": "assistant", "content": "您的编号是 K-9"},
]
RESULT = {
    "name": {"first_name": "Ada", "last_name": "Byron"},
    "中文": {"姓": "张", "名": "伟"},
    "ids": ["#W100", "#W200"],
    "items": [{"price": 19.5}, {"price": 30.25}, {"price": 7.1}],
    "phone": "+1 (415) 555-0132",
    "balance": 1299.5,
    "method": "credit_card_9",
    "note": 'said "yes"',
}
MORE: list[Any] = [
    {"role": "user", "content": "I'd like two, by March 5th, at 3 pm. Make it 15%, $1,450.00 or 3万. RED shoes, w300."},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "read", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": json.dumps(RESULT)},
]


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("mei_1", "the result of find_user (message 3, $.user_id)"),
        (12.5, "the result of find_user (message 3, $.orders[0].total)"),
        (Decimal("12.50"), "the result of find_user (message 3, $.orders[0].total)"),
        ("#E48210", "user message 1"),
        ("mei@example.com", "user message 1"),
        (10, "user message 1"),
        ("7", "the system prompt"),
        ("K-9", "assistant message 4"),
        ("mei", "user message 1"),
        ("ei_1", "nowhere"),
        (1, "nowhere"),
        ("#E4821", "nowhere"),
        (True, "nowhere"),
        (None, "nowhere"),
        ("", "nowhere"),
    ],
)
def test_a_value_is_found_as_a_whole_token(value: object, place: str) -> None:
    assert Provenance(MESSAGES).source(value) == place


def test_a_list_comes_from_where_its_parts_come_from() -> None:
    places = Provenance(MESSAGES)
    assert places.source(["#E48210", "mei@example.com"]) == "user message 1"
    assert places.source(["#E48210", "#E99999"]) == "nowhere"


def test_hostile_results_are_only_text() -> None:
    hostile: list[Any] = [{"role": "tool", "tool_call_id": "x", "content": "[" * 5000 + "abc"}]
    assert Provenance(hostile).source("abc") == "the result of a tool (message 0)"


@pytest.mark.parametrize(
    ("value", "kind", "transform"),
    [
        ("red", "user", "case or punctuation"),
        ("Credit card 9", "result", "case or punctuation"),
        ("#w300", "user", "'#' added"),
        ("W100", "result", None),
        ("14155550132", "result", "digits only"),
        (1450, "user", "number format"),
        (0.15, "user", "number format"),
        (30000, "user", "number format"),
        (2, "user", "number format"),
        ("2025-03-05", "user", "date format"),
        ("2025-03-05T15:00:00", "user", "date format"),
        ("Ada Byron", "result", "joining"),
        ("张伟", "result", "joining"),
        ("#W100, #W200", "result", "joining"),
        (49.75, "result", "sum or difference"),
        (10.75, "result", "sum or difference"),
        (56.85, "result", "sum or difference"),
        ('said "yes"', "result", None),
        ("Ada Lovelace", "nowhere", None),
        ("#W1", "nowhere", None),
        ("W10", "nowhere", None),
        (12345.67, "nowhere", None),
        ("2025-04-05", "nowhere", None),
        ("#W100, #W999", "nowhere", None),
    ],
)
def test_a_changed_value_is_found_with_the_name_of_the_change(value: Any, kind: str, transform: str | None) -> None:
    found = Provenance(MORE).trace(value)
    assert (found.kind, found.transform) == (kind, transform)


def test_a_result_gives_the_path() -> None:
    found = Provenance(MORE).trace("#W200")
    assert found == Source("result", 2, "$.ids[1]", None, "read")
    assert found.words() == "the result of read (message 2, $.ids[1])"
    assert Provenance(MORE).trace(49.75).words() == "the result of read (message 2), by sum or difference"


def test_only_what_came_before_counts() -> None:
    assert not Provenance(MESSAGES).trace("mei_1", before=3).known
    assert Provenance(MESSAGES).trace("mei_1", before=4).known


def sources(arguments: dict[str, Any], schema: dict[str, Any], **options: Any) -> dict[str, str]:
    function = {"name": "act", "arguments": json.dumps(arguments)}
    calling = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "9", "type": "function", "function": function}],
    }
    provenance = Provenance([*MORE, calling], **options)  # type: ignore[list-item]
    found = provenance.arguments({"act": {"type": "object", "properties": schema}})
    return {argument.path: argument.source.words() for argument in found}


def test_what_the_schema_lists_needs_no_other_source() -> None:
    schema = {
        "reason": {"enum": ["mistake", "other"]},
        "size": {"anyOf": [{"type": "null"}, {"const": "XXL"}]},
        "page": {"type": "integer", "default": 77},
        "fast": {"type": "boolean"},
    }
    found = sources({"reason": "mistake", "size": "XXL", "page": 77, "fast": True}, schema)
    assert found == {
        "reason": "the schema (enum)",
        "size": "the schema (const)",
        "page": "the schema (default)",
        "fast": "the schema (type)",
    }


def test_of_a_calculation_the_numbers_must_have_a_source() -> None:
    schema = {"expression": {"type": "string", "description": "Arithmetic to work out."}}
    assert sources({"expression": "(19.5 + 30.25) * 2"}, schema)["expression"] == "free text, by calculation"
    assert sources({"expression": "19.5 + 888.5"}, schema)["expression"] == "nowhere"


def test_free_text_is_known_by_schema_and_length() -> None:
    text = "The customer wants a refund for a broken lamp and was told to wait."
    assert sources({"summary": text}, {"summary": {"type": "string"}}) == {"summary": "free text"}
    assert sources({"code": text}, {"code": {"type": "string", "pattern": "^.*$"}}) == {"code": "nowhere"}
    assert sources({"topic": "gardening"}, {}) == {"topic": "nowhere"}
    assert sources({"topic": "gardening"}, {}, free_form={"act": ["topic"]}) == {"topic": "free text"}


def test_every_leaf_has_its_path() -> None:
    found = sources({"a": {"b": ["#W100", {"c": "#W777"}]}, "d": []}, {})
    assert found["a.b[0]"] == "the result of read (message 2, $.ids[0])"
    assert found["a.b[1].c"] == "nowhere"
    assert found["d"] == "the schema (type)"


def test_long_words_take_no_long_time() -> None:
    long = "a" * 1_000_000
    messages: list[Any] = [{"role": "user", "content": long}, {"role": "user", "content": "b " * 500_000}]
    assert not Provenance(messages).trace("a").known
    assert Provenance(messages).trace(long).known
