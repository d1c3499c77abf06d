"""Which order is meant: asked for, given, mistaken, corrected, or found by looking through the user's orders."""

from __future__ import annotations

from .goal import Goal
from .observations import SeenOrder, seen_order
from .offers import IN_WORDS, Offer, unread
from .opening import others_order
from .small_talk import acknowledge, ask
from .story import Story


def read_order(story: Story, order_id: str, offer: Offer | None = None) -> SeenOrder | None:
    """What the assistant knows of an order, read if it has not been; None where there is no such order."""
    if order_id not in story.orders:
        found = story.call("get_order_details", offer, order_id=order_id)
        if found is None:
            return None
        owner = story.order(order_id)["user_id"]
        if owner == story.user_id:
            story.orders[order_id] = seen_order(order_id, found)
        story.entities[order_id] = story.entities[owner] = None
    return story.orders.get(order_id)


def settle_order(story: Story, goal: Goal) -> SeenOrder:
    """The order of a goal as the assistant has read it, after all that may come between."""
    if goal.knows_id:
        if "order" not in goal.told:
            _ask_for_id(story, goal)
        if goal.flaw:
            _mistaken(story, goal)
        read_order(story, goal.order_id)
    else:
        _look_through(story, goal)
    story.last_order = goal.order_id
    return story.orders[goal.order_id]


def _ask_for_id(story: Story, goal: Goal) -> None:
    acknowledge(story)
    ask(story, "ask.order")
    story.user("give.order_id", order_id=goal.said_id)
    goal.told.add("order")


def _mistaken(story: Story, goal: Goal) -> None:
    """The id that was given leads nowhere, to somebody else, or to another order of the user's."""
    wrong, found = goal.said_id, read_order(story, goal.said_id)
    if goal.flaw == "no-such-order":
        story.assistant("not_found.order", order_id=wrong)
    elif found is None:
        story.assistant("refuse.not_yours", order_id=wrong)
    else:
        story.assistant("tell.order", order=found)
    story.user("correct.order_id", wrong=wrong, order_id=goal.order_id)


def _look_through(story: Story, goal: Goal) -> None:
    """The user does not have the id; the assistant reads one order after the other."""
    name = goal.items[0]["name"]
    if "product" not in goal.told and len(story.my_orders()) > 1:
        acknowledge(story)
        ask(story, "ask.order")
        _describe(story, goal, name)
    fitting = [order_id for order_id in story.my_orders() if _has_product(story, order_id, name)]
    described = "product" in goal.told
    if described and fitting[0] == goal.order_id:
        for order_id in story.my_orders():
            read_order(story, order_id, unread("order_id", order_id, story.my_orders(), story.orders))
            if order_id == goal.order_id:
                return
    read_all_orders(story)
    if len(story.my_orders()) > 1:
        _which(story, goal, fitting if described and len(fitting) > 1 else story.my_orders())


def read_all_orders(story: Story) -> None:
    """Every order of the user; in which order they are read does not matter."""
    for order_id in story.my_orders():
        read_order(story, order_id, unread("order_id", order_id, story.my_orders(), story.orders))


def _describe(story: Story, goal: Goal, name: str) -> None:
    if goal.vague:
        story.user("lack.order_id")
        return
    if story.chance(0.5):
        story.user("lack.order_id", product=name)
    else:
        story.user("describe.order", product=name)
    goal.told.add("product")


def _which(story: Story, goal: Goal, order_ids: list[str]) -> None:
    story.tags["which-order"] = None
    ask(story, "ask.which_order", orders=[story.orders[order_id] for order_id in order_ids])
    story.user("pick.order", order_id=goal.order_id)
    goal.told.add("order")


def _has_product(story: Story, order_id: str, name: str) -> bool:
    return any(item["name"] == name for item in story.order(order_id)["items"])


def ask_about_somebody(story: Story) -> None:
    """The user asks about an order of somebody else, and gets no details."""
    order_id = others_order(story)
    if not order_id or story.room() in (0, 2) or not story.vary("other-person"):
        return
    story.user("ask.other_person", order_id=order_id)
    if story.profile is None or story.chance(0.6):
        read_order(story, order_id, None if story.profile is None else IN_WORDS)
    story.entities[order_id] = None
    story.entities[story.order(order_id)["user_id"]] = None
    story.assistant("refuse.not_yours", order_id=order_id)
    if story.vary("insists"):
        story.user("insist")
        story.assistant("refuse.not_yours", order_id=order_id)
