"""What holds whatever is called: nothing raises, refusals and reads change nothing, and no cent is lost."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.domains.retail.shop import OUTPUT_SCHEMAS, TOOL_NAMES, Shop, cents, net_paid
from evalwright.domains.retail.shop.definitions import TOOLS

from .helpers import (
    ANNA,
    BEN,
    BENS_CARD,
    CANCELLED,
    CARD,
    DELIVERED,
    LAMP,
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
    small_shop,
)

CHECKS = {name: jsonschema_rs.validator_for(schema) for name, schema in OUTPUT_SCHEMAS.items()}

_json: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_items = [LAMP_WHITE, LAMP_BLACK, LAMP_BRASS, LAMP_GREEN, MUG_WHITE, MUG_BLUE]
_likely: dict[str, st.SearchStrategy[Any]] = {
    "order_id": st.sampled_from([PENDING, PENDING_GIFT, DELIVERED, PENDING, PENDING_GIFT, PROCESSED, CANCELLED]),
    "user_id": st.sampled_from([ANNA, BEN]),
    "product_id": st.sampled_from([LAMP, LAMP_WHITE]),
    "email": st.sampled_from(["anna@example.com", "ben@example.com"]),
    "reason": st.sampled_from(["no longer needed", "ordered by mistake", "other"]),
    "payment_method_id": st.sampled_from([CARD, PAYPAL, RICH_GIFT, POOR_GIFT, BENS_CARD]),
    "item_ids": st.lists(st.sampled_from([LAMP_WHITE, MUG_WHITE, LAMP_BRASS]), min_size=1, max_size=2, unique=True),
    "new_item_ids": st.lists(st.sampled_from(_items), min_size=1, max_size=2),
    "expression": st.text("0123456789+-*/.() ", max_size=12),
}


_swaps = st.sampled_from(
    [
        {"item_ids": [LAMP_WHITE], "new_item_ids": [LAMP_BLACK]},
        {"item_ids": [LAMP_WHITE], "new_item_ids": [LAMP_BRASS]},
        {"item_ids": [LAMP_BRASS], "new_item_ids": [LAMP_WHITE]},
        {"item_ids": [MUG_WHITE, LAMP_WHITE], "new_item_ids": [MUG_BLUE, LAMP_BLACK]},
    ]
)
"""Changes of items that an order of these may really allow, which chance alone would seldom find."""


def _likely_call(name: str) -> st.SearchStrategy[tuple[str, Any]]:
    others = st.sampled_from(["78701", "Anna", "Walsh", "x"])
    made = st.fixed_dictionaries({each: _likely.get(each, others) for each in TOOLS[name].parameters})
    if "new_item_ids" in TOOLS[name].parameters:
        made = made | st.tuples(made, _swaps).map(lambda pair: {**pair[0], **pair[1]})
    return st.tuples(st.just(name), made)


def _mixed_call(name: str) -> st.SearchStrategy[tuple[str, Any]]:
    values = {each: _likely.get(each, _json) | _json for each in TOOLS[name].parameters}
    return st.tuples(st.just(name), st.fixed_dictionaries({}, optional=values) | _json)


_writes = [name for name, tool in TOOLS.items() if tool.effect == "write" and "city" not in tool.parameters]
_likely_calls = st.lists(st.sampled_from([*TOOL_NAMES, *_writes * 3]).flatmap(_likely_call), max_size=8)
_any_calls = st.lists(st.one_of(st.sampled_from(TOOL_NAMES).flatmap(_mixed_call), st.tuples(_json, _json)), max_size=4)


@settings(max_examples=150)
@given(_any_calls | _likely_calls)
def test_nothing_raises_and_only_writes_that_succeed_change_anything(calls: list[tuple[Any, Any]]) -> None:
    shop = small_shop()
    untouched = shop.fork()
    for name, arguments in calls:
        before = shop.hash()
        result = shop.call(name, arguments)
        result.content.encode()
        if result.ok:
            assert orjson.loads(result.content) == result.value and CHECKS[name].is_valid(result.value)
        else:
            assert result.content.startswith("Error: ") and shop.refused
        if not result.ok or shop.effect(name) != "write":
            assert shop.hash() == before
    assert untouched.hash() == small_shop().hash()


def _wealth(shop: Shop) -> int:
    """What is on Anna's gift cards and what they have paid for orders, in cents: nothing may change the sum."""
    gift_cards = {RICH_GIFT, POOR_GIFT}
    methods = shop.user(ANNA)["payment_methods"]
    spent = sum(
        whole
        for order_id in shop.world.orders
        for method, whole in net_paid(shop.order(order_id)["payment_history"]).items()
        if method in gift_cards
    )
    return spent + sum(cents(methods[each]["balance"]) for each in gift_cards)


@settings(max_examples=200)
@given(_likely_calls)
def test_no_cent_is_lost_or_made(calls: list[tuple[str, Any]]) -> None:
    shop = small_shop()
    wealth = _wealth(shop)
    for name, arguments in calls:
        shop.call(name, arguments)
        assert _wealth(shop) == wealth
        for order in map(shop.order, shop.world.orders):
            cost = sum(cents(item["price"]) for item in order["items"])
            assert sum(net_paid(order["payment_history"]).values()) == (0 if order["status"] == "cancelled" else cost)
        assert all(method.get("balance", 0) >= 0 for method in shop.user(ANNA)["payment_methods"].values())


@settings(max_examples=60)
@given(_likely_calls)
def test_the_same_calls_lead_to_the_same_state(calls: list[tuple[str, Any]]) -> None:
    base = small_shop()
    one, other = base.fork(), base.fork()
    told = [[shop.call(name, arguments).content for name, arguments in calls] for shop in (one, other)]
    assert told[0] == told[1]
    assert (one.hash(), one.diff()) == (other.hash(), other.diff())
    assert (one.diff() == {}) == (one.hash() == base.hash())


@settings(max_examples=60)
@given(_likely_calls, _likely_calls)
def test_forks_do_not_feel_each_other(first: list[tuple[str, Any]], second: list[tuple[str, Any]]) -> None:
    parent = small_shop()
    for name, arguments in first:
        parent.call(name, arguments)
    before, child = parent.hash(), parent.fork()
    for name, arguments in second:
        child.call(name, arguments)
    after = child.hash()
    assert parent.hash() == before
    parent.reset()
    assert child.hash() == after
