"""Goals drawn from the state: what this user could ask for now, and whether it will succeed or fail on purpose.

Everything is chosen by position and by structure, never by text, so that the English and the Chinese shop of one seed
give the same goal.
"""

from __future__ import annotations

from collections.abc import Callable

from ..shop.records import Order
from .goal import Goal
from .goal_sampling_changes import draw_changes
from .goal_sampling_methods import draw_method, original_method, paid_once
from .story import Story

Fits = Callable[[Order], bool]
_REASONS = ("no longer needed", "ordered by mistake")
_FITTING = {
    "cancel": "pending",
    "order_address": "pending",
    "items": "pending",
    "payment": "pending",
    "return": "delivered",
    "exchange": "delivered",
}
"""The status that an order must have for each action."""
_WRONG = {
    "pending": ("processed", "delivered", "cancelled", "pending (items modified)"),
    "delivered": ("pending", "processed", "cancelled", "return requested", "exchange requested"),
}
MOST_BROWSED = 4
"""An assistant looks through no more orders than this."""


def draw_goal(story: Story, intent: str) -> Goal | None:
    """A wish of this kind that this user could have now; None where there is none."""
    goal = Goal(intent)
    if intent in _FITTING:
        return _act(story, goal)
    return _SIMPLE[intent](story, goal)


def _act(story: Story, goal: Goal) -> Goal | None:
    if _wrong_status(story, goal):
        return goal
    order_id = _choose(story, _fits(story, goal.intent))
    if order_id is None:
        return None
    goal.order_id = order_id
    return _with_details(story, goal)


def _with_details(story: Story, goal: Goal) -> Goal | None:
    """The values that the action needs."""
    order = story.order(goal.order_id)
    if goal.intent == "cancel":
        goal.reason = story.pick(_REASONS)
        goal.method = original_method(story, order)
        goal.items = [story.pick(order["items"])]
    elif goal.intent == "order_address":
        goal.address = story.setting.new_address(story.rng)
        goal.items = [story.pick(order["items"])]
    elif goal.intent == "return":
        _draw_returned(story, goal, order)
    elif goal.intent in ("items", "exchange"):
        draw_changes(story, goal)
    else:
        goal.items = [story.pick(order["items"])]
    return goal if goal.method or draw_method(story, goal) else None


def _draw_returned(story: Story, goal: Goal, order: Order) -> None:
    ids = [item["item_id"] for item in order["items"]]
    single = [item for item in order["items"] if ids.count(item["item_id"]) == 1]
    count = 2 if len(single) > 1 and story.vary("two-items") else 1
    start = int(story.rng.random() * (len(single) - count + 1))
    goal.items = single[start : start + count]


def _fits(story: Story, intent: str) -> Fits:
    status = _FITTING[intent]
    facts = story.setting.index.orders

    def fits(order: Order) -> bool:
        if order["status"] != status:
            return False
        if intent in ("items", "exchange"):
            return bool(facts[order["order_id"]].swaps)
        if intent == "payment":
            return paid_once(order) and len(story.me()["payment_methods"]) > 1
        if intent == "return":
            ids = [item["item_id"] for item in order["items"]]
            return any(ids.count(each) == 1 for each in ids)
        return True

    return fits


def _choose(story: Story, fits: Fits) -> str | None:
    """One of the user's orders that fit: the one spoken of before, or another."""
    fitting = [order_id for order_id in story.my_orders() if fits(story.order(order_id))]
    if not fitting:
        return None
    last = story.last_order
    others = [order_id for order_id in fitting if order_id != last]
    if last in fitting and (not others or story.vary("same-order")):
        story.tags["same-order"] = None
        return last
    if last:
        story.tags["other-order"] = None
    return story.pick(others)


def _wrong_status(story: Story, goal: Goal) -> bool:
    """Whether it is the same wish for an order that is too late for it, or too early."""
    wrong = _WRONG[_FITTING[goal.intent]]
    if goal.intent == "cancel":
        wrong = tuple(status for status in wrong if status != "cancelled")
    late = [order_id for order_id in story.my_orders() if story.order(order_id)["status"] in wrong]
    processed = [order_id for order_id in late if story.order(order_id)["status"] == "processed"]
    if not late or ("processed" in story.wanted and not processed) or not story.vary("wrong-status"):
        return False
    goal.order_id = story.pick(processed if processed and story.vary("processed") else late)
    goal.outcome = "status"
    if story.order(goal.order_id)["status"] == "processed":
        story.tags["processed"] = None
    if goal.intent == "cancel":
        goal.reason = story.pick(_REASONS)
    goal.items = [story.pick(story.order(goal.order_id)["items"])]
    _mark_link(story, goal.order_id)
    return True


def draw_once_more(story: Story) -> Goal | None:
    """A second change of items of the order whose items were changed just now; None where they were not."""
    last = story.last_order
    if story.intents[-1:] != ["items"] or story.order(last)["status"] != "pending (items modified)":
        return None
    if not story.vary("once"):
        return None
    story.tags["same-order"] = None
    return Goal("items", outcome="once", order_id=last, items=[story.pick(story.order(last)["items"])])


def _mark_link(story: Story, order_id: str) -> None:
    if story.last_order:
        story.tags["same-order" if story.last_order == order_id else "other-order"] = None


def _status(story: Story, goal: Goal) -> Goal | None:
    fresh = [order_id for order_id in story.my_orders() if order_id not in story.orders]
    if not fresh:
        return None
    goal.order_id = story.pick(fresh)
    goal.items = [story.pick(story.order(goal.order_id)["items"])]
    _mark_link(story, goal.order_id)
    return goal


def _orders(story: Story, goal: Goal) -> Goal | None:
    count = len(story.my_orders())
    fits = 1 <= count <= MOST_BROWSED and any(order_id not in story.orders for order_id in story.my_orders())
    return goal if fits else None


def _total(story: Story, goal: Goal) -> Goal | None:
    order_id = _choose(story, lambda order: len(order["items"]) > 1)
    if order_id is None:
        return None
    goal.order_id = order_id
    items = story.order(order_id)["items"]
    clear = sorted(story.setting.index.orders[order_id].clear)
    some = [items[position] for position in clear]
    if len(some) > 2 and story.chance(0.5):
        some.pop(int(story.rng.random() * len(some)))
        goal.items = some
    else:
        goal.items = list(items)
    return goal


def _profile_address(story: Story, goal: Goal) -> Goal | None:
    goal.address = story.setting.new_address(story.rng)
    return goal if "profile_address" not in story.intents else None


def _draw_product_goal(story: Story, goal: Goal) -> Goal | None:
    goal.product_id = story.pick(story.setting.index.products)
    variant = story.pick(story.setting.index.variants[goal.product_id])
    options = list(variant["options"].items())
    start = int(story.rng.random() * len(options))
    if story.chance(0.6):
        goal.wanted = [{"name": variant["name"], "options": dict([options[start]])}]
    return goal if goal.product_id not in story.products else None


def _catalogue(story: Story, goal: Goal) -> Goal | None:
    return goal if story.types is None else None


def _human(story: Story, goal: Goal) -> Goal | None:
    goal.topic = story.topic("want.human")
    return goal


_SIMPLE: dict[str, Callable[[Story, Goal], Goal | None]] = {
    "status": _status,
    "orders": _orders,
    "total": _total,
    "profile_address": _profile_address,
    "product": _draw_product_goal,
    "catalogue": _catalogue,
    "human": _human,
}
