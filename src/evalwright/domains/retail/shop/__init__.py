"""The bundled shop: a world of customers, orders and products, and fifteen tools to see and change it by its rules.

Importing this room offers the environments `shop` and `shop-mini`. The planner reads records through `Shop.user`,
`order` and `product`; a conversation gets its own state from `Shop.fork`.
"""

from .definitions import REASONS, TOOLS
from .kinds import make_shop, make_shop_mini
from .locale import draw_address, draw_person, locale_of
from .money import amount, cents, net_paid, paid_by
from .outputs import OUTPUT_SCHEMAS, STATUSES
from .policy import POLICY, POLICY_RULES, SHOP_NAMES, TRANSFER_SENTENCE, PolicyRule, handover_summaries
from .records import Item, Order, PaymentMethod, Product, User, Variant
from .refusal import TRANSIENT_ERROR, Refusal
from .sales import TODAY
from .shop import Shop
from .world import World, make_world

TOOL_NAMES = tuple(TOOLS)
"""The fifteen tools."""

__all__ = [
    "OUTPUT_SCHEMAS",
    "POLICY",
    "POLICY_RULES",
    "REASONS",
    "SHOP_NAMES",
    "STATUSES",
    "TODAY",
    "TOOL_NAMES",
    "TRANSFER_SENTENCE",
    "TRANSIENT_ERROR",
    "Item",
    "Order",
    "PaymentMethod",
    "PolicyRule",
    "Product",
    "Refusal",
    "Shop",
    "User",
    "Variant",
    "World",
    "amount",
    "cents",
    "draw_address",
    "draw_person",
    "handover_summaries",
    "locale_of",
    "make_shop",
    "make_shop_mini",
    "make_world",
    "net_paid",
    "paid_by",
]
