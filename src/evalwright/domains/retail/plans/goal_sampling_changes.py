"""Which items shall become which: drawn from the variants that there are."""

from __future__ import annotations

from typing import TypedDict

from ..shop.money import cents
from ..shop.records import Item
from .goal import Goal, Wanted, wanted_of
from .index import item_slot
from .story import Story


class Change(TypedDict):
    """An item and what it becomes, as they are said."""

    old: Item
    new: Item


def draw_changes(story: Story, goal: Goal) -> None:
    """One or two items of the goal's order, and another variant for each."""
    facts = story.setting.index.orders[goal.order_id]
    items = story.order(goal.order_id)["items"]
    positions = [position for position in facts.swaps if position in facts.clear] or list(facts.swaps)
    count = 2 if len(positions) > 1 and story.vary("two-items") else 1
    start = int(story.rng.random() * (len(positions) - count + 1))
    for position in positions[start : start + count]:
        goal.items.append(items[position])
        goal.new.append(_as_item(story.pick(facts.swaps[position])))
    goal.wanted = wishes_of(goal)
    missing = facts.missing.get(positions[start])
    if missing and story.vary("unavailable"):
        goal.refused = _as_item(story.pick(missing))


def other_variant(story: Story, goal: Goal) -> Item | None:
    """Another variant for the first item than the one chosen: what a second thought would be."""
    old, new = goal.items[0], goal.new[0]
    variants = story.setting.index.variants[old["product_id"]]
    taken = (old["item_id"], new["item_id"])
    others = [each for each in variants if each["available"] and each["item_id"] not in taken]
    return _as_item(story.pick(others)) if others else None


def wishes_of(goal: Goal) -> list[Wanted]:
    """What the user says of the variants: only what shall be different."""
    return [wanted_of(old, new) for old, new in zip(goal.items, goal.new, strict=True)]


def difference(goal: Goal) -> int:
    """What the new items cost more than the old ones, in cents."""
    return sum(cents(new["price"]) - cents(old["price"]) for old, new in zip(goal.items, goal.new, strict=True))


def changes_of(goal: Goal) -> list[Change]:
    """Old and new, as they are said."""
    pairs = zip(goal.items, goal.new, strict=True)
    return [{"old": item_slot(old), "new": item_slot(new)} for old, new in pairs]


_as_item = item_slot
