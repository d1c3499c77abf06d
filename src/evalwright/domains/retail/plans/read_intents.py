"""Wishes that change nothing: where an order is, which orders there are, what the shop sells, what things come to."""

from __future__ import annotations

from ..shop.money import amount, cents
from ..shop.records import Options, Product, Variant
from .goal import Goal
from .identity import read_profile
from .observations import seen_items
from .opening import give_items
from .orders import read_all_orders, settle_order
from .small_talk import acknowledge, ask
from .story import Story
from .transfer import hand_over
from .write_intents import reckon
from .write_intents_items import MOST_VARIANTS

_NAMED_TYPES = 6


def play_status(story: Story, goal: Goal) -> None:
    """Where is my order?"""
    order = settle_order(story, goal)
    acknowledge(story)
    story.assistant("tell.status", order=order)


def play_orders(story: Story, goal: Goal) -> None:
    """Which orders do I have?"""
    del goal
    read_profile(story)
    read_all_orders(story)
    acknowledge(story)
    story.assistant("tell.orders", orders=[story.orders[order_id] for order_id in story.my_orders()])


def play_total(story: Story, goal: Goal) -> None:
    """What do these come to? Of a whole order, or of some of its items."""
    order = settle_order(story, goal)
    if "items" not in goal.told and len(goal.items) < len(order["items"]):
        acknowledge(story)
        ask(story, "ask.items", order=order)
        give_items(story, goal)
    prices = [item["price"] for item in goal.items]
    reckon(story, prices)
    whole = amount(sum(cents(price) for price in prices))
    story.assistant("tell.total", amount=whole, items=seen_items(order, goal.items))


def play_product(story: Story, goal: Goal) -> None:
    """Do you have such a thing?"""
    name = story.setting.index.variants[goal.product_id][0]["name"]
    _read_types(story)
    product: Product = story.call("get_product_details", product_id=goal.product_id)
    story.products[goal.product_id] = product
    variants = list(product["variants"].values())
    acknowledge(story)
    if goal.wanted:
        fitting = [each for each in variants if _has(each, goal.wanted[0]["options"])][:MOST_VARIANTS]
        story.assistant("tell.product", product=name, variants=fitting, wanted=goal.wanted)
    elif story.chance(0.5):
        story.assistant("tell.product", product=name, variants=variants)
    else:
        on_sale = [each for each in variants if each["available"]][:MOST_VARIANTS]
        story.assistant("tell.variants", product=name, variants=on_sale)


def _has(variant: Variant, options: Options) -> bool:
    return all(variant["options"].get(key) == value for key, value in options.items())


def _read_types(story: Story) -> dict[str, str]:
    """The list of products, read once in a conversation."""
    if story.types is None:
        story.types = story.call("list_all_product_types")
    return story.types or {}


def play_catalogue(story: Story, goal: Goal) -> None:
    """What do you sell?"""
    del goal
    names = list(_read_types(story))
    start = int(story.rng.random() * len(names))
    some = (names[start:] + names[:start])[:_NAMED_TYPES]
    acknowledge(story)
    story.assistant("tell.catalogue", products=some, count=len(names))


def play_human(story: Story, goal: Goal) -> None:
    """A person, please."""
    hand_over(story, goal.topic)
