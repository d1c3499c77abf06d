"""Money: cents to reckon with, decimals to show.

Records hold amounts as decimals with at most two places, because that is what a reader of JSON expects; every sum is
made in whole cents, so that no amount is ever a cent off.
"""

from __future__ import annotations

from collections.abc import Iterable

from .records import Payment


def cents(amount: float) -> int:
    """An amount in whole cents."""
    return round(amount * 100)


def amount(whole: int) -> float:
    """Whole cents as an amount."""
    return whole / 100


def net_paid(history: Iterable[Payment]) -> dict[str, int]:
    """What each payment method has paid and not got back, in cents, in the order of first use."""
    paid: dict[str, int] = {}
    for entry in history:
        sign = 1 if entry["transaction_type"] == "payment" else -1
        method = entry["payment_method_id"]
        paid[method] = paid.get(method, 0) + sign * cents(entry["amount"])
    return paid


def paid_by(history: Iterable[Payment]) -> dict[str, int]:
    """Of these, the methods that have paid anything."""
    return {method: whole for method, whole in net_paid(history).items() if whole > 0}
