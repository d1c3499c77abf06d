"""What the assistant has seen, in one form, whichever shop it was seen in.

The small shop says less of a user or an order. What it leaves out must not be spoken of, so it is left out here too,
or empty where every order has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..shop.money import amount, cents
from ..shop.records import (
    Fulfillment,
    Item,
    Order,
    Payment,
    PaymentMethod,
    ShortChange,
    ShortItem,
    ShortOrder,
    ShortUser,
    User,
)
from .index import item_slot


class SeenUser(TypedDict):
    """What both shops tell of a user."""

    payment_methods: dict[str, PaymentMethod]
    orders: list[str]


class SeenOrder(TypedDict):
    """What can be spoken of in an order of either shop."""

    order_id: str
    items: list[Item]
    status: str
    fulfillments: list[Fulfillment]
    payment_history: list[Payment]


def seen_user(value: User | ShortUser) -> SeenUser:
    """A user as read."""
    if "payment_methods" in value:
        return value
    methods = {method_id: bare_method(method_id) for method_id in value["pays_with"]}
    return {"orders": value["orders"], "payment_methods": methods}


def bare_method(method_id: str) -> PaymentMethod:
    """A payment method of which only the id is known, which names its kind."""
    return {"id": method_id, "source": method_id.rsplit("_", 1)[0]}


def seen_order(order_id: str, value: Order | ShortOrder) -> SeenOrder:
    """An order as read."""
    if "order_id" in value:
        return value
    items: list[Item] = [_seen_item(item) for item in value["items"]]
    paid = amount(sum(cents(item["price"]) for item in items))
    payment: Payment = {"transaction_type": "payment", "amount": paid, "payment_method_id": value["paid_with"]}
    return {
        "order_id": order_id,
        "items": items,
        "status": value["status"],
        "fulfillments": [],
        "payment_history": [payment],
    }


def _seen_item(item: ShortItem) -> Item:
    return {"item_id": item["item_id"], "name": item["name"], "price": item["price"], "options": {}}


def seen_items(order: SeenOrder, items: Sequence[Item]) -> list[Item]:
    """Items of an order as the assistant has read them, fit to be said."""
    read = {item["item_id"]: item for item in order["items"]}
    return [item_slot(read[item["item_id"]]) for item in items]


def changed_order(before: SeenOrder, value: Order | ShortChange) -> SeenOrder:
    """An order after a change of which a shop may say only the status."""
    return value if "order_id" in value else {**before, "status": value["status"]}
