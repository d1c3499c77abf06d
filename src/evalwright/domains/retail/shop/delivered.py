"""The tools for what has arrived: return and exchange. Both are requests, so the order says what was asked for.

No money moves yet: the shop settles when the goods are back. Lists are stored in order of the old item's id, because
the order in which a caller names items means nothing and must not make two states of one.
"""

from __future__ import annotations

from evalwright.chat import Arguments

from .items import check_swaps, items_of, price_difference
from .lookups import the_order, the_user
from .money import amount, cents, paid_by
from .payment import check_balance, method_of
from .records import Order
from .refusal import Refusal, shown
from .state import State

RETURN_REQUESTED = "return requested"
EXCHANGE_REQUESTED = "exchange requested"


def _delivered(state: State, order_id: str) -> Order:
    order = the_order(state, order_id)
    status = order["status"]
    if status in (RETURN_REQUESTED, EXCHANGE_REQUESTED):
        what = "return" if status == RETURN_REQUESTED else "exchange"
        raise Refusal.because(f"already_requested.{what}", order=shown(order_id))
    if status != "delivered":
        raise Refusal.because("not_delivered.status", order=shown(order_id), status=status)
    return order


def return_delivered_order_items(state: State, arguments: Arguments) -> str:
    """The refund goes to the method that paid, or to a gift card of the user."""
    order = _delivered(state, arguments["order_id"])
    items = items_of(order, arguments["item_ids"])
    method = method_of(the_user(state, order["user_id"]), arguments["payment_method_id"])
    if method["id"] not in paid_by(order["payment_history"]) and method["source"] != "gift_card":
        raise Refusal.because("refund_method.method", method=shown(method["id"]))
    requested: Order = order | {
        "status": RETURN_REQUESTED,
        "return_items": sorted(item["item_id"] for item in items),
        "return_payment_method_id": method["id"],
        "return_refund": amount(sum(cents(item["price"]) for item in items)),
    }
    state.put_order(requested)
    return state.text(order["order_id"])


def exchange_delivered_order_items(state: State, arguments: Arguments) -> str:
    """Other variants of the same products; the method is charged or refunded the difference later."""
    order = _delivered(state, arguments["order_id"])
    swaps = check_swaps(state, order, arguments["item_ids"], arguments["new_item_ids"])
    user = the_user(state, order["user_id"])
    method = method_of(user, arguments["payment_method_id"])
    difference = price_difference(swaps)
    check_balance(user, method["id"], difference)
    requested: Order = order | {
        "status": EXCHANGE_REQUESTED,
        "exchange_items": [swap.old["item_id"] for swap in swaps],
        "exchange_new_items": [swap.new["item_id"] for swap in swaps],
        "exchange_payment_method_id": method["id"],
        "exchange_price_difference": amount(difference),
    }
    state.put_order(requested)
    return state.text(order["order_id"])
