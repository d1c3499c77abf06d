"""The policy of the bundled shop, by the names of its tools."""

from __future__ import annotations

from functools import lru_cache

from evalwright.synth.domain_kit import Policy

from .policy import TRANSFER_SENTENCE

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


@lru_cache(maxsize=1)
def shop_policy() -> Policy:
    """The policy, as the shop's `rules()` give it: one for both of its variants."""
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
        single_calls=True,
    )
