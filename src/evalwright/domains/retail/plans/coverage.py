"""Steering: from what is lacking to a wish, and from a wish to the intents that can fulfil it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from .constraints import Transition, Wish
from .intents import ALL
from .opening import ABOUT_AN_ORDER

_WRITES = ("cancel", "order_address", "items", "payment", "profile_address", "return", "exchange")
_ON_ORDERS = ("cancel", "order_address", "items", "payment", "return", "exchange")
_ANY_ORDER = tuple(sorted(ABOUT_AN_ORDER))
_CHANGES = ("items", "exchange")

_PLAYED_IN: dict[str, tuple[str, ...]] = {
    "order-id-unknown": _ANY_ORDER,
    "which-order": _ANY_ORDER,
    "no-such-order": _ANY_ORDER,
    "others-order-id": _ANY_ORDER,
    "correction": _ANY_ORDER,
    "mind-variant": _CHANGES,
    "mind-address": ("order_address", "profile_address"),
    "mind-method": ("items", "exchange", "payment", "return"),
    "declines": _WRITES,
    "wrong-status": _ON_ORDERS,
    "processed": _ON_ORDERS,
    "unavailable": _CHANGES,
    "low-balance": ("items", "exchange", "payment"),
    "same-method": ("payment",),
    "once": ("items",),
    "refund-time": ("cancel", "return"),
    "asks-total": ("return",),
    "calculates": ("items", "exchange", "return"),
    "two-items": ("items", "exchange", "return"),
    "hand-over": ("human",),
}
"""Where a variation can be played; one that is not here can be played anywhere."""
_TWO_WISHES = frozenset(("second-wish", "same-order", "other-order"))
_IDENTITY = frozenset(("find_user_id_by_email", "find_user_id_by_name_zip", "get_user_details"))

Option = tuple[tuple[str, ...], tuple[str, ...]]
"""Intents that come in this order, and variations that they need."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a story may be made of, given a wish; no options where anything will do."""

    options: Sequence[Option] = ()
    least: int = 1
    """The fewest wishes that a story must have."""

    def draw(self, rng: Random) -> Option:
        """One of the options."""
        return self.options[int(rng.random() * len(self.options))] if self.options else ((), ())


def choices_for(wish: Wish, weights: Mapping[str, float]) -> Choice | None:
    """The stories that could be what is wished for; None where there can be none."""
    least = 2 if _TWO_WISHES & set(wish.tags) else 1
    if wish.intents:
        return Choice([(wish.intents, ())], least) if all(name in weights for name in wish.intents) else None
    if not (wish.tags or wish.tools or wish.transition):
        return Choice()
    options = [(names, tags) for names, tags in _options(wish, weights) if _can(names, wish)]
    return Choice(options, least) if options else None


def _options(wish: Wish, weights: Mapping[str, float]) -> Iterator[Option]:
    if wish.transition is not None:
        yield from _for_transition(wish.transition, weights)
        return
    singles = [((name,), ()) for name in weights if _can((name,), wish)]
    if singles:
        yield from singles
    else:
        yield from (((first, then), ()) for first in weights for then in weights if first not in (then, "human"))


def _can(names: tuple[str, ...], wish: Wish) -> bool:
    """Whether these intents have room for the variations and the tools."""
    tools = frozenset().union(_IDENTITY, *(ALL[name].tools() for name in names))
    played = (_PLAYED_IN.get(tag) for tag in wish.tags)
    return tools.issuperset(wish.tools) and all(where is None or set(where) & set(names) for where in played)


def _for_transition(pair: Transition, weights: Mapping[str, float]) -> Iterator[Option]:
    """Intents within which the pair may occur, and two of which the second goes on where the first ended."""
    first, then = pair
    for name in weights:
        if {first, then} <= ALL[name].tools() | _IDENTITY:
            yield (name,), ()
    for before in weights:
        for after in weights:
            if before == after or ALL[before].last != first or before == "human":
                continue
            if ALL[after].first == then:
                yield (before, after), ()
            elif ALL[after].known == then and before in ABOUT_AN_ORDER:
                yield (before, after), ("same-order",)


def wish_for(
    tools: Mapping[str, int],
    transitions: Mapping[Transition, int],
    intents: Mapping[str, int],
    weights: Collection[str],
    allowed: Collection[Transition],
) -> Wish:
    """What has not been seen yet, one thing at a time: an intent, a tool, a pair of tools; else anything.

    The longer a data set, the less often it is steered: what has not come up by then hardly ever can.
    """
    total = sum(intents.values())
    if total % max(1, total // 150):
        return Wish()
    for name in weights:
        if not intents.get(name):
            return Wish(intents=(name,))
    for tool in sorted({tool for pair in allowed for tool in pair}):
        if not tools.get(tool):
            return Wish(tools=(tool,))
    unseen = sorted(pair for pair in allowed if not transitions.get(pair))
    return Wish(transition=unseen[total % len(unseen)]) if unseen else Wish()
