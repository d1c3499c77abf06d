"""Arguments that a model should not have written: each is refused in a sentence that names it."""

from __future__ import annotations

from typing import Any

import pytest

from .helpers import ELSEWHERE, LAMP_WHITE, PENDING, refusal, small_shop


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (None, "must be a JSON object"),
        ([], "must be a JSON object"),
        ("order_id", "must be a JSON object"),
        ({}, "order_id is missing"),
        ({"order_id": PENDING}, "reason is missing"),
        ({"order_id": PENDING, "reason": "no longer needed", "why": "x"}, '"why"'),
        ({"order_id": PENDING, "reason": None}, "reason must be a string"),
        ({"order_id": 1000001, "reason": "no longer needed"}, "order_id must be a string"),
        ({"order_id": {"id": PENDING}, "reason": "no longer needed"}, "order_id must be a string"),
        ({"order_id": "", "reason": "no longer needed"}, "order_id is empty"),
        ({"order_id": "x" * 3000, "reason": "no longer needed"}, "order_id is longer"),
        ({"order_id": "\ud800", "reason": "no longer needed"}, "order_id is not readable"),
    ],
)
def test_malformed_arguments_are_named(arguments: Any, said: str) -> None:
    shop = small_shop()
    assert refusal(shop, "cancel_pending_order", arguments) == "malformed"
    assert said in shop.call("cancel_pending_order", arguments).content


@pytest.mark.parametrize("value", [[], LAMP_WHITE, [1], [None], [[LAMP_WHITE]], {"0": LAMP_WHITE}, [LAMP_WHITE] * 51])
def test_a_list_of_items_is_a_list_of_strings(value: Any) -> None:
    arguments = {"order_id": PENDING, "item_ids": value, "payment_method_id": "paypal_1"}
    assert refusal(small_shop(), "return_delivered_order_items", arguments) == "malformed"


def test_only_the_second_line_of_an_address_may_be_empty() -> None:
    address = {"order_id": PENDING, **ELSEWHERE}
    assert small_shop().call("modify_pending_order_address", address).ok
    for name in ("address1", "city", "state", "country", "zip"):
        assert refusal(small_shop(), "modify_pending_order_address", address | {name: " "}) == "malformed"


@pytest.mark.parametrize("name", ["think", "", "Get_User_Details", None, 3, ["calculate"]])
def test_a_tool_that_is_not_there_is_refused(name: Any) -> None:
    assert refusal(small_shop(), name, {}) == "unknown_tool"


def test_a_long_value_is_cut_in_the_sentence_and_stays_on_one_line() -> None:
    content = small_shop().call("get_order_details", {"order_id": "#W1\n" + "9" * 1000}).content
    assert "\n" not in content and len(content) < 120
