"""The parts that all actions share: what the assistant may say of a payment method, sums, and the way it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..shop.money import amount
from ..shop.records import PaymentMethod
from .goal import Goal
from .goal_sampling_methods import allowed_methods, needed
from .observations import SeenOrder, bare_method, changed_order
from .offers import Offer, any_order
from .opening import tell
from .small_talk import acknowledge, ask, refuse
from .story import Story


def seen_method(story: Story, method_id: str) -> PaymentMethod:
    """A payment method as far as the assistant has seen it: before the details are read, its id and kind."""
    if story.profile is not None:
        return story.profile["payment_methods"][method_id]
    return bare_method(method_id)


def method_slots(story: Story, goal: Goal) -> list[PaymentMethod]:
    """The methods that a user can choose from."""
    return [seen_method(story, method["id"]) for method in allowed_methods(story, goal)]


def refuse_status(story: Story, goal: Goal, order: SeenOrder) -> None:
    """Too late, or too early."""
    refuse(story, "refuse.status", order_id=goal.order_id, status=order["status"], action=goal.intent)


def settle_method(story: Story, goal: Goal, purpose: str) -> None:
    """Which payment method: asked for where there is a choice, refused where it will not do, and chosen again."""
    methods = method_slots(story, goal)
    if "method" not in goal.told:
        if len(methods) == 1:
            return
        acknowledge(story)
        ask(story, "ask.method", methods=methods, purpose=purpose)
        tell(story, goal, "method")
    if goal.outcome == "same-method":
        story.assistant("refuse.same_method", method=seen_method(story, goal.poor_method["id"]))
        _choose_again(story, goal, methods, purpose)
    elif goal.outcome == "low-balance":
        lacking = amount(needed(goal, story.order(goal.order_id)))
        story.assistant("refuse.balance", method=seen_method(story, goal.poor_method["id"]), amount=lacking)
        _choose_again(story, goal, methods, purpose)


def _choose_again(story: Story, goal: Goal, methods: Sequence[PaymentMethod], purpose: str) -> None:
    left = [method for method in methods if method["id"] != goal.poor_method["id"]]
    if len(left) > 1:
        story.assistant("ask.method", methods=left, purpose=purpose)
    goal.poor_method, goal.outcome = {}, "done"
    story.user("give.method", method=goal.method)


def reckon(story: Story, added: Sequence[float], taken: Sequence[float] = ()) -> None:
    """Work out a sum or a difference with the tool, from prices as they stand in results."""
    other = _expression(added[::-1], taken[::-1])
    offer = Offer(tries=[{"expression": f"({other})"}], rules={"expression": "expression"})
    story.call("calculate", offer, expression=_expression(added, taken))


def _expression(added: Sequence[float], taken: Sequence[float]) -> str:
    plus, minus = _sum(added), _sum(taken)
    if len(added) > 1 and taken:
        plus, minus = f"({plus})", f"({minus})"
    return f"{plus} - {minus}" if taken else plus


def _sum(amounts: Sequence[float]) -> str:
    return " + ".join(str(each) for each in amounts)


def write(story: Story, tool: str, order_id: str, **arguments: Any) -> bool:
    """Change an order, and know it as it is then; False where the shop refuses."""
    arguments = {"order_id": order_id, **arguments}
    changed = story.call(tool, any_order(arguments), **arguments)
    if changed is None:
        return False
    story.orders[order_id] = changed_order(story.orders[order_id], changed)
    return True
