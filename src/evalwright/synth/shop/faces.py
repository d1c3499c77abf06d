"""The two faces of the shop: the full one, and a small one for models that hold few tokens.

The small shop has five tools that explain themselves, a short policy, and answers that leave out what these tools have
no use for. State, rules and errors are the same: a face only decides what is offered and how much is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from .definitions import TOOLS, bare_property, definition, tool_definition
from .outputs import OUTPUT_SCHEMAS, STATUSES
from .policy import POLICY, SHOP_NAMES
from .world import Record, dump

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """What of the shop is shown."""

    name: str
    tools: tuple[str, ...]
    define: Callable[[str, str], Schema]
    policy: Mapping[str, str]
    outputs: Mapping[str, Schema]
    shorten: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """By tool: from the full answer to the one that is given."""


FULL = Face("shop", tuple(TOOLS), definition, POLICY, OUTPUT_SCHEMAS)

_FEW = (
    "find_user_id_by_email",
    "get_user_details",
    "get_order_details",
    "cancel_pending_order",
    "return_delivered_order_items",
)


def _define_short(name: str, locale: str) -> Schema:
    """A definition without a word: these names say what they do, and every token of a small model counts."""
    made = tool_definition(name, "", {each: bare_property(each) for each in TOOLS[name].parameters})
    del made["function"]["description"]
    del made["function"]["parameters"]["additionalProperties"]  # the shop refuses others anyway
    return made


def _short_user(text: str) -> str:
    user: Record = orjson.loads(text)
    return dump({"name": user["name"]["first_name"], "orders": user["orders"], "pays_with": [*user["payment_methods"]]})


def _short_order(text: str) -> str:
    order: Record = orjson.loads(text)
    items = [{"item_id": item["item_id"], "name": item["name"], "price": item["price"]} for item in order["items"]]
    return dump(
        {"status": order["status"], "items": items, "paid_with": order["payment_history"][0]["payment_method_id"]}
    )


def _short_change(text: str) -> str:
    return dump({"status": orjson.loads(text)["status"]})


def _closed(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


_TEXT: Schema = {"type": "string"}
_STATUS: Schema = {"type": "string", "enum": list(STATUSES)}
_ITEM = _closed({"item_id": _TEXT, "name": _TEXT, "price": {"type": "number"}})
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SHORT_OUTPUTS: dict[str, Schema] = {
    "find_user_id_by_email": OUTPUT_SCHEMAS["find_user_id_by_email"],
    "get_user_details": _closed({"name": _TEXT, "orders": _TEXTS, "pays_with": _TEXTS}),
    "get_order_details": _closed({"status": _STATUS, "items": {"type": "array", "items": _ITEM}, "paid_with": _TEXT}),
    "cancel_pending_order": _closed({"status": _STATUS}),
    "return_delivered_order_items": _closed({"status": _STATUS}),
}

_SHORT_POLICY = {
    "en": f"You serve customers of {SHOP_NAMES['en']}. Find the customer by e-mail first; serve nobody else. Cancel "
    "only pending orders, return only delivered ones, once, refunded to the payment method used or a gift card. State "
    "the details and wait for a yes before both. Invent nothing.",
    "zh": f"你是“{SHOP_NAMES['zh']}”的客服。先用邮箱找到顾客，只服务这一位顾客。"
    "只有待处理（pending）订单能取消；只有已送达（delivered）订单能退货，限一次，退回原支付方式或礼品卡。两者都要先说明内容，等顾客同意。不编造信息。",
}

MINI = Face(
    "shop-mini",
    _FEW,
    _define_short,
    _SHORT_POLICY,
    _SHORT_OUTPUTS,
    {
        "get_user_details": _short_user,
        "get_order_details": _short_order,
        "cancel_pending_order": _short_change,
        "return_delivered_order_items": _short_change,
    },
)
