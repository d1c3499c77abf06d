"""Whether a proposal names every argument of the change that follows it.

An id may stand for what it names: an item is named by its id or its name and the options that are to change, a payment
method by its id, or by its kind and the last digits of a card; a reason is named in words of either language. What is
known of items and methods is taken from the results that came before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase
from evalwright.workbench import quoted

from .conversation_view import Act, View

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
    r"|payment method (?:will )?(?:stays?|remains?|not change)|(?:支付|付款)方式不变"
    r"|原(?:来|先)?(?:的)?(?:支付|付款|路|卡)|原路",
    re.I,
)
_ORIGINAL_MARKS = ("nal ", "ame ", "d w", "ayment method", "方式不变", "原")
"""A text without any of these has no match of that; looking for them first is many times faster."""


class _Known:
    """What the results before a call have shown of things that arguments name by id; the latest counts."""

    def __init__(self, view: View, act: Act) -> None:
        values = (view.value(earlier) for earlier in reversed(view.acts[: act.number]))
        self._results = [value for value in values if isinstance(value, dict)]

    def item(self, item_id: Any) -> Mapping[str, Any]:
        """An item of an order or a variant of a product, with its name."""
        for result in self._results:
            variant = _inside(result, "variants", item_id)
            if variant:
                return {"name": result.get("name")} | variant
            items = result.get("items")
            for item in items if isinstance(items, list) else ():
                if isinstance(item, dict) and item.get("item_id") == item_id:
                    return item
        return {}

    def method(self, method_id: str) -> Mapping[str, Any]:
        """A payment method of the user."""
        found = (_inside(result, "payment_methods", method_id) for result in self._results)
        return next((method for method in found if method), {})

    def paid_with(self, order_id: str) -> Any:
        """The method that an order was paid with first."""
        for result in self._results:
            history = result.get("payment_history")
            if result.get("order_id") == order_id and isinstance(history, list) and history:
                return history[0].get("payment_method_id") if isinstance(history[0], dict) else None
        return None


def _inside(result: JsonObject, key: str, name: Any) -> JsonObject:
    table = result.get(key)
    found = table.get(name) if isinstance(table, dict) and isinstance(name, str) else None
    return found if isinstance(found, dict) else {}


def unnamed(view: View, act: Act, text: str) -> Iterator[tuple[str, str]]:
    """The arguments of a change that a text does not name: parameter, and what is missing in words."""
    policy = view.bench.policy
    known = _Known(view, act)
    folded = text.casefold()
    for name, value in act.arguments.items():
        if (policy is not None and name in policy.unnamed) or value in ("", None):
            continue
        if name == "payment_method_id" and isinstance(value, str):
            if not _names_method(value, text, folded, known, act.argument("order_id")):
                yield name, phrase("audit.detail.payment", value=quoted(value))
        elif name == "reason" and isinstance(value, str):
            if not _names_reason(value, folded):
                yield name, phrase("audit.detail.reason", value=quoted(value))
        elif name in ("item_ids", "new_item_ids") and isinstance(value, list):
            yield from _unnamed_items(act, name, value, folded, known)
        elif isinstance(value, str) and value.casefold() not in folded:
            yield name, quoted(value)


def _unnamed_items(act: Act, name: str, ids: list[Any], folded: str, known: _Known) -> Iterator[tuple[str, str]]:
    old = act.arguments.get("item_ids")
    for place, item_id in enumerate(ids):
        if not isinstance(item_id, str) or item_id in folded:
            continue
        item = known.item(item_id)
        title = item.get("name")
        if isinstance(title, str) and title.casefold() not in folded:
            yield f"{name}[{place}]", phrase("audit.detail.item", title=quoted(title), item_id=item_id)
        elif name == "new_item_ids" and isinstance(old, list) and place < len(old):
            before = _options(known.item(old[place]))
            for key, value in _options(item).items():
                if before.get(key) != value and str(value).casefold() not in folded:
                    yield f"{name}[{place}]", phrase("audit.detail.option", key=quoted(key), value=quoted(value))


def _options(item: Mapping[str, Any]) -> Mapping[str, Any]:
    found = item.get("options")
    return found if isinstance(found, dict) else {}


def _names_method(method_id: str, text: str, folded: str, known: _Known, order: str) -> bool:
    if method_id.casefold() in folded:
        return True
    if known.paid_with(order) == method_id and _names_original(text, folded):
        return True
    method = known.method(method_id)
    source = str(method.get("source") or method_id.rsplit("_", 1)[0])
    digits = str(method.get("last_four") or "")
    if source == "credit_card" and digits:
        return digits in text
    pattern = _SOURCES.get(source)
    return pattern is not None and pattern.search(text) is not None


def _names_original(text: str, folded: str) -> bool:
    return any(map(folded.__contains__, _ORIGINAL_MARKS)) and _ORIGINAL.search(text) is not None


def _names_reason(reason: str, folded: str) -> bool:
    if reason.casefold() in folded:
        return True
    pattern = _REASONS.get(reason)
    return pattern is not None and pattern.search(folded) is not None
