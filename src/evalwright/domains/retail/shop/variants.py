"""The two faces of the shop: the full one, and a small one for models that hold few tokens.

The small shop has five tools that explain themselves, a short policy, and answers that leave out what these tools have
no use for. State, rules and errors are the same: a face only decides what is offered and how much is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import orjson

from evalwright.chat import JsonSchema, ToolDefinition

from .definitions import TOOLS, bare_property, definition, tool_definition
from .outputs import MINI_SCHEMAS, OUTPUT_SCHEMAS
from .policy import MINI_POLICY, POLICY
from .records import Order, ShortChange, ShortItem, ShortOrder, ShortUser, User
from .world import dump


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What of the shop is shown."""

    name: str
    tools: tuple[str, ...]
    define: Callable[[str, str], ToolDefinition]
    policy: Mapping[str, str]
    outputs: Mapping[str, JsonSchema]
    shorten: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """By tool: from the full answer to the one that is given."""


FULL = Face("shop", tuple(TOOLS), definition, POLICY, OUTPUT_SCHEMAS)


def _define_short(name: str, locale: str) -> ToolDefinition:
    """A definition without a word: these names say what they do, and every token of a small model counts."""
    made = tool_definition(name, "", {each: bare_property(each) for each in TOOLS[name].parameters})
    del made["function"]["description"]
    del made["function"]["parameters"]["additionalProperties"]  # the shop refuses others anyway
    return made


def _short_user(text: str) -> str:
    user: User = orjson.loads(text)
    told: ShortUser = {
        "name": user["name"]["first_name"],
        "orders": user["orders"],
        "pays_with": [*user["payment_methods"]],
    }
    return dump(told)


def _short_order(text: str) -> str:
    order: Order = orjson.loads(text)
    items: list[ShortItem] = [
        {"item_id": item["item_id"], "name": item["name"], "price": item["price"]} for item in order["items"]
    ]
    paid_with = order["payment_history"][0]["payment_method_id"]
    told: ShortOrder = {"status": order["status"], "items": items, "paid_with": paid_with}
    return dump(told)


def _short_change(text: str) -> str:
    told: ShortChange = {"status": orjson.loads(text)["status"]}
    return dump(told)


MINI = Face(
    "shop-mini",
    tuple(MINI_SCHEMAS),
    _define_short,
    MINI_POLICY,
    MINI_SCHEMAS,
    {
        "get_user_details": _short_user,
        "get_order_details": _short_order,
        "cancel_pending_order": _short_change,
        "return_delivered_order_items": _short_change,
    },
)
