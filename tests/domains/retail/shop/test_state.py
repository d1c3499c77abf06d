"""States apart from each other, fingerprints, differences, and calls that fail by chance."""

from __future__ import annotations

from evalwright.domains.retail.shop import TRANSIENT_ERROR, Shop

from .helpers import ANNA, CARD, ELSEWHERE, HOME, PAYPAL, PENDING, RICH_GIFT, done, small_shop, small_world

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
