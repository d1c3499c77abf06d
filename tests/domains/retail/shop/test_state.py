"""States apart from each other, fingerprints, differences, and calls that fail by chance."""

from __future__ import annotations

from typing import Any

from evalwright.domains.retail.shop import (
    TRANSIENT_ERROR,
    Item,
    Order,
    PaymentMethod,
    Product,
    Shop,
    User,
    Variant,
    make_world,
)

from .helpers import (
    ANNA,
    CARD,
    DELIVERED,
    ELSEWHERE,
    HOME,
    LAMP_BLACK,
    LAMP_WHITE,
    MUG_WHITE,
    PAYPAL,
    PENDING,
    RICH_GIFT,
    done,
    small_shop,
    small_world,
)

CANCEL = {"order_id": PENDING, "reason": "no longer needed"}


def test_a_fork_is_changed_apart() -> None:
    shop = small_shop()
    one, other = shop.fork(), shop.fork()
    done(one, "cancel_pending_order", **CANCEL)
    assert [each.order(PENDING)["status"] for each in (shop, one, other)] == ["pending", "cancelled", "pending"]
    assert shop.hash() == other.hash() != one.hash()


def test_a_fork_starts_where_the_other_is() -> None:
    shop = small_shop()
    done(shop, "modify_user_address", user_id=ANNA, **ELSEWHERE)
    fork = shop.fork()
    assert fork.user(ANNA)["address"] == ELSEWHERE
    done(shop, "modify_user_address", user_id=ANNA, **HOME)
    assert fork.user(ANNA)["address"] == ELSEWHERE


def test_the_hash_is_of_the_state_and_not_of_the_way_there() -> None:
    shop = small_shop()
    before = shop.hash()
    done(shop, "modify_user_address", user_id=ANNA, **ELSEWHERE)
    assert shop.hash() != before
    done(shop, "modify_user_address", user_id=ANNA, **HOME)
    assert shop.hash() == before and shop.diff() == {}


def test_a_changed_state_hashes_like_a_world_made_that_way() -> None:
    shop = small_shop()
    done(shop, "modify_user_address", user_id=ANNA, **ELSEWHERE)
    world = small_world()
    world.users[ANNA]["address"] = ELSEWHERE
    assert shop.hash() == Shop(world).hash()


def test_two_worlds_alike_hash_alike_and_any_record_counts() -> None:
    assert small_shop().hash() == small_shop().hash()
    for change in ("users", "orders", "products"):
        world = small_world()
        next(iter(getattr(world, change).values()))["extra"] = 1
        assert Shop(world).hash() != small_shop().hash()


def test_the_difference_names_fields_before_and_after() -> None:
    shop = small_shop()
    assert shop.diff() == {}
    done(shop, "modify_pending_order_address", order_id=PENDING, **ELSEWHERE)
    assert shop.diff() == {"orders": {PENDING: {"address": [HOME, ELSEWHERE]}}}


def test_the_difference_shows_a_gift_card_beside_its_order() -> None:
    shop = small_shop()
    done(shop, "modify_pending_order_payment", order_id=PENDING, payment_method_id=RICH_GIFT)
    diff = shop.diff()
    assert list(diff) == ["orders", "users"]
    assert diff["users"][ANNA]["payment_methods"][1][RICH_GIFT]["balance"] == 49.8
    diff["users"].clear()
    assert shop.diff()["users"]


def test_a_record_once_read_stays_what_it_was() -> None:
    shop = small_shop()
    held = shop.order(PENDING)
    done(shop, "cancel_pending_order", **CANCEL)
    assert held["status"] == "pending" and len(held["payment_history"]) == 1


def test_the_text_of_a_changed_record_is_its_newest() -> None:
    shop = small_shop()
    for method in (PAYPAL, CARD, PAYPAL):
        done(shop, "modify_pending_order_payment", order_id=PENDING, payment_method_id=method)
        assert done(shop, "get_order_details", order_id=PENDING) == shop.order(PENDING)


def test_resetting_brings_the_world_back() -> None:
    shop = small_shop()
    before = shop.hash()
    done(shop, "cancel_pending_order", **CANCEL)
    shop.reset()
    assert shop.hash() == before and shop.order(PENDING)["status"] == "pending"


def test_a_fault_fails_one_call_and_does_nothing() -> None:
    shop = small_shop().fork(faults=((2, TRANSIENT_ERROR),))
    before = shop.hash()
    done(shop, "get_user_details", user_id=ANNA)
    failed = shop.call("cancel_pending_order", CANCEL)
    assert (failed.ok, failed.content, failed.value) == (False, TRANSIENT_ERROR, None)
    assert shop.hash() == before and shop.refused is None
    assert done(shop, "cancel_pending_order", **CANCEL)["status"] == "cancelled"


def test_faults_are_not_passed_on_and_calls_are_counted_from_one() -> None:
    shop = small_shop().fork(faults=((1, TRANSIENT_ERROR),))
    assert done(shop.fork(), "get_user_details", user_id=ANNA)
    assert shop.faults == ((1, TRANSIENT_ERROR),)
    assert not shop.call("get_user_details", {"user_id": ANNA}).ok
    assert shop.fork(faults=shop.faults).call("get_user_details", {"user_id": ANNA}).content == TRANSIENT_ERROR


def _is_typed(record: Any, kind: Any, *left_out: str) -> bool:
    """Whether a record has the fields of its type, but for those that not every record has."""
    named: set[str] = set(kind.__annotations__)
    return named - set(left_out) <= set(record) <= named


_GAINED = (
    "delivered_at",
    *("cancel_reason", "return_items", "return_payment_method_id", "return_refund"),
    *("exchange_items", "exchange_new_items", "exchange_payment_method_id", "exchange_price_difference"),
)


def test_records_hold_what_their_types_name() -> None:
    world = make_world(5, "zh", 60, 120, 20)
    for user in world.users.values():
        assert _is_typed(user, User)
        for method in user["payment_methods"].values():
            assert _is_typed(method, PaymentMethod, "brand", "last_four", "balance")
    for order in world.orders.values():
        assert _is_typed(order, Order, *_GAINED) and ("delivered_at" in order) == (order["status"] == "delivered")
        assert all(_is_typed(item, Item) for item in order["items"])
    for product in world.products.values():
        assert _is_typed(product, Product)
        assert all(_is_typed(variant, Variant) for variant in product["variants"].values())


def test_what_an_order_gains_is_named_by_its_type() -> None:
    swap = {"item_ids": [LAMP_WHITE], "new_item_ids": [LAMP_BLACK], "payment_method_id": CARD}
    back = {"order_id": DELIVERED, "item_ids": [MUG_WHITE], "payment_method_id": CARD}
    changed = [
        done(small_shop(), "cancel_pending_order", **CANCEL),
        done(small_shop(), "modify_pending_order_items", order_id=PENDING, **swap),
        done(small_shop(), "return_delivered_order_items", **back),
        done(small_shop(), "exchange_delivered_order_items", order_id=DELIVERED, **swap),
    ]
    assert all(_is_typed(order, Order, *_GAINED) for order in changed)
    assert {key for order in changed for key in order} >= set(_GAINED) - {"delivered_at"}
    assert all(_is_typed(item, Item) for order in changed for item in order["items"])


def test_an_id_of_another_kind_finds_nothing_even_after_a_change() -> None:
    shop = small_shop()
    done(shop, "modify_user_address", user_id=ANNA, **ELSEWHERE)
    done(shop, "cancel_pending_order", **CANCEL)
    assert not shop.call("get_order_details", {"order_id": ANNA}).ok
    assert not shop.call("get_user_details", {"user_id": PENDING}).ok
