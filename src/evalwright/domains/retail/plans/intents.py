"""Everything that a user can want: how it is played, and which tools it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .goal import Goal
from .read_intents import play_catalogue, play_human, play_orders, play_product, play_status, play_total
from .story import Story
from .write_intents_items import play_changes, play_return
from .write_intents_orders import play_cancel, play_order_address, play_payment, play_profile_address

Play = Callable[[Story, Goal], None]


@dataclass(frozen=True, slots=True)
class Intent:
    """One kind of wish."""

    play: Play
    needs: frozenset[str]
    """Tools without which it cannot be."""
    may: frozenset[str] = frozenset()
    """Tools that it calls in some stories."""
    reads_profile: bool = False
    """Whether something from the user's details is needed."""

    calls: int = 1
    """How many calls it takes of itself when nothing comes between."""
    first: str = ""
    """The call that it begins with."""
    known: str = ""
    """The call that it begins with where its order has been read already."""
    last: str = ""
    """The call that it ends with when all goes well."""

    def tools(self) -> frozenset[str]:
        """All that it may call."""
        return self.needs | self.may


def _intent(play: Play, needs: str, may: str = "", *, reads_profile: bool = False) -> Intent:
    """The tools that are needed are named in the order in which they are called."""
    own = [tool for tool in needs.split() if tool != "get_user_details"]
    known = own[1] if own[0] == "get_order_details" and len(own) > 1 else ""
    needed, optional = frozenset(needs.split()), frozenset(may.split())
    return Intent(play, needed, optional, reads_profile, len(own), own[0], known, own[-1])


_CHANGE = "get_user_details get_order_details get_product_details"
_REFUSED = "transfer_to_human_agents"

ALL: dict[str, Intent] = {
    "status": _intent(play_status, "get_order_details"),
    "orders": _intent(play_orders, "get_user_details get_order_details", reads_profile=True),
    "cancel": _intent(play_cancel, "get_order_details cancel_pending_order", _REFUSED),
    "order_address": _intent(play_order_address, "get_order_details modify_pending_order_address", _REFUSED),
    "items": _intent(
        play_changes, f"{_CHANGE} modify_pending_order_items", f"calculate {_REFUSED}", reads_profile=True
    ),
    "payment": _intent(
        play_payment, "get_user_details get_order_details modify_pending_order_payment", _REFUSED, reads_profile=True
    ),
    "profile_address": _intent(play_profile_address, "modify_user_address"),
    "return": _intent(
        play_return,
        "get_user_details get_order_details return_delivered_order_items",
        f"calculate {_REFUSED}",
        reads_profile=True,
    ),
    "exchange": _intent(
        play_changes, f"{_CHANGE} exchange_delivered_order_items", f"calculate {_REFUSED}", reads_profile=True
    ),
    "product": _intent(play_product, "list_all_product_types get_product_details"),
    "catalogue": _intent(play_catalogue, "list_all_product_types"),
    "total": _intent(play_total, "get_order_details calculate"),
    "human": _intent(play_human, "transfer_to_human_agents"),
}
"""The intents, by name."""


def cost(intents: Sequence[str], skips: bool) -> int:
    """How many calls such wishes take when all goes straight, the search for the user included."""
    reads = not skips or any(ALL[name].reads_profile for name in intents)
    return 1 + reads + sum(ALL[name].calls for name in intents)
