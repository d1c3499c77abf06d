"""The tools that change pending orders and addresses."""

from __future__ import annotations

from typing import Any

import pytest

from evalwright.domains.retail.shop import Shop, net_paid

from .helpers import (
    ANNA,
    BENS_CARD,
    CANCELLED,
    CARD,
    DELIVERED,
    ELSEWHERE,
    HOME,
    LAMP_BLACK,
    LAMP_BRASS,
    LAMP_GREEN,
    LAMP_WHITE,
    MUG_BLUE,
    MUG_WHITE,
    PAYPAL,
    PENDING,
    PENDING_GIFT,
    POOR_GIFT,
    PROCESSED,
    RICH_GIFT,
    balance,
    done,
    refusal,
    small_shop,
)

CANCEL = {"order_id": PENDING, "reason": "no longer needed"}
SWAP = {"order_id": PENDING, "item_ids": [LAMP_WHITE], "new_item_ids": [LAMP_BLACK], "payment_method_id": CARD}
PAY = {"order_id": PENDING, "payment_method_id": PAYPAL}


def _entry(kind: str, amount: float, method: str) -> dict[str, Any]:
    return {"transaction_type": kind, "amount": amount, "payment_method_id": method}


def test_cancelling_refunds_what_was_paid() -> None:
    order = done(small_shop(), "cancel_pending_order", **CANCEL)
    assert (order["status"], order["cancel_reason"]) == ("cancelled", "no longer needed")
    assert order["payment_history"] == [_entry("payment", 50.2, CARD), _entry("refund", 50.2, CARD)]


def test_cancelling_puts_the_money_back_on_a_gift_card() -> None:
    shop = small_shop()
    done(shop, "cancel_pending_order", order_id=PENDING_GIFT, reason="ordered by mistake")
    assert balance(shop) == 130.1


def test_cancelling_after_a_change_of_payment_refunds_only_the_method_that_paid_last() -> None:
    shop = small_shop()
    done(shop, "modify_pending_order_payment", order_id=PENDING_GIFT, payment_method_id=CARD)
    order = done(shop, "cancel_pending_order", order_id=PENDING_GIFT, reason="no longer needed")
    assert net_paid(order["payment_history"]) == {RICH_GIFT: 0, CARD: 0}
    assert order["payment_history"][-1] == _entry("refund", 30.1, CARD)
    assert balance(shop) == 130.1


@pytest.mark.parametrize("reason", ["changed my mind", "No longer needed", "不再需要"])
def test_only_two_reasons_are_allowed(reason: str) -> None:
    assert refusal(small_shop(), "cancel_pending_order", CANCEL | {"reason": reason}) == "reason_not_allowed"


@pytest.mark.parametrize("order_id", [DELIVERED, PROCESSED, CANCELLED])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cancel_pending_order", CANCEL),
        ("modify_pending_order_address", {**HOME}),
        ("modify_pending_order_items", SWAP),
        ("modify_pending_order_payment", PAY),
    ],
)
def test_an_order_that_is_not_pending_stays_as_it_is(order_id: str, name: str, arguments: dict[str, Any]) -> None:
    assert refusal(small_shop(), name, arguments | {"order_id": order_id}) == "not_pending"


def test_an_order_goes_to_another_address_and_the_profile_keeps_its_own() -> None:
    shop = small_shop()
    order = done(shop, "modify_pending_order_address", order_id=PENDING, **ELSEWHERE)
    assert order["address"] == ELSEWHERE
    assert shop.user(ANNA)["address"] == HOME


def test_a_profile_gets_another_address_and_orders_keep_theirs() -> None:
    shop = small_shop()
    assert done(shop, "modify_user_address", user_id=ANNA, **ELSEWHERE)["address"] == ELSEWHERE
    assert shop.order(PENDING)["address"] == HOME
    assert refusal(shop, "modify_user_address", {"user_id": "nobody_0000", **HOME}) == "unknown_user"


def test_dearer_items_are_charged() -> None:
    order = done(small_shop(), "modify_pending_order_items", **SWAP)
    assert order["status"] == "pending (items modified)"
    assert [item["item_id"] for item in order["items"]] == [LAMP_BLACK, MUG_WHITE]
    assert (order["items"][0]["price"], order["items"][0]["options"]) == (45.5, {"color": "color 2"})
    assert order["payment_history"][1:] == [_entry("payment", 5.5, CARD)]


def test_cheaper_items_are_refunded_to_the_method_named() -> None:
    shop = small_shop()
    order = done(
        shop, "modify_pending_order_items", **SWAP | {"new_item_ids": [LAMP_BRASS], "payment_method_id": RICH_GIFT}
    )
    assert order["payment_history"][1:] == [_entry("refund", 9.9, RICH_GIFT)]
    assert balance(shop) == 109.9


def test_items_of_the_same_price_move_no_money() -> None:
    order = done(
        small_shop(), "modify_pending_order_items", **SWAP | {"item_ids": [MUG_WHITE], "new_item_ids": [MUG_BLUE]}
    )
    assert len(order["payment_history"]) == 1


def test_the_order_in_which_pairs_are_named_means_nothing() -> None:
    one, other = small_shop(), small_shop()
    done(one, "modify_pending_order_items", **_two([LAMP_WHITE, MUG_WHITE], [LAMP_BLACK, MUG_BLUE]))
    done(other, "modify_pending_order_items", **_two([MUG_WHITE, LAMP_WHITE], [MUG_BLUE, LAMP_BLACK]))
    assert one.hash() == other.hash()


def _two(old: list[str], new: list[str]) -> dict[str, Any]:
    return SWAP | {"item_ids": old, "new_item_ids": new}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"item_ids": [LAMP_BLACK]}, "item_not_in_order"),
        ({"item_ids": [LAMP_WHITE] * 2, "new_item_ids": [LAMP_BLACK] * 2}, "item_not_in_order"),
        ({"new_item_ids": ["9999999999"]}, "unknown_item"),
        ({"new_item_ids": [MUG_BLUE]}, "other_product"),
        ({"new_item_ids": [LAMP_GREEN]}, "unavailable"),
        ({"new_item_ids": [LAMP_WHITE]}, "same_item"),
        ({"new_item_ids": [LAMP_BLACK, MUG_BLUE]}, "counts_differ"),
        ({"payment_method_id": BENS_CARD}, "not_your_method"),
        ({"payment_method_id": POOR_GIFT}, "balance_too_low"),
        ({"order_id": "#W9999999"}, "unknown_order"),
    ],
)
def test_items_that_may_not_be_swapped(change: dict[str, Any], kind: str) -> None:
    assert refusal(small_shop(), "modify_pending_order_items", SWAP | change) == kind


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cancel_pending_order", CANCEL),
        ("modify_pending_order_address", {"order_id": PENDING, **HOME}),
        ("modify_pending_order_items", SWAP | {"item_ids": [LAMP_BLACK], "new_item_ids": [LAMP_WHITE]}),
        ("modify_pending_order_payment", PAY),
    ],
)
def test_items_are_modified_once_and_nothing_after_that(name: str, arguments: dict[str, Any]) -> None:
    shop = small_shop()
    done(shop, "modify_pending_order_items", **SWAP)
    assert refusal(shop, name, arguments) == "items_already_modified"


def test_a_new_payment_method_pays_all_and_the_old_one_is_refunded() -> None:
    order = done(small_shop(), "modify_pending_order_payment", **PAY)
    expected = [_entry("payment", 50.2, CARD), _entry("payment", 50.2, PAYPAL), _entry("refund", 50.2, CARD)]
    assert order["payment_history"] == expected
    assert order["status"] == "pending"


def test_a_gift_card_pays_from_its_balance_and_gets_it_back() -> None:
    shop = small_shop()
    done(shop, "modify_pending_order_payment", order_id=PENDING, payment_method_id=RICH_GIFT)
    assert balance(shop) == 49.8
    done(shop, "modify_pending_order_payment", **PAY)
    assert balance(shop) == 100.0


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        (CARD, "same_payment_method"),
        (BENS_CARD, "not_your_method"),
        (POOR_GIFT, "balance_too_low"),
        ("paypal_9999999", "not_your_method"),
    ],
)
def test_payment_methods_that_will_not_do(method: str, kind: str) -> None:
    assert refusal(small_shop(), "modify_pending_order_payment", PAY | {"payment_method_id": method}) == kind


def test_the_same_method_is_the_one_that_pays_now_not_the_one_that_paid_first() -> None:
    shop = small_shop()
    done(shop, "modify_pending_order_payment", **PAY)
    assert refusal(shop, "modify_pending_order_payment", PAY) == "same_payment_method"
    done(shop, "modify_pending_order_payment", order_id=PENDING, payment_method_id=CARD)
    assert net_paid(shop.order(PENDING)["payment_history"]) == {CARD: 5020, PAYPAL: 0}


def test_a_gift_card_that_is_short_by_a_cent_is_refused_and_one_that_is_just_enough_is_not() -> None:
    short = SWAP | {"payment_method_id": POOR_GIFT}  # 5.49 for a difference of 5.50
    assert refusal(small_shop(), "modify_pending_order_items", short) == "balance_too_low"
    world = small_shop().world
    world.users[ANNA]["payment_methods"][POOR_GIFT]["balance"] = 5.5
    shop = Shop(world)
    done(shop, "modify_pending_order_items", **short)
    assert balance(shop, POOR_GIFT) == 0.0
