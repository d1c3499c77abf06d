"""The plan graph as pairs of tools: what a story can call directly after what.

It is written down rather than sampled, so that coverage is measured against a fixed whole; a test compares it with
what stories do. Which pairs there are depends on the profile: only some search in vain, only one leaves details out,
and a call that fails by chance is followed by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .constraints import Transition

_FINDS = ("find_user_id_by_email", "find_user_id_by_name_zip")
_BEGIN = "get_order_details list_all_product_types modify_user_address transfer_to_human_agents"
"""What a wish begins with, whatever came before."""
_ON_ORDER = "calculate cancel_pending_order modify_pending_order_address modify_pending_order_payment"
"""What a wish begins with where its order has been read already; returns and changes of items come on top."""

_AFTER: dict[str, str] = {
    "get_user_details": _BEGIN,
    "get_order_details": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items"
    " modify_pending_order_items exchange_delivered_order_items",
    "get_product_details": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items"
    " modify_pending_order_items exchange_delivered_order_items",
    "list_all_product_types": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "calculate": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items"
    " modify_pending_order_items exchange_delivered_order_items",
    "cancel_pending_order": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "modify_pending_order_address": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "modify_pending_order_payment": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "modify_pending_order_items": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "modify_user_address": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
    "return_delivered_order_items": f"{_BEGIN} {_ON_ORDER} get_product_details",
    "exchange_delivered_order_items": f"{_BEGIN} {_ON_ORDER} get_product_details return_delivered_order_items",
}
_NEVER = frozenset(
    {
        ("list_all_product_types", "list_all_product_types"),
        ("modify_user_address", "modify_user_address"),
        ("modify_pending_order_address", "modify_pending_order_address"),
        ("cancel_pending_order", "cancel_pending_order"),
        ("modify_pending_order_payment", "modify_pending_order_payment"),
    }
)
"""The product list is read once, and nobody has the same wish twice."""


def transitions(tools: Collection[str], chances: Mapping[str, float], skips_details: bool) -> frozenset[Transition]:
    """The pairs that stories with these tools and chances can have."""
    made = {(first, then) for first, text in _AFTER.items() for then in text.split()} - _NEVER
    made |= {(find, "get_user_details") for find in _FINDS}
    if chances["wrong-email"] > 0:
        made |= {("find_user_id_by_email", find) for find in _FINDS}
    if skips_details:
        made |= {(find, then) for find in _FINDS for then in _BEGIN.split()}
        made |= {(first, "get_user_details") for first in _AFTER if first != "get_user_details"}
        made |= {("get_user_details", then) for then in _AFTER["modify_user_address"].split()}
    if chances["tool-fails"] > 0:
        made |= {(tool, tool) for tool in tools}
    return frozenset(pair for pair in made if pair[0] in tools and pair[1] in tools)
