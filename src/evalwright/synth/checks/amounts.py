"""Amounts that follow from prices which tools returned: totals, differences, what is left of a balance.

All in whole cents. A guess must not pass because some prices happen to add up to it, so only what has a meaning is
tried: items of one list together, an item exchanged for a variant of its own product, a balance less one of these.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from .conversation_view import View

_FEW_DIGITS = 16
_MAX_ITEMS = 10
_MAX_REACHED = 4_000
_MAX_COUNT = 12
_MAX_NODES = 20_000
_INSIDE = (dict, list)


def cents_of(text: str) -> int:
    """An amount as it is written, in cents."""
    whole, _, part = text.replace(",", "").partition(".")
    if len(part) == 2 and whole.isdecimal() and part.isdecimal() and len(whole) < _FEW_DIGITS:
        return int(whole + part)
    try:
        return round(Decimal(text.replace(",", "")) * 100)
    except InvalidOperation:
        return 0


def spellings(cents: int) -> list[str]:
    """The ways in which tools and people write an amount, that of tools first."""
    whole, part = divmod(cents, 100)
    tails = [f".{part:02d}"] if part % 10 else [f".{part // 10}", f".{part:02d}"]
    if not part:
        tails.append("")
    numbers = [str(whole), f"{whole:,}"] if whole >= 1000 else [str(whole)]
    return [f"{number}{tail}" for number in numbers for tail in tails]


class Prices:
    """The prices of a conversation as far as it has come."""

    def __init__(self) -> None:
        self._acts = 0
        self._nodes = 0
        self._lists: list[list[tuple[str, int]]] = []
        """Items that stand together, such as those of an order: product and price."""
        self._variants: dict[str, set[int]] = {}
        """What the variants of a product cost."""
        self._all: set[int] = set()
        self._balances: set[int] = set()
        self._totals: set[int] | None = None
        self._changes: set[int] | None = None

    def learn(self, view: View, before: int) -> None:
        """Take notice of the results up to a message."""
        for act in view.acts[self._acts :]:
            if act.message >= before:
                break
            self._acts += 1
            self._totals = self._changes = None
            self._collect_amounts(view.value(act), "")

    def give(self, cents: int) -> bool:
        """Whether the amount follows from them."""
        totals = self._all_totals()
        if cents in self._all or cents in totals:
            return True
        changes = self._all_changes()
        if cents in changes or -cents in changes:
            return True
        if any(cents == count * price for price in self._all for count in range(2, _MAX_COUNT)):
            return True
        if any(cents - total in changes for total in totals):
            return True
        known = totals | self._all
        return any(
            abs(balance - cents) in known or balance - cents in changes or cents - balance in changes
            for balance in self._balances
        )

    def _all_totals(self) -> set[int]:
        """Totals of items that stand together."""
        if self._totals is None:
            self._totals = set()
            for items in self._lists:
                self._totals |= _reached([[price] for _, price in items[:_MAX_ITEMS]])
            if len(self._lists) > 1:
                sums = [[sum(price for _, price in items)] for items in self._lists[:_MAX_ITEMS]]
                self._totals |= _reached(sums)
        return self._totals

    def _all_changes(self) -> set[int]:
        """Differences by exchanging some of the items that stand together."""
        if self._changes is None:
            self._changes = set()
            for items in self._lists:
                steps = [[price - old for price in sorted(self._variants.get(kind, ()))] for kind, old in items]
                self._changes |= _reached(steps[:_MAX_ITEMS])
        return self._changes

    def _collect_amounts(self, value: Any, kind: str) -> None:
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            return
        if isinstance(value, list):
            self._read_list(value, kind)
        elif isinstance(value, dict):
            kind = str(value.get("product_id") or kind)
            for key, inner in value.items():
                if type(inner) is str:
                    continue
                if isinstance(inner, _INSIDE):
                    self._collect_amounts(inner, kind)
                elif type(inner) in (int, float):
                    self._add_amount(key, round(inner * 100), kind)
        elif type(value) in (int, float):
            self._all.add(round(value * 100))

    def _read_list(self, value: list[Any], kind: str) -> None:
        items = [(str(each.get("product_id") or kind), round(each["price"] * 100)) for each in value if _priced(each)]
        if items:
            self._lists.append(items)
        for inner in value:
            if isinstance(inner, _INSIDE):
                self._collect_amounts(inner, kind)

    def _add_amount(self, key: str, cents: int, kind: str) -> None:
        self._all.add(abs(cents))
        if key == "balance":
            self._balances.add(cents)
        if key == "price" and kind:
            self._variants.setdefault(kind, set()).add(cents)


def _priced(value: Any) -> bool:
    return isinstance(value, dict) and type(value.get("price")) in (int, float)


def _reached(choices: list[list[int]]) -> set[int]:
    """Every sum of at most one number out of each choice; as many as there is room for."""
    reached = {0}
    for choice in choices:
        if len(reached) * (len(choice) + 1) > _MAX_REACHED:
            break
        reached |= {start + step for start in reached for step in choice}
    return reached
