"""Payment methods: which would do for a goal, and which the user names in vain."""

from __future__ import annotations

from ..shop.money import cents, paid_by
from ..shop.records import PaymentMethod
from .goal import Goal
from .goal_sampling_changes import difference
from .observations import SeenOrder
from .story import Story


def paid_once(order: SeenOrder) -> bool:
    """Whether an order was paid with one payment."""
    history = order["payment_history"]
    return len(history) == 1 and history[0]["transaction_type"] == "payment"


def original_method(story: Story, order: SeenOrder) -> PaymentMethod:
    """What the order is paid with."""
    return story.me()["payment_methods"][paid_with(order)]


def paid_with(order: SeenOrder) -> str:
    """The method that has paid and not got it back; the first one where none has."""
    history = order["payment_history"]
    return next(iter(paid_by(history)), history[0]["payment_method_id"])


def paid_amount(order: SeenOrder) -> int:
    """What the order has cost its method, in cents."""
    return paid_by(order["payment_history"])[paid_with(order)]


def draw_method(story: Story, goal: Goal) -> bool:
    """Choose a method where the goal needs one; False where none would do."""
    if goal.intent not in ("items", "exchange", "payment", "return"):
        return True
    order = story.order(goal.order_id)
    amount = needed(goal, order)
    able = [method for method in allowed_methods(story, goal) if covers(story, method, amount)]
    if not able:
        return False
    goal.method = story.pick(able)
    goal.poor_method = _poor(story, goal, order, amount)
    return True


def allowed_methods(story: Story, goal: Goal) -> list[PaymentMethod]:
    """The methods that the rules allow, whatever is on them."""
    methods: list[PaymentMethod] = list(story.me()["payment_methods"].values())
    current = paid_with(story.order(goal.order_id))
    if goal.intent == "return":
        return [each for each in methods if each["id"] == current or each["source"] == "gift_card"]
    if goal.intent == "payment":
        return [each for each in methods if each["id"] != current]
    return methods


def needed(goal: Goal, order: SeenOrder) -> int:
    """What must be on a gift card, in cents."""
    if goal.intent == "payment":
        return paid_amount(order)
    return difference(goal) if goal.new else 0


def covers(story: Story, method: PaymentMethod, amount: int) -> bool:
    """Whether there is enough on it, now and as the assistant has last seen it."""
    if method["source"] != "gift_card":
        return True
    return min(_balances(story, method)) >= amount


def other_method(story: Story, goal: Goal) -> PaymentMethod | None:
    """Another method that would do: what a second thought would be."""
    amount = needed(goal, story.order(goal.order_id))
    able = [each for each in allowed_methods(story, goal) if covers(story, each, amount)]
    others = [each for each in able if each["id"] != goal.method["id"]]
    return story.pick(others) if others else None


def _poor(story: Story, goal: Goal, order: SeenOrder, amount: int) -> PaymentMethod:
    """A gift card with too little on it, or the method that is to be replaced; empty where the first choice will do."""
    poor = [each for each in allowed_methods(story, goal) if _lacks(story, each, amount)]
    if poor and story.vary("low-balance"):
        goal.outcome = "low-balance"
        return story.pick(poor)
    if goal.intent == "payment" and len(allowed_methods(story, goal)) > 1 and story.vary("same-method"):
        goal.outcome = "same-method"
        return original_method(story, order)
    return {}


def _lacks(story: Story, method: PaymentMethod, amount: int) -> bool:
    return method["source"] == "gift_card" and max(_balances(story, method)) < amount


def _balances(story: Story, method: PaymentMethod) -> tuple[int, int]:
    """What is on a gift card, and what the assistant has last seen on it."""
    seen = (story.profile or story.me())["payment_methods"][method["id"]]
    return cents(method["balance"]), cents(seen.get("balance", method["balance"]))
