"""What a user wants in one intent, with every value settled before a word is said, and what of it has been told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from ..shop.records import Address, Item, Options, PaymentMethod


class Wanted(TypedDict):
    """What a user says of a variant: the product, and the options that matter."""

    name: str
    options: Options


@dataclass(slots=True)
class Goal:
    """One wish, and how it will end."""

    intent: str
    outcome: str = "done"
    """`done`, or why it cannot be: `status`, `unavailable`, `low-balance`, `same-method`, `once`."""
    order_id: str = ""
    said_id: str = ""
    """The order id that the user gives first: the right one, or not."""
    flaw: str = ""
    """What is wrong with the id given first: `no-such-order`, `others-order-id` or `correction`."""
    knows_id: bool = True
    vague: bool = False
    """Whether the user does not even say what was in the order."""
    items: list[Item] = field(default_factory=list)
    """The items of the order that it is about."""
    new: list[Item] = field(default_factory=list)
    """What they shall become, one for each."""
    refused: Item | None = None
    """A variant that the user asks for first and that is not available."""
    address: Address = field(default_factory=dict)
    method: PaymentMethod = field(default_factory=PaymentMethod)
    poor_method: PaymentMethod = field(default_factory=PaymentMethod)
    """A payment method that the user names first and that will not do."""
    reason: str = ""
    topic: str = ""
    product_id: str = ""
    wanted: list[Wanted] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """Which of these the assistant has heard: order, product, items, wanted, address, method, reason."""

    def card(self) -> dict[str, object]:
        """What the user knows of it."""
        known = {
            "intent": self.intent,
            "order_id": self.order_id,
            "products": [item["name"] for item in self.items],
            "wanted": self.wanted,
            "address": self.address,
            "method": self.method.get("id"),
            "reason": self.reason,
            "topic": self.topic,
        }
        return {key: value for key, value in known.items() if value}


def wanted_of(old: Item, new: Item) -> Wanted:
    """What a user says of a variant at first: the options in which it differs from what there is."""
    options = {key: value for key, value in new["options"].items() if old["options"].get(key) != value}
    return {"name": old["name"], "options": options}


def wanted_fully(new: Item) -> Wanted:
    """What a user says of a variant after another one was spoken of: all its options."""
    return {"name": new["name"], "options": new["options"]}


def first_wanted(goal: Goal) -> list[Wanted]:
    """What the user asks for first: for the first item the variant that is not available, if there is one."""
    if goal.refused is None:
        return goal.wanted
    return [wanted_of(goal.items[0], goal.refused), *goal.wanted[1:]]
