"""The tools for returns and exchanges."""

from __future__ import annotations

from typing import Any

import pytest

from .helpers import (
    BENS_CARD,
    CANCELLED,
    CARD,
    DELIVERED,
    LAMP_BLACK,
    LAMP_BRASS,
    LAMP_GREEN,
    LAMP_WHITE,
    MUG_BLUE,
    MUG_WHITE,
    PAYPAL,
    PENDING,
    POOR_GIFT,
    PROCESSED,
    RICH_GIFT,
    balance,
    done,
    refusal,
    small_shop,
)

RETURN = {"order_id": DELIVERED, "item_ids": [MUG_WHITE], "payment_method_id": CARD}
EXCHANGE = {"order_id": DELIVERED, "item_ids": [LAMP_WHITE], "new_item_ids": [LAMP_BLACK], "payment_method_id": CARD}


def test_a_return_is_a_request_that_says_what_and_where_to() -> None:
    order = done(small_shop(), "return_delivered_order_items", **RETURN | {"item_ids": [MUG_WHITE, LAMP_WHITE]})
    assert order["status"] == "return requested"
    assert order["return_items"] == [LAMP_WHITE, MUG_WHITE]
    assert (order["return_payment_method_id"], order["return_refund"]) == (CARD, 50.2)
    assert len(order["payment_history"]) == 1


def test_a_refund_may_go_to_a_gift_card_and_moves_no_money_yet() -> None:
    shop = small_shop()
    done(shop, "return_delivered_order_items", **RETURN | {"payment_method_id": RICH_GIFT})
    assert balance(shop) == 100.0


def test_an_exchange_is_a_request_that_says_what_for_what() -> None:
    both = {"item_ids": [MUG_WHITE, LAMP_WHITE], "new_item_ids": [MUG_BLUE, LAMP_BRASS]}
    order = done(small_shop(), "exchange_delivered_order_items", **EXCHANGE | both)
    assert order["status"] == "exchange requested"
    assert (order["exchange_items"], order["exchange_new_items"]) == ([LAMP_WHITE, MUG_WHITE], [LAMP_BRASS, MUG_BLUE])
    assert (order["exchange_payment_method_id"], order["exchange_price_difference"]) == (CARD, -9.9)
    assert [item["item_id"] for item in order["items"]] == [LAMP_WHITE, MUG_WHITE]


@pytest.mark.parametrize("order_id", [PENDING, PROCESSED, CANCELLED])
@pytest.mark.parametrize(
    ("name", "arguments"), [("return_delivered_order_items", RETURN), ("exchange_delivered_order_items", EXCHANGE)]
)
def test_an_order_that_has_not_arrived_cannot_go_back(order_id: str, name: str, arguments: dict[str, Any]) -> None:
    assert refusal(small_shop(), name, arguments | {"order_id": order_id}) == "not_delivered"


@pytest.mark.parametrize("first", ["return_delivered_order_items", "exchange_delivered_order_items"])
@pytest.mark.parametrize("second", ["return_delivered_order_items", "exchange_delivered_order_items"])
def test_only_one_request_an_order(first: str, second: str) -> None:
    arguments = {"return_delivered_order_items": RETURN, "exchange_delivered_order_items": EXCHANGE}
    shop = small_shop()
    done(shop, first, **arguments[first])
    assert refusal(shop, second, arguments[second]) == "already_requested"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"item_ids": [LAMP_BLACK]}, "item_not_in_order"),
        ({"item_ids": [MUG_WHITE, MUG_WHITE]}, "item_not_in_order"),
        ({"payment_method_id": PAYPAL}, "refund_method"),
        ({"payment_method_id": BENS_CARD}, "not_your_method"),
        ({"order_id": "#W9999999"}, "unknown_order"),
    ],
)
def test_returns_that_may_not_be(change: dict[str, Any], kind: str) -> None:
    assert refusal(small_shop(), "return_delivered_order_items", RETURN | change) == kind


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"item_ids": [LAMP_BLACK]}, "item_not_in_order"),
        ({"new_item_ids": ["9999999999"]}, "unknown_item"),
        ({"new_item_ids": [MUG_BLUE]}, "other_product"),
        ({"new_item_ids": [LAMP_GREEN]}, "unavailable"),
        ({"new_item_ids": [LAMP_WHITE]}, "same_item"),
        ({"item_ids": [LAMP_WHITE, MUG_WHITE]}, "counts_differ"),
        ({"payment_method_id": BENS_CARD}, "not_your_method"),
        ({"payment_method_id": POOR_GIFT}, "balance_too_low"),
        ({"order_id": "#W9999999"}, "unknown_order"),
    ],
)
def test_exchanges_that_may_not_be(change: dict[str, Any], kind: str) -> None:
    assert refusal(small_shop(), "exchange_delivered_order_items", EXCHANGE | change) == kind


def test_any_method_of_the_customer_may_settle_an_exchange() -> None:
    assert done(small_shop(), "exchange_delivered_order_items", **EXCHANGE | {"payment_method_id": PAYPAL})
