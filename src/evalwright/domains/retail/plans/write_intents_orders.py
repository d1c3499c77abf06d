"""Actions on an order as a whole: cancel it, send it elsewhere, pay it otherwise."""

from __future__ import annotations

from ..shop.money import amount
from ..shop.records import PaymentMethod
from .confirm import confirmed
from .goal import Goal
from .goal_sampling_methods import paid_amount, paid_with
from .identity import read_profile
from .observations import SeenOrder
from .opening import tell
from .orders import settle_order
from .small_talk import acknowledge, ask
from .story import Story
from .write_intents import refuse_status, seen_method, settle_method, write


def play_cancel(story: Story, goal: Goal) -> None:
    """Reason, yes, refund."""
    order = settle_order(story, goal)
    if goal.outcome == "status":
        refuse_status(story, goal, order)
        return
    if "reason" not in goal.told:
        _show(story, order)
        ask(story, "ask.reason")
        tell(story, goal, "reason")
    paid, method = amount(paid_amount(order)), seen_method(story, paid_with(order))
    if not confirmed(
        story,
        goal,
        lambda: story.assistant("summarise.cancel", order=order, reason=goal.reason, amount=paid, method=method),
    ):
        return
    write(story, "cancel_pending_order", goal.order_id, reason=goal.reason)
    story.assistant("done.cancel", order_id=goal.order_id, amount=paid, method=method)
    ask_refund_time(story, method)


def ask_refund_time(story: Story, method: PaymentMethod) -> None:
    """When does the money come?"""
    if story.vary("refund-time"):
        story.user("ask.refund_time")
        story.assistant("tell.refund_time", method=method)


def _show(story: Story, order: SeenOrder) -> None:
    """Before a question the assistant may say what it has found."""
    acknowledge(story)
    if story.chance(0.3):
        story.assistant("tell.order", order=order)


def play_order_address(story: Story, goal: Goal) -> None:
    """Address, yes, done."""
    order = settle_order(story, goal)
    if goal.outcome == "status":
        refuse_status(story, goal, order)
        return
    if "address" not in goal.told:
        _show(story, order)
        ask(story, "ask.address")
        tell(story, goal, "address")
    if not confirmed(
        story, goal, lambda: story.assistant("summarise.order_address", order=order, address=goal.address)
    ):
        return
    write(story, "modify_pending_order_address", goal.order_id, **goal.address)
    story.assistant("done.order_address", order_id=goal.order_id, address=goal.address)


def play_profile_address(story: Story, goal: Goal) -> None:
    """The same for the address of the profile."""
    if "address" not in goal.told:
        acknowledge(story)
        ask(story, "ask.address")
        tell(story, goal, "address")
    if not confirmed(story, goal, lambda: story.assistant("summarise.profile_address", address=goal.address)):
        return
    changed = story.call("modify_user_address", user_id=story.user_id, **goal.address)
    story.profile = changed if story.profile is not None else None
    story.assistant("done.profile_address", address=goal.address)


def play_payment(story: Story, goal: Goal) -> None:
    """Method, yes, done; the method may be the old one, or a card with too little on it."""
    read_profile(story)
    order = settle_order(story, goal)
    if goal.outcome == "status":
        refuse_status(story, goal, order)
        return
    settle_method(story, goal, "payment")
    paid = amount(paid_amount(order))

    def summarise() -> None:
        method = seen_method(story, goal.method["id"])
        story.assistant("summarise.payment", order=order, method=method, amount=paid)

    if not confirmed(story, goal, summarise):
        return
    method_id = goal.method["id"]
    write(story, "modify_pending_order_payment", goal.order_id, payment_method_id=method_id)
    story.assistant("done.payment", order_id=goal.order_id, method=seen_method(story, method_id))
