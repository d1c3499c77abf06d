"""Where a value stands in a conversation."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from evalwright.data import Provenance

MESSAGES = [
    {"role": "system", "content": "Refunds take 7 days."},
    {"role": "user", "content": "订单#E48210的邮箱是 mei@example.com，数量10件"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "find_user", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": json.dumps({"user_id": "mei_1", "orders": [{"total": 12.5}]})},
    {"role": "assistant", "content": "您的编号是 K-9"},
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
    assert Provenance(MESSAGES).source(value) == place  # type: ignore[arg-type]


def test_a_list_comes_from_where_its_parts_come_from() -> None:
    places = Provenance(MESSAGES)  # type: ignore[arg-type]
    assert places.source(["#E48210", "mei@example.com"]) == "user message 1"
    assert places.source(["#E48210", "#E99999"]) == "nowhere"


def test_hostile_results_are_only_text() -> None:
    hostile = [{"role": "tool", "tool_call_id": "x", "content": "[" * 5000 + "abc"}]
    assert Provenance(hostile).source("abc") == "the result of a tool (message 0)"  # type: ignore[arg-type]
