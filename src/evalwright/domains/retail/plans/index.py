"""What the shop's first state makes possible, worked out once for a planner.

Stories are drawn thousands of times a second, so that questions such as "which items of this order come in another
variant" are answered here for every order beforehand. Statuses and balances change within a story and are asked of
the story instead.
"""

from __future__ import annotations

from typing import NamedTuple

from ..shop.records import Item, Order, Product, Variant
from ..shop.world import World


class OfferedItem(Item):
    """A variant by the name of its product."""

    available: bool


class OrderFacts(NamedTuple):
    """What does not change about an order while it can still be acted on."""

    swaps: dict[int, list[OfferedItem]]
    """Positions of items that are there once and come in other available variants, with these."""
    missing: dict[int, list[OfferedItem]]
    """The same positions where a variant is not available, with those."""
    clear: frozenset[int]
    """Positions of items whose product is there once, so that its name says which is meant."""


class Index:
    """The possibilities of one world."""

    def __init__(self, world: World) -> None:
        self.emails = frozenset(user["email"].casefold() for user in world.users.values())
        self.variants = {product_id: _variants(product) for product_id, product in world.products.items()}
        self.orders = {order_id: self._order_facts(order) for order_id, order in world.orders.items()}
        self.products = list(world.products)

    def _order_facts(self, order: Order) -> OrderFacts:
        items = order["items"]
        ids = [item["item_id"] for item in items]
        products = [item["product_id"] for item in items]
        swaps: dict[int, list[OfferedItem]] = {}
        missing: dict[int, list[OfferedItem]] = {}
        for position, item in enumerate(items):
            if ids.count(item["item_id"]) > 1:
                continue
            others = [each for each in self.variants[item["product_id"]] if each["item_id"] != item["item_id"]]
            available = [each for each in others if each["available"]]
            if available:
                swaps[position] = available
                gone = [each for each in others if not each["available"]]
                if gone:
                    missing[position] = gone
        clear = frozenset(position for position, each in enumerate(products) if products.count(each) == 1)
        return OrderFacts(swaps, missing, clear)


def _variants(product: Product) -> list[OfferedItem]:
    """The variants of a product as items."""
    return [_variant_as_item(product["name"], variant) for variant in product["variants"].values()]


def _variant_as_item(name: str, variant: Variant) -> OfferedItem:
    return {
        "name": name,
        "item_id": variant["item_id"],
        "options": variant["options"],
        "available": variant["available"],
        "price": variant["price"],
    }


def item_slot(item: Item) -> Item:
    """What is said of an item."""
    return {"name": item["name"], "options": item["options"], "price": item["price"], "item_id": item["item_id"]}
