"""The records of the shop: users, orders, products and their parts, as they lie in the state and as tools answer them.

Keys that only some records have are optional: what an order gained by being delivered, cancelled, returned or
exchanged, and what only one kind of payment method holds. The small shop answers the `Short` forms.
"""

from __future__ import annotations

from typing import NotRequired, Required, TypedDict, final

Address = dict[str, str]
"""The fields that `ADDRESS_FIELDS` names."""
Options = dict[str, str]
"""What was chosen, by the name of the option."""


class PersonName(TypedDict):
    """What somebody is called."""

    first_name: str
    last_name: str


class PaymentMethod(TypedDict, total=False):
    """How somebody pays; empty where a goal needs none."""

    id: str
    source: str
    """`credit_card`, `gift_card` or `paypal`."""
    brand: str
    last_four: str
    balance: float
    """Of a gift card."""


class User(TypedDict):
    """A customer."""

    user_id: str
    name: PersonName
    email: str
    address: Address
    payment_methods: dict[str, PaymentMethod]
    orders: list[str]
    """Their ids, oldest first."""


class Variant(TypedDict):
    """One choice of a product's options."""

    item_id: str
    options: Options
    available: bool
    price: float


class Product(TypedDict):
    """A kind of thing, in all its variants."""

    product_id: str
    name: str
    variants: dict[str, Variant]


class Item(TypedDict):
    """A thing in an order, or one that is spoken of."""

    name: str
    product_id: NotRequired[str]
    """Every order of the full shop has it; what is only said of an item leaves it out."""
    item_id: str
    price: float
    options: Options


class Fulfillment(TypedDict):
    """A parcel."""

    tracking_id: str
    item_ids: list[str]


class Payment(TypedDict):
    """One movement of money."""

    transaction_type: str
    """`payment` or `refund`."""
    amount: float
    payment_method_id: str


class Order(TypedDict, total=False):
    """What somebody bought, and how far it has come."""

    order_id: Required[str]
    user_id: Required[str]
    address: Required[Address]
    items: Required[list[Item]]
    status: Required[str]
    ordered_at: Required[str]
    delivered_at: str
    fulfillments: Required[list[Fulfillment]]
    payment_history: Required[list[Payment]]
    cancel_reason: str
    return_items: list[str]
    return_payment_method_id: str
    return_refund: float
    exchange_items: list[str]
    exchange_new_items: list[str]
    exchange_payment_method_id: str
    exchange_price_difference: float


Record = User | Order | Product
Differences = dict[str, dict[str, dict[str, list[object]]]]
"""What changed: kind, id, field, then `[before, after]`."""


@final
class ShortUser(TypedDict):
    """A user as the small shop tells it."""

    name: str
    orders: list[str]
    pays_with: list[str]


class ShortItem(TypedDict):
    """An item as the small shop tells it."""

    item_id: str
    name: str
    price: float


@final
class ShortOrder(TypedDict):
    """An order as the small shop tells it."""

    status: str
    items: list[ShortItem]
    paid_with: str


@final
class ShortChange(TypedDict):
    """What the small shop tells of an order that was changed."""

    status: str
