"""The tools that change an order which is still pending, and an address: what must hold, and what becomes of it.

Money moves at once, and every movement stands in the order's payment history: what a method has paid and not got back
is always what the order's items cost, or nothing once the order is cancelled.
"""

from __future__ import annotations

from evalwright.chat import Arguments

from .definitions import REASONS
from .items import check_swaps, price_difference, swapped
from .locale import ADDRESS_FIELDS
from .lookups import the_order, the_user
from .money import amount, paid_by
from .payment import check_balance, method_of, move_balance
from .records import Address, Order, Payment
from .refusal import Refusal, shown
from .state import State

ITEMS_MODIFIED = "pending (items modified)"


def _pending(state: State, order_id: str) -> Order:
    order = the_order(state, order_id)
    if order["status"] == ITEMS_MODIFIED:
        raise Refusal.because("items_already_modified.order", order=shown(order_id))
    if order["status"] != "pending":
        raise Refusal.because("not_pending.status", order=shown(order_id), status=order["status"])
    return order


def _payment_entry(kind: str, whole: int, method_id: str) -> Payment:
    return {"transaction_type": kind, "amount": amount(whole), "payment_method_id": method_id}


def _address(arguments: Arguments) -> Address:
    return {name: arguments[name] for name in ADDRESS_FIELDS}


def cancel_pending_order(state: State, arguments: Arguments) -> str:
    """Everything paid goes back to where it came from."""
    order_id, reason = arguments["order_id"], arguments["reason"]
    order = _pending(state, order_id)
    if reason not in REASONS:
        first, second = REASONS
        raise Refusal.because("reason_not_allowed.reason", reason=shown(reason), first=first, second=second)
    owed = paid_by(order["payment_history"])
    refunds = [_payment_entry("refund", whole, method) for method, whole in owed.items()]
    history = [*order["payment_history"], *refunds]
    state.put_order(order | {"status": "cancelled", "cancel_reason": reason, "payment_history": history})
    for method, whole in owed.items():
        move_balance(state, order["user_id"], method, whole)
    return state.text(order_id)


def modify_pending_order_address(state: State, arguments: Arguments) -> str:
    """The order goes elsewhere; the user's own address stays."""
    order = _pending(state, arguments["order_id"])
    state.put_order(order | {"address": _address(arguments)})
    return state.text(order["order_id"])


def modify_user_address(state: State, arguments: Arguments) -> str:
    """The user lives elsewhere; orders already made still go where they went."""
    user = the_user(state, arguments["user_id"])
    state.put_user(user | {"address": _address(arguments)})
    return state.text(user["user_id"])


def modify_pending_order_payment(state: State, arguments: Arguments) -> str:
    """The new method pays the whole order, the old one gets its money back."""
    order = _pending(state, arguments["order_id"])
    user = the_user(state, order["user_id"])
    new = method_of(user, arguments["payment_method_id"])["id"]
    owed = paid_by(order["payment_history"])
    if list(owed) == [new]:
        raise Refusal.because("same_payment_method.order", order=shown(order["order_id"]), method=shown(new))
    total = sum(owed.values())
    check_balance(user, new, total)
    refunds = [_payment_entry("refund", whole, method) for method, whole in owed.items()]
    history = [*order["payment_history"], _payment_entry("payment", total, new), *refunds]
    state.put_order(order | {"payment_history": history})
    move_balance(state, user["user_id"], new, -total)
    for method, whole in owed.items():
        move_balance(state, user["user_id"], method, whole)
    return state.text(order["order_id"])


def modify_pending_order_items(state: State, arguments: Arguments) -> str:
    """Other variants of the same products; the difference is paid or refunded at once. Only one time an order."""
    order = _pending(state, arguments["order_id"])
    swaps = check_swaps(state, order, arguments["item_ids"], arguments["new_item_ids"])
    user = the_user(state, order["user_id"])
    method = method_of(user, arguments["payment_method_id"])["id"]
    difference = price_difference(swaps)
    check_balance(user, method, difference)
    history = list(order["payment_history"])
    if difference:
        history.append(_payment_entry("payment" if difference > 0 else "refund", abs(difference), method))
    items = swapped(order["items"], swaps)
    state.put_order(order | {"items": items, "status": ITEMS_MODIFIED, "payment_history": history})
    move_balance(state, user["user_id"], method, -difference)
    return state.text(order["order_id"])
