"""The world of a seed: the same bytes everywhere, true to life in its shares, and one world in two languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.domains.retail.shop import Shop, World, cents, draw_address, locale_of, make_world, net_paid
from evalwright.domains.retail.shop.catalogue import catalogue
from evalwright.domains.retail.shop.locale import City, Name
from evalwright.domains.retail.shop.people import make_users
from evalwright.errors import UsageError
from tests.conftest import ROOT

KNOWN = {
    "en": "a11865e187510f2968f84358e550a2e36ca6ec250cfffa811ce8c98d5f55a6ce",
    "zh": "380bcf4c7de27ce3eecf547293f7e551da47d971078b7f4a63d989bfbfec30c1",
}
"""What the worlds of seed 7 are. A change here changes every data set ever made: do not make it lightly."""


def _bytes(world: World) -> bytes:
    return json.dumps([world.users, world.orders, world.products], ensure_ascii=False).encode()


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_world_of_a_seed_never_changes(locale: str) -> None:
    assert sha256(_bytes(make_world(7, locale))).hexdigest() == KNOWN[locale]


def test_another_process_with_another_hash_seed_makes_the_same_world() -> None:
    code = "from evalwright.domains.retail.shop import *; print(Shop(make_world(3, 'zh', 40, 60, 10)).hash())"
    environment = {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "99"}
    made = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert made.stdout.strip() == Shop(make_world(3, "zh", 40, 60, 10)).hash()


def test_another_seed_is_another_world() -> None:
    assert not set(make_world(1).users) & set(make_world(2).users)
    assert Shop(make_world(1)).hash() != Shop(make_world(2)).hash()


def _skeleton(world: World) -> Any:
    """Everything of a world but its words and the size of its money."""
    factor = locale_of(world.locale).money_factor
    owner = {user_id: place for place, user_id in enumerate(world.users)}
    return [
        [(_wallet_skeleton(user, factor), user["orders"]) for user in world.users.values()],
        [_order_skeleton(order, owner, factor) for order in world.orders.values()],
        [(key, [_variant_skeleton(each, factor) for each in _variants(p)]) for key, p in world.products.items()],
    ]


def _wallet_skeleton(user: dict[str, Any], factor: int) -> Any:
    methods = user["payment_methods"].values()
    return [(m["id"], m["source"], m.get("last_four"), _base(m.get("balance"), factor)) for m in methods]


def _variant_skeleton(variant: dict[str, Any], factor: int) -> Any:
    return variant["item_id"], variant["available"], len(variant["options"]), _base(variant["price"], factor)


def _variants(product: dict[str, Any]) -> list[dict[str, Any]]:
    return list(product["variants"].values())


def _base(amount: float | None, factor: int) -> int | None:
    if amount is None:
        return None
    whole, rest = divmod(cents(amount), factor)
    assert rest == 0
    return whole


def _order_skeleton(order: dict[str, Any], owner: dict[str, int], factor: int) -> Any:
    items = [(item["product_id"], item["item_id"], _base(item["price"], factor)) for item in order["items"]]
    paid = [
        (e["transaction_type"], e["payment_method_id"], _base(e["amount"], factor)) for e in order["payment_history"]
    ]
    plain = [order.get(name) for name in ("order_id", "status", "ordered_at", "delivered_at", "fulfillments")]
    return [list(order), plain, owner[order["user_id"]], items, paid]


@settings(max_examples=15)
@given(st.integers(0, 10**9), st.integers(1, 40), st.integers(0, 6), st.integers(1, 50))
def test_two_locales_are_one_world_in_other_words(seed: int, users: int, each: int, products: int) -> None:
    en, zh = (make_world(seed, locale, users, users * each, products) for locale in ("en", "zh"))
    assert _skeleton(en) == _skeleton(zh)
    assert _choices(en) == _choices(zh)
    assert not set(en.users) & set(zh.users)


def _choices(world: World) -> list[list[list[int]]]:
    """Which variants of a product share which options: the shape of a choice, whatever its words."""
    return [
        [
            [values.index(value) for value in values]
            for values in zip(*(v["options"].values() for v in _variants(p)), strict=True)
        ]
        for p in world.products.values()
    ]


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_sizes_and_shares_are_those_of_a_shop(locale: str) -> None:
    world = make_world(7, locale)
    assert (len(world.users), len(world.orders), len(world.products)) == (500, 1000, 50)
    share = Counter(order["status"] for order in world.orders.values())
    for status, expected in {"pending": 420, "delivered": 380, "processed": 100, "cancelled": 100}.items():
        assert abs(share[status] - expected) < 50
    assert {len(order["items"]) for order in world.orders.values()} == {1, 2, 3, 4, 5}
    assert {len(user["orders"]) for user in world.users.values()} == set(range(7))
    assert {len(user["payment_methods"]) for user in world.users.values()} == {1, 2, 3, 4}
    variants = [variant for product in world.products.values() for variant in _variants(product)]
    assert all(6 <= len(product["variants"]) <= 16 for product in world.products.values())
    assert 0.6 < sum(variant["available"] for variant in variants) / len(variants) < 0.7


@pytest.mark.parametrize("locale", ["en", "zh"])
def test_records_point_at_each_other(locale: str) -> None:
    world = make_world(7, locale)
    for user_id, user in world.users.items():
        assert user["user_id"] == user_id
        assert all(world.orders[order_id]["user_id"] == user_id for order_id in user["orders"])
    assert sum(len(user["orders"]) for user in world.users.values()) == len(world.orders)
    for order in world.orders.values():
        owner = world.users[order["user_id"]]
        assert {entry["payment_method_id"] for entry in order["payment_history"]} <= set(owner["payment_methods"])
        for item in order["items"]:
            variant = world.products[item["product_id"]]["variants"][item["item_id"]]
            assert (item["price"], item["options"]) == (variant["price"], variant["options"])


def test_what_was_paid_is_what_the_items_cost() -> None:
    for order in make_world(7).orders.values():
        cost = 0 if order["status"] == "cancelled" else sum(cents(item["price"]) for item in order["items"])
        assert sum(net_paid(order["payment_history"]).values()) == cost


def test_dates_fit_the_status() -> None:
    for order in make_world(7).orders.values():
        assert ("delivered_at" in order) == (order["status"] == "delivered")
        assert order.get("delivered_at", "9") > order["ordered_at"]
        assert bool(order["fulfillments"]) == (order["status"] in ("processed", "delivered"))


@pytest.mark.parametrize(("locale", "digits", "country"), [("en", r"[0-9]{5}", "USA"), ("zh", r"[0-9]{6}", "中国")])
def test_people_can_be_told_apart_and_live_somewhere(locale: str, digits: str, country: str) -> None:
    world, cities = make_world(7, locale), {city.name: city for city in locale_of(locale).cities}
    people = world.users.values()
    assert len({user["email"].lower() for user in people}) == len(people)
    assert len({(*user["name"].values(), user["address"]["zip"]) for user in people}) == len(people)
    for user in people:
        address, city = user["address"], cities[user["address"]["city"]]
        assert re.fullmatch(digits, address["zip"]) and address["zip"].startswith(city.zip_prefix)
        assert (address["state"], address["country"]) == (city.state, country)
        assert re.fullmatch(r"[a-z]+_[a-z]+_[0-9]{4}", user["user_id"])
        assert re.fullmatch(r"[a-z]+\.[a-z]+[0-9]{4}@example\.(com|org|net)", user["email"])


def test_people_are_drawn_again_until_they_can_be_told_apart() -> None:
    crowd = replace(
        locale_of("en"),
        first_names=[Name("Ann", "ann")],
        last_names=[Name("Lee", "lee")],
        cities=[City("Austin", "TX", "7870")],
    )
    zips = [user["address"]["zip"] for user in make_users(1, crowd, 10).values()]
    assert sorted(zips) == [f"7870{digit}" for digit in range(10)]


def test_the_chinese_world_speaks_chinese() -> None:
    world = make_world(7, "zh")
    for user in world.users.values():
        assert re.fullmatch("[一-鿿]+", user["name"]["last_name"] + user["name"]["first_name"])
        assert re.fullmatch("[一-鿿0-9]+", user["address"]["address1"] + user["address"]["address2"])
    for product in world.products.values():
        words = [word for variant in _variants(product) for pair in variant["options"].items() for word in pair]
        assert not re.search("[a-z]", "".join(words))


def test_drawing_an_address_takes_the_same_chance_in_both_locales() -> None:
    one, other = Random(5), Random(5)
    draw_address(one, locale_of("en"))
    draw_address(other, locale_of("zh"))
    assert one.random() == other.random()


def test_every_product_is_written_in_both_languages_and_no_value_is_ambiguous() -> None:
    assert len({kind.name.en for kind in catalogue()}) == len({kind.name.zh for kind in catalogue()}) == 50
    for kind in catalogue():
        for place in (0, 1):
            values = [value[place] for option in kind.options for value in option.values]
            assert all(values) and len(set(values)) == len(values), kind.name
        assert 0 < kind.low < kind.high


@pytest.mark.parametrize(
    "sizes",
    [{"users": 0}, {"users": -1}, {"orders": -1}, {"users": 2, "orders": 13}, {"products": 51}, {"products": 0},
     {"users": True}, {"users": "many"}, {"users": 1.5}],
)  # fmt: skip
def test_sizes_that_cannot_be_are_refused(sizes: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        make_world(1, "en", **sizes)


def test_a_locale_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="fr"):
        make_world(1, "fr")


def test_the_smallest_shop_works() -> None:
    world = make_world(1, "en", users=1, orders=6, products=1)
    assert [len(order["items"]) for order in world.orders.values()] == [1] * 6
    assert make_world(1, "en", users=1, orders=0, products=1).orders == {}


def test_a_world_is_made_once() -> None:
    assert make_world(7, "en") is make_world(7, "en", 500, 1000, 50)
