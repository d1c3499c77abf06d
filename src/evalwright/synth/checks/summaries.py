"""Whether a proposal names every argument of the change that follows it.

An id may stand for what it names: an item is named by its id or its name and the options that are to change, a payment
method by its id, or by its kind and the last digits of a card; a reason is named in words of either language. What is
known of items and methods is taken from the results that came before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from evalwright.data import quoted

from .view import Act, View

_REASONS = {
    "no longer needed": re.compile(
        r"no longer (?:need|want)|(?:don't|do not|doesn't|not) (?:really )?(?:need|want)|changed (?:your|their) mind"
        r"|不(?:再|太)?(?:需要|想要|要|用)|用不(?:上|着|到)|改变主意|不想",
        re.I,
    ),
    "ordered by mistake": re.compile(r"mistake|accident|in error|by error|误|错|不小心|手滑", re.I),
}
_SOURCES = {
    "gift_card": re.compile(r"gift ?card|礼品卡|礼物卡|购物卡", re.I),
    "paypal": re.compile(r"paypal|贝宝", re.I),
    "credit_card": re.compile(r"card|visa|mastercard|amex|信用卡|银行卡|卡", re.I),
}
_ORIGINAL = re.compile(
    r"original (?:payment|form|method|card)|(?:the|your) (?:original|same) (?:payment|card|method)|paid with"
    r"|原(?:来|先)?(?:的)?(?:支付|付款|路|卡)|原路",
    re.I,
)


class Known(NamedTuple):
    """What the conversation has shown of things that arguments name by id."""

    items: dict[str, Mapping[str, Any]]
    methods: dict[str, Mapping[str, Any]]
    paid_with: dict[str, str]
    """The method that an order was paid with first."""


def unnamed(view: View, act: Act, text: str) -> Iterator[tuple[str, str]]:
    """The arguments of a change that a text does not name: parameter, and what is missing in words."""
    policy = view.bench.policy
    known = _known(view, act)
    folded = text.casefold()
    for name, value in act.arguments.items():
        if (policy is not None and name in policy.unnamed) or value in ("", None):
            continue
        if name == "payment_method_id" and isinstance(value, str):
            if not _names_method(value, text, folded, known, act.argument("order_id")):
                yield name, f"the payment method {quoted(value)}"
        elif name == "reason" and isinstance(value, str):
            if not _names_reason(value, folded):
                yield name, f"the reason {quoted(value)}"
        elif name in ("item_ids", "new_item_ids") and isinstance(value, list):
            yield from _unnamed_items(act, name, value, folded, known)
        elif isinstance(value, str) and value.casefold() not in folded:
            yield name, quoted(value)


def _unnamed_items(act: Act, name: str, ids: list[Any], folded: str, known: Known) -> Iterator[tuple[str, str]]:
    old = act.arguments.get("item_ids")
    for place, item_id in enumerate(ids):
        if not isinstance(item_id, str) or item_id in folded:
            continue
        item = known.items.get(item_id, {})
        title = item.get("name")
        if isinstance(title, str) and title.casefold() not in folded:
            yield f"{name}[{place}]", f"the item {quoted(title)} ({item_id})"
        elif name == "new_item_ids" and isinstance(old, list) and place < len(old):
            before = _options(known.items.get(old[place], {}) if isinstance(old[place], str) else {})
            for key, value in _options(item).items():
                if before.get(key) != value and str(value).casefold() not in folded:
                    yield f"{name}[{place}]", f"{quoted(key)}: {quoted(value)} of the new item"


def _options(item: Mapping[str, Any]) -> Mapping[str, Any]:
    found = item.get("options")
    return found if isinstance(found, dict) else {}


def _names_method(method_id: str, text: str, folded: str, known: Known, order: str) -> bool:
    if method_id.casefold() in folded:
        return True
    if known.paid_with.get(order) == method_id and _ORIGINAL.search(text):
        return True
    method = known.methods.get(method_id, {})
    source = str(method.get("source") or method_id.rsplit("_", 1)[0])
    digits = str(method.get("last_four") or "")
    if source == "credit_card" and digits:
        return digits in text
    pattern = _SOURCES.get(source)
    return pattern is not None and pattern.search(text) is not None


def _names_reason(reason: str, folded: str) -> bool:
    if reason.casefold() in folded:
        return True
    pattern = _REASONS.get(reason)
    return pattern is not None and pattern.search(folded) is not None


def _known(view: View, act: Act) -> Known:
    known = Known({}, {}, {})
    for earlier in view.acts[: act.number]:
        value = view.value(earlier)
        if isinstance(value, dict):
            _learn(value, known)
    return known


def _learn(value: dict[str, Any], known: Known) -> None:
    """Take notice of an order, a product or a profile."""
    items, variants, methods = value.get("items"), value.get("variants"), value.get("payment_methods")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and isinstance(item.get("item_id"), str):
            known.items[item["item_id"]] = item
    for item_id, variant in variants.items() if isinstance(variants, dict) else ():
        if isinstance(variant, dict):
            known.items[item_id] = {"name": value.get("name")} | variant
    for method_id, method in methods.items() if isinstance(methods, dict) else ():
        if isinstance(method, dict):
            known.methods[method_id] = method
    history = value.get("payment_history")
    first = history[0] if isinstance(history, list) and history else None
    if isinstance(first, dict) and isinstance(first.get("payment_method_id"), str):
        known.paid_with[str(value.get("order_id"))] = first["payment_method_id"]
