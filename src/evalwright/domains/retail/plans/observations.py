"""What the assistant has seen, in one form, whichever shop it was seen in.

The small shop says less of a user or an order. What it leaves out must not be spoken of, so it is left out here too,
or empty where every order has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..shop.money import amount, cents
from .goal import Item
from .index import item_slot

Record = dict[str, Any]


def seen_user(value: Record) -> Record:
    """A user as read."""
    if "payment_methods" in value:
        return value
    methods = {method_id: bare_method(method_id) for method_id in value["pays_with"]}
    return {"orders": value["orders"], "payment_methods": methods}


def bare_method(method_id: str) -> Record:
    """A payment method of which only the id is known, which names its kind."""
    return {"id": method_id, "source": method_id.rsplit("_", 1)[0]}


def seen_order(order_id: str, value: Record) -> Record:
    """An order as read."""
    if "order_id" in value:
        return value
    items = [{**item, "options": {}} for item in value["items"]]
    paid = amount(sum(cents(item["price"]) for item in items))
    payment = {"transaction_type": "payment", "amount": paid, "payment_method_id": value["paid_with"]}
    return {
        "order_id": order_id,
        "items": items,
        "status": value["status"],
        "fulfillments": [],
        "payment_history": [payment],
    }


def seen_items(order: Record, items: Sequence[Item]) -> list[Item]:
    """Items of an order as the assistant has read them, fit to be said."""
    read = {item["item_id"]: item for item in order["items"]}
    return [item_slot(read[item["item_id"]]) for item in items]


def changed_order(before: Record, value: Record) -> Record:
    """An order after a change of which a shop may say only the status."""
    return value if "order_id" in value else {**before, "status": value["status"]}
