"""The orders of a world: who bought what, when, how it was paid, and how far it has come.

Everything is drawn by position (the n-th user, the m-th variant), so that the orders of two locales are the same
orders with other words.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from .draw import below, between, digits, pick, sample, stream, weighted
from .locale import Locale, draw_address
from .money import amount, cents
from .records import Fulfillment, Item, Order, Payment, Product, User, Variant

TODAY = date(2026, 3, 20)
"""The day on which the shop stands still."""
MOST_ORDERS = 6
"""How many orders one user has at most."""

_STATUSES = (("pending", 42), ("delivered", 38), ("processed", 10), ("cancelled", 10))
_SIZES = ((1, 26), (2, 28), (3, 22), (4, 14), (5, 10))
_AGES = {"pending": (0, 3), "processed": (2, 6), "delivered": (8, 60), "cancelled": (1, 60)}
"""How many days ago an order of each status was made."""


def make_orders(
    seed: int, locale: Locale, users: dict[str, User], products: dict[str, Product], count: int, most_items: int
) -> dict[str, Order]:
    """So many orders, by id; each is also entered with its user, oldest first."""
    rng = stream("shop", seed, "orders")
    buyers, shelf, taken = list(users.values()), list(products.values()), set[str]()
    orders: dict[str, Order] = {}
    for index in range(count):
        user = _buyer(rng, buyers)
        order_id = digits(rng, 7, taken, "#W")
        orders[order_id] = _order(stream("shop", seed, "order", index), order_id, user, shelf, locale, most_items)
        user["orders"].append(order_id)
    for user in buyers:
        user["orders"].sort(key=lambda order_id: (orders[order_id]["ordered_at"], order_id))
    return orders


def _buyer(rng: Random, buyers: list[User]) -> User:
    at = below(rng, len(buyers))
    while len(buyers[at]["orders"]) >= MOST_ORDERS:
        at = (at + 1) % len(buyers)
    return buyers[at]


def _order(rng: Random, order_id: str, user: User, shelf: list[Product], locale: Locale, most_items: int) -> Order:
    status = weighted(rng, _STATUSES)
    count = min(weighted(rng, _SIZES), most_items, len(shelf))
    items = [_item(product, pick(rng, list(product["variants"].values()))) for product in sample(rng, shelf, count)]
    elsewhere, address = rng.random() < 0.15, draw_address(rng, locale)
    ordered_at = TODAY - timedelta(days=between(rng, *_AGES[status]))
    travelling = timedelta(days=between(rng, 2, 7))
    fulfillments = _parcels(rng, items) if status in ("processed", "delivered") else []
    order: Order = {
        "order_id": order_id,
        "user_id": user["user_id"],
        "address": address if elsewhere else dict(user["address"]),
        "items": items,
        "status": status,
        "ordered_at": ordered_at.isoformat(),
        "delivered_at": (ordered_at + travelling).isoformat(),
        "fulfillments": fulfillments,
        "payment_history": _payments(rng, user, items, status),
    }
    if status != "delivered":
        del order["delivered_at"]
    return order


def _item(product: Product, variant: Variant) -> Item:
    return {
        "name": product["name"],
        "product_id": product["product_id"],
        "item_id": variant["item_id"],
        "price": variant["price"],
        "options": dict(variant["options"]),
    }


def _parcels(rng: Random, items: list[Item]) -> list[Fulfillment]:
    ids = [item["item_id"] for item in items]
    cut = between(rng, 1, len(ids) - 1) if len(ids) > 1 and rng.random() < 0.2 else len(ids)
    return [{"tracking_id": digits(rng, 12, set()), "item_ids": part} for part in (ids[:cut], ids[cut:]) if part]


def _payments(rng: Random, user: User, items: list[Item], status: str) -> list[Payment]:
    method = pick(rng, list(user["payment_methods"]))
    total = amount(sum(cents(item["price"]) for item in items))
    kinds = ("payment", "refund") if status == "cancelled" else ("payment",)
    return [{"transaction_type": kind, "amount": total, "payment_method_id": method} for kind in kinds]
