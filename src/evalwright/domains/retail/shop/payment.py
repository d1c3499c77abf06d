"""Payment methods: whose they are, whether a gift card has enough on it, and what a movement does to its balance."""

from __future__ import annotations

from .lookups import the_user
from .money import amount, cents
from .records import PaymentMethod, User
from .refusal import Refusal, shown
from .state import State


def method_of(user: User, method_id: str) -> PaymentMethod:
    """The user's payment method of this id, or a Refusal."""
    method = user["payment_methods"].get(method_id)
    if method is None:
        raise Refusal.because("not_your_method.method", method=shown(method_id), user=shown(user["user_id"]))
    return method


def check_balance(user: User, method_id: str, whole: int) -> None:
    """Refuse to take more from a gift card than there is on it; other methods have no limit."""
    method = method_of(user, method_id)
    if method["source"] == "gift_card" and cents(method["balance"]) < whole:
        balance, total = f"{method['balance']:.2f}", f"{amount(whole):.2f}"
        raise Refusal.because("balance_too_low.card", method=shown(method_id), balance=balance, total=total)


def move_balance(state: State, user_id: str, method_id: str, whole: int) -> None:
    """Put cents on a gift card, or take them off when negative. Other methods keep no balance with the shop."""
    user = the_user(state, user_id)
    method = user["payment_methods"].get(method_id)
    if method is None or method["source"] != "gift_card" or not whole:
        return
    changed: PaymentMethod = method | {"balance": amount(cents(method["balance"]) + whole)}
    state.put_user(user | {"payment_methods": user["payment_methods"] | {method_id: changed}})
