"""Actions on items: other variants for a pending or a delivered order, and returns."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from ..shop.money import amount, cents
from ..shop.records import Item, PaymentMethod, Variant
from .confirm import confirmed
from .goal import Goal, wanted_fully, wanted_of
from .goal_sampling_changes import Change, changes_of, difference
from .identity import read_profile
from .observations import SeenOrder, seen_items
from .offers import unread
from .opening import give_items, tell
from .orders import settle_order
from .small_talk import acknowledge, ask, refuse
from .story import Story
from .write_intents import reckon, refuse_status, seen_method, settle_method, write
from .write_intents_orders import ask_refund_time

_TOOLS = {"items": "modify_pending_order_items", "exchange": "exchange_delivered_order_items"}
MOST_VARIANTS = 5
"""So many variants are read out at most."""


class SwapArguments(TypedDict):
    """What both tools that swap items take beside the order."""

    item_ids: list[str]
    new_item_ids: list[str]
    payment_method_id: str


class Terms(TypedDict):
    """What is said of a swap, before it and after."""

    changes: list[Change]
    difference: float
    method: PaymentMethod


def play_return(story: Story, goal: Goal) -> None:
    """Items, where the refund goes, yes, done."""
    read_profile(story)
    order = settle_order(story, goal)
    if goal.outcome == "status":
        refuse_status(story, goal, order)
        return
    _settle_items(story, goal, order)
    prices = [item["price"] for item in goal.items]
    whole = amount(sum(cents(price) for price in prices))
    items = seen_items(order, goal.items)
    if story.hearing() and story.chance(0.5):
        _sum_up(story, prices, whole, items)
    settle_method(story, goal, "refund")
    _sum_up(story, prices, whole, items)

    def summarise() -> None:
        method = seen_method(story, goal.method["id"])
        story.assistant("summarise.return", order=order, items=items, amount=whole, method=method)

    if not confirmed(story, goal, summarise):
        return
    ids = [item["item_id"] for item in goal.items]
    write(story, "return_delivered_order_items", goal.order_id, item_ids=ids, payment_method_id=goal.method["id"])
    method = seen_method(story, goal.method["id"])
    story.assistant("done.return", order_id=goal.order_id, items=items, method=method)
    ask_refund_time(story, method)


def _settle_items(story: Story, goal: Goal, order: SeenOrder) -> None:
    if "items" not in goal.told:
        acknowledge(story)
        ask(story, "ask.items", order=order)
        give_items(story, goal)


def _sum_up(story: Story, prices: list[float], whole: float, items: list[Item]) -> None:
    """What several items come to, because the user asks or because the assistant makes sure."""
    if len(prices) < 2 or not story.has("calculate") or story.speaking() or "calculate" in story.called():
        return
    if story.hearing() and story.vary("asks-total"):
        story.user("ask.total")
        reckon(story, prices)
        story.assistant("tell.total", amount=whole, items=items)
    elif story.vary("calculates"):
        reckon(story, prices)


def play_changes(story: Story, goal: Goal) -> None:
    """Which items, which variants, who pays the difference, yes, done."""
    read_profile(story)
    order = settle_order(story, goal)
    if goal.outcome == "once":
        refuse(story, "refuse.once", order_id=goal.order_id)
        return
    if goal.outcome == "status":
        refuse_status(story, goal, order)
        return
    if not _settle_variants(story, goal, order):
        return
    settle_method(story, goal, "difference")
    _work_out(story, goal)

    def summarise() -> None:
        story.assistant(f"summarise.{goal.intent}", order=order, **_terms(story, goal))

    if confirmed(story, goal, summarise):
        write(story, _TOOLS[goal.intent], goal.order_id, **_swap(goal))
        story.assistant(f"done.{goal.intent}", order_id=goal.order_id, **_terms(story, goal))


def _swap(goal: Goal) -> SwapArguments:
    """The arguments as they stand after second thoughts."""
    return {
        "item_ids": [item["item_id"] for item in goal.items],
        "new_item_ids": [item["item_id"] for item in goal.new],
        "payment_method_id": goal.method["id"],
    }


def _terms(story: Story, goal: Goal) -> Terms:
    method = seen_method(story, goal.method["id"])
    return {"changes": changes_of(goal), "difference": amount(difference(goal)), "method": method}


def _settle_variants(story: Story, goal: Goal, order: SeenOrder) -> bool:
    """Item and variant told, product read, and a variant that is not there replaced; False where the user drops it."""
    if "items" not in goal.told:
        acknowledge(story)
        ask(story, "ask.items", order=order)
        if story.openness and story.chance(0.5):
            tell(story, goal, "wanted")
        else:
            give_items(story, goal)
    if "wanted" not in goal.told:
        _ask_wanted(story, goal)
    _read_products(story, goal)
    return goal.refused is None or _replace(story, goal, goal.refused)


def _ask_wanted(story: Story, goal: Goal) -> None:
    """Ask for the variants, with those that there are where the product is read first."""
    reads = goal.refused is None and story.chance(0.6)
    if reads:
        _read_products(story, goal, in_words=True)
    acknowledge(story)
    for item, new in zip(goal.items, goal.new, strict=True):
        variants = {"variants": available(story, item, new)} if reads and len(goal.items) == 1 else {}
        story.assistant("ask.wanted", product=item["name"], **variants)
    tell(story, goal, "wanted")


def available(story: Story, item: Item, new: Item) -> list[Variant]:
    """Variants of an item's product that can be had instead, a few of them, the one that will be wanted included."""
    variants = story.products[item["product_id"]]["variants"]
    others = [each for each in variants.values() if each["available"] and each["item_id"] != item["item_id"]]
    shown = others[:MOST_VARIANTS]
    return (
        shown if any(each["item_id"] == new["item_id"] for each in shown) else [*shown[:-1], variants[new["item_id"]]]
    )


def _read_products(story: Story, goal: Goal, in_words: bool = False) -> None:
    """All of them are needed, in any order. `in_words`: where nothing is, the user could be asked before as well."""
    product_ids = [item["product_id"] for item in goal.items]
    for product_id in product_ids:
        if product_id not in story.products:
            offer = unread("product_id", product_id, product_ids, story.products)
            story.products[product_id] = story.call(
                "get_product_details", replace(offer, in_words=in_words), product_id=product_id
            )


def _replace(story: Story, goal: Goal, refused: Item) -> bool:
    """What is asked for is not there: another variant, or none."""
    old = goal.items[0]
    wanted, variants = [wanted_of(old, refused)], available(story, old, goal.new[0])
    story.assistant("refuse.unavailable", product=old["name"], wanted=wanted, variants=variants)
    if story.vary("declines"):
        story.user("mind.drop")
        story.assistant("unchanged")
        return False
    story.user("give.other_wanted", wanted=[wanted_fully(goal.new[0])])
    return True


def _work_out(story: Story, goal: Goal) -> None:
    if not story.speaking() and story.has("calculate") and story.vary("calculates"):
        reckon(story, [item["price"] for item in goal.new], [item["price"] for item in goal.items])
