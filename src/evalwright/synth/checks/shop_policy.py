"""The policy of the bundled shop, by the names of its tools."""

from __future__ import annotations

from functools import lru_cache

from .policy import Policy

_READS = frozenset({"get_user_details", "get_order_details"})
_WRITES = frozenset(
    {
        "cancel_pending_order",
        "exchange_delivered_order_items",
        "modify_pending_order_address",
        "modify_pending_order_items",
        "modify_pending_order_payment",
        "modify_user_address",
        "return_delivered_order_items",
    }
)
_SHOPS = ("shop", "shop-mini")


@lru_cache(maxsize=1)
def shop_policy() -> Policy:
    """The policy, made when first asked for: its fixed sentences are the shop's own."""
    from ..shop import TRANSFER_SENTENCE

    return Policy(
        finds=frozenset({"find_user_id_by_email", "find_user_id_by_name_zip"}),
        details="get_user_details",
        reads_order="get_order_details",
        private=_READS | _WRITES,
        writes=_WRITES,
        once=(
            frozenset({"modify_pending_order_items"}),
            frozenset({"exchange_delivered_order_items", "return_delivered_order_items"}),
        ),
        transfer="transfer_to_human_agents",
        sentences=tuple(TRANSFER_SENTENCE.values()),
    )


def policy_for(environment: str) -> Policy | None:
    """The policy that holds in an environment, where it has one."""
    return shop_policy() if environment in _SHOPS else None
