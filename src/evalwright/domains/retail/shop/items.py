"""Items of an order and the variants that take their place: what may be swapped for what, and at which difference."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .money import cents
from .records import Item, Order, Variant
from .refusal import Refusal, shown
from .state import State


class Swap(NamedTuple):
    """An item of an order and the variant it becomes."""

    old: Item
    new: Variant


def items_of(order: Order, item_ids: list[str]) -> list[Item]:
    """The order's items of these ids, or a Refusal if one is not there or is named more often than it was bought."""
    bought = Counter(item["item_id"] for item in order["items"])
    for item_id, count in Counter(item_ids).items():
        if item_id not in bought:
            raise Refusal.because("item_not_in_order.id", item=shown(item_id), order=shown(order["order_id"]))
        if count > bought[item_id]:
            told = {"item": shown(item_id), "order": shown(order["order_id"])}
            raise Refusal.because("item_not_in_order.count", **told, named=count, bought=bought[item_id])
    left = list(order["items"])
    return [left.pop(_item_position(left, item_id)) for item_id in item_ids]


def _item_position(items: list[Item], item_id: str) -> int:
    return next(index for index, item in enumerate(items) if item["item_id"] == item_id)


def check_swaps(state: State, order: Order, item_ids: list[str], new_item_ids: list[str]) -> list[Swap]:
    """What is swapped for what, by the id of the old item; a Refusal if one pair is not allowed."""
    if len(item_ids) != len(new_item_ids):
        raise Refusal.because("counts_differ.items", old=len(item_ids), new=len(new_item_ids))
    olds = items_of(order, item_ids)
    swaps = [Swap(old, _replacement(state, old, new)) for old, new in zip(olds, new_item_ids, strict=True)]
    return sorted(swaps, key=lambda swap: (swap.old["item_id"], swap.new["item_id"]))


def _replacement(state: State, old: Item, new_id: str) -> Variant:
    product_id = state.world.product_of_item.get(new_id)
    if product_id is None:
        raise Refusal.because("unknown_item.id", item=shown(new_id))
    if product_id != old["product_id"]:
        raise Refusal.because("other_product.item", new=shown(new_id), old=shown(old["item_id"]))
    if new_id == old["item_id"]:
        raise Refusal.because("same_item.item", item=shown(new_id))
    variant = state.world.products[product_id]["variants"][new_id]
    if not variant["available"]:
        raise Refusal.because("unavailable.item", item=shown(new_id))
    return variant


def price_difference(swaps: list[Swap]) -> int:
    """What the new items cost more than the old ones, in cents."""
    return sum(cents(swap.new["price"]) - cents(swap.old["price"]) for swap in swaps)


def swapped(items: list[Item], swaps: list[Swap]) -> list[Item]:
    """The items of the order after the swaps, at the places of the old ones."""
    made = list(items)
    for swap in swaps:
        at = next(index for index, item in enumerate(made) if item is swap.old)
        new = swap.new
        made[at] = made[at] | {"item_id": new["item_id"], "price": new["price"], "options": new["options"]}
    return made
