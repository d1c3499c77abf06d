"""The shop on the day it opens: users, orders and products made from a seed, the same bytes on every machine.

A world never changes; what a conversation changes lies over it (see `state`). The worlds of one seed in two locales
are the same world in other words: same ids, statuses and dates at the same places, prices and balances of the Chinese
one exactly seven times as high. Its records are read by everyone and must be changed by nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

import orjson

from evalwright.errors import UsageError

from .catalogue import catalogue
from .locale import locale_of
from .people import make_users
from .records import Order, Product, Record, User
from .sales import MOST_ORDERS, make_orders
from .stock import make_products

DIGEST_ROOM = 1 << 256


@dataclass(frozen=True, eq=False)
class World:
    """All records, by id, in a fixed order."""

    seed: int
    locale: str
    users: dict[str, User]
    orders: dict[str, Order]
    products: dict[str, Product]

    @cached_property
    def product_of_item(self) -> dict[str, str]:
        """Which product an item is a variant of."""
        return {item_id: product_id for product_id, product in self.products.items() for item_id in product["variants"]}

    @cached_property
    def user_of_email(self) -> dict[str, str]:
        """E-mail addresses in lower case."""
        return {user["email"].casefold(): user_id for user_id, user in self.users.items()}

    @cached_property
    def users_of_name(self) -> dict[tuple[str, str], list[str]]:
        """First and last names in lower case; several people may share one."""
        found: dict[tuple[str, str], list[str]] = {}
        for user_id, user in self.users.items():
            name = user["name"]
            found.setdefault((name["first_name"].casefold(), name["last_name"].casefold()), []).append(user_id)
        return found

    @cached_property
    def product_list(self) -> str:
        """The JSON of all product names with their ids."""
        return self._with_value(dump({product["name"]: product_id for product_id, product in self.products.items()}))

    @cached_property
    def texts(self) -> dict[str, str]:
        """The JSON of records that were asked for, by id; filled by `text`."""
        return {}

    @cached_property
    def values(self) -> dict[str, Record | dict[str, str]]:
        """What those texts stand for, by text: read from them, so that no value is a record of the world."""
        return {}

    def record(self, key: str) -> Record | None:
        """The user, order or product of an id; the three kinds of id cannot be mistaken for each other."""
        return self.orders.get(key) or self.users.get(key) or self.products.get(key)

    def text(self, key: str) -> str:
        """The JSON of a record."""
        known = self.texts.get(key)
        if known is None:
            known = self.texts[key] = self._with_value(dump(self.record(key)))
        return known

    def _with_value(self, text: str) -> str:
        self.values[text] = orjson.loads(text)
        return text

    @cached_property
    def digests(self) -> dict[str, int]:
        """The digest of every record, by id."""
        keys = (*self.users, *self.orders, *self.products)
        return {key: record_digest(key, self.record(key)) for key in keys}

    @cached_property
    def digest(self) -> int:
        """The sum of all records' digests: what a state hash starts from."""
        return sum(self.digests.values())

    @cached_property
    def hash(self) -> str:
        """The fingerprint of a state in which nothing has changed."""
        return hash_of(self.digest)

    def digest_of(self, key: str) -> int:
        """The digest of the record of an id, or of there being none."""
        known = self.digests.get(key)
        return record_digest(key, None) if known is None else known


def dump(value: Any) -> str:
    """Compact JSON."""
    return orjson.dumps(value).decode()


def record_digest(key: str, record: Record | None) -> int:
    """A number for one record under its id, whatever the order of its fields."""
    text = orjson.dumps([key, record], option=orjson.OPT_SORT_KEYS)
    return int.from_bytes(sha256(text).digest(), "big")


def hash_of(total: int) -> str:
    """The fingerprint of a state whose records have digests of this sum."""
    return sha256((total % DIGEST_ROOM).to_bytes(32, "big")).hexdigest()


def make_world(
    seed: int, locale: str = "en", users: int = 500, orders: int = 1000, products: int = 50, most_items: int = 5
) -> World:
    """The world of a seed; made once, then remembered. `most_items` is how many an order has at most."""
    _check_world_size("users", users, 1, 1_000_000)
    _check_world_size("orders", orders, 0, MOST_ORDERS * users)
    _check_world_size("products", products, 1, len(catalogue()))
    _check_world_size("most_items", most_items, 1, 5)
    return _make_cached_world(seed, locale, users, orders, products, most_items)


@lru_cache(maxsize=8)
def _make_cached_world(seed: int, code: str, users: int, orders: int, products: int, most_items: int) -> World:
    locale = locale_of(code)
    people, shelf = make_users(seed, locale, users), make_products(seed, locale, products)
    return World(seed, code, people, make_orders(seed, locale, people, shelf, orders, most_items), shelf)


def _check_world_size(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UsageError.named("synth.shop_size", name=name, value=repr(value), low=low, high=high)
