"""How a user brings up a wish: what is told at once, what is left to be asked for."""

from __future__ import annotations

from evalwright.synth.domain_kit import Slots

from ..dialogue_acts import TOPICS
from .goal import Goal, first_wanted
from .goal_sampling import MOST_BROWSED
from .index import item_slot
from .story import Story
from .topics import fitting_topics, payment_topics

ABOUT_AN_ORDER = frozenset(("status", "cancel", "order_address", "items", "payment", "return", "exchange", "total"))
_WITH_PRODUCT = ABOUT_AN_ORDER - {"return", "total"}
_NEW_HOME = ("moved", "typo")
"""Why somebody's own address changes; an order may go elsewhere for other reasons too."""
_TROUBLE = frozenset(("defective", "not_as_described", "does_not_fit", "damaged_package", "complaint"))


def settle_knowledge(story: Story, goal: Goal) -> None:
    """Whether the user knows the id of the order, and gets it right the first time."""
    goal.said_id = goal.order_id
    if goal.intent not in ABOUT_AN_ORDER or goal.order_id in story.orders:
        return
    if may_browse(story) and goal.outcome != "once" and story.vary("order-id-unknown"):
        goal.knows_id = False
        goal.vague = story.openness < 2 and len(story.my_orders()) > 1 and story.vary("which-order")
        return
    mine = story.my_orders()
    if story.vary("no-such-order"):
        goal.flaw, goal.said_id = "no-such-order", _unused_id(story)
    elif len(mine) > 1 and story.vary("correction"):
        goal.flaw, goal.said_id = "correction", _another(story, goal, mine)
    elif (other := others_order(story)) and story.vary("others-order-id"):
        goal.flaw, goal.said_id = "others-order-id", other


def may_browse(story: Story) -> bool:
    """Whether an assistant could look through the user's orders."""
    return story.has("get_user_details") and not story.skips and len(story.my_orders()) <= MOST_BROWSED


def _unused_id(story: Story) -> str:
    while True:
        made = f"#W{1_000_000 + int(story.rng.random() * 9_000_000)}"
        if made not in story.setting.index.orders:
            return made


def _another(story: Story, goal: Goal, mine: list[str]) -> str:
    return story.pick([order_id for order_id in mine if order_id != goal.order_id])


def others_order(story: Story) -> str:
    """An order of somebody else on this side of the split; empty where the first few people have none."""
    for _ in range(4):
        user_id = story.pick(story.users)
        orders = story.shop.user(user_id)["orders"]
        if user_id != story.user_id and orders:
            return str(story.pick(orders))
    return ""


def bring_up(story: Story, goal: Goal) -> None:
    """The user says what they want, with as much as they tell at once."""
    first = not story.intents
    slots: Slots = {} if first else {"first": False}
    if goal.intent == "product":
        slots |= _product_slots(story, goal)
    elif goal.intent == "human":
        slots["topic"] = goal.topic
    elif goal.intent in ABOUT_AN_ORDER:
        slots |= _which_order(story, goal, first)
    story.user(f"want.{goal.intent}", **slots)
    _background(story, goal)
    for fact in ("wanted", "address", "method"):
        if _tells(story) and not (goal.vague and fact == "wanted"):
            tell(story, goal, fact)


def _tells(story: Story) -> bool:
    return story.openness == 2 or (story.openness == 1 and story.chance(0.25))


def _product_slots(story: Story, goal: Goal) -> Slots:
    name = story.setting.index.variants[goal.product_id][0]["name"]
    return {"product": name, "wanted": goal.wanted} if goal.wanted else {"product": name}


def _which_order(story: Story, goal: Goal, first: bool) -> Slots:
    slots: Slots = {}
    known = goal.order_id in story.orders
    if goal.knows_id and (known or story.chance((0.15, 0.6, 1.0)[story.openness])):
        slots["order_id"] = goal.said_id
        goal.told.add("order")
    if not goal.vague and (story.chance((0.2, 0.55, 1.0)[story.openness])):
        names = [item["name"] for item in goal.items]
        if goal.intent in _WITH_PRODUCT:
            slots["product"] = names[0]
            goal.told.add("product")
            _count_as_told(goal)
        else:
            slots["products"] = names
            goal.told |= {"product", "items"}
    return slots


def _count_as_told(goal: Goal) -> None:
    """One product named is the item meant where it is about one item."""
    if goal.intent in ("items", "exchange") and len(goal.items) == 1:
        goal.told.add("items")


def _background(story: Story, goal: Goal) -> None:
    """One sentence of why."""
    if goal.intent == "cancel":
        if _tells(story) or story.chance(0.25):
            tell(story, goal, "reason")
    elif goal.intent in ("return", "exchange") and story.chance(0.6):
        topic = story.pick(fitting_topics(goal))
        story.user(f"story.{goal.intent}", topic=topic, **_story_product_slot(story, goal))
        story.troubled |= topic in _TROUBLE
    elif goal.intent in ("order_address", "profile_address") and story.chance(0.5):
        moves_for_good = goal.intent == "profile_address"
        story.user("story.address", topic=story.pick(_NEW_HOME if moves_for_good else TOPICS["story.address"]))
    elif goal.intent == "payment" and story.chance(0.5):
        story.user("story.payment", topic=story.pick(payment_topics(story, goal)))
    elif goal.intent == "human":
        story.troubled |= goal.topic in _TROUBLE


def _story_product_slot(story: Story, goal: Goal) -> Slots:
    """The product in the story too, where the wish did not name it."""
    if goal.vague or "product" in goal.told or len(goal.items) != 1 or not story.chance(0.5):
        return {}
    goal.told |= {"product", "items"}
    return {"product": goal.items[0]["name"]}


def tell(story: Story, goal: Goal, fact: str) -> None:
    """The user tells one fact, where there is one and it has not been told."""
    if fact in goal.told:
        return
    if fact == "wanted" and goal.new:
        story.user("give.wanted", wanted=first_wanted(goal))
        goal.told |= {"wanted", "items", "product"}
    elif fact == "address" and goal.address:
        story.user("give.address", address=goal.address)
        goal.told.add(fact)
    elif fact == "method" and (goal.poor_method or goal.method) and goal.intent != "cancel":
        story.user("give.method", method=goal.poor_method or goal.method)
        goal.told.add(fact)
    elif fact == "reason" and goal.reason:
        _reason(story, goal)
        goal.told.add(fact)


def _reason(story: Story, goal: Goal) -> None:
    if story.chance(0.5):
        story.user("give.reason", reason=goal.reason)
    else:
        story.user("story.cancel", reason=goal.reason)


def give_items(story: Story, goal: Goal) -> None:
    """The user says which items are meant."""
    story.user("give.items", items=[item_slot(item) for item in goal.items])
    goal.told.add("items")
