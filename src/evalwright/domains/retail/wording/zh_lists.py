"""Longer values in Chinese: addresses, payment methods, items, changes, and lists of orders and variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from evalwright.synth.phrases import Form, Out, write

from .zh_forms import BRANDS, SHORT_FORMS, figure, joined, money, options

if TYPE_CHECKING:
    from ..plans.goal_sampling_changes import Change
    from ..plans.observations import SeenOrder
    from ..shop.records import Item, PaymentMethod, Variant

_PIECES = ("country", "state", "city", "address1", "address2")
_MY_ADDRESS = (
    ("", "，邮编", ""),
    ("", "，邮政编码", ""),
    ("", "，邮编是", ""),
    ("", "（邮编", "）"),
    ("", "（", "）"),
    ("", "，", ""),
    ("", "，那边邮编", ""),
    ("", "，邮编写", ""),
    ("邮编", "，", ""),
    ("（邮编", "）", ""),
)
"""What a customer puts before the address, before the zip code or behind it, and after all."""
_INLINE = 2
"""So many entries stand in the sentence; more go on lines of their own."""


def address(value: Mapping[str, str], out: Out) -> None:
    """中国浙江省杭州市西湖区人民路 1 号…，邮编 310000. A city that is its own province is written once."""
    _write_address_parts(value, out)
    out.text(("，邮编", "，邮政编码", "，邮编是")[int(out.rng.random() * 3)])
    write(value.get("zip") or "", out)


def my_address(value: Mapping[str, str], out: Out) -> None:
    """As a customer types it: the zip code before, behind or in brackets."""
    before, between, after = _MY_ADDRESS[int(out.rng.random() * len(_MY_ADDRESS))]
    if before:
        out.text(before)
        write(value.get("zip") or "", out)
        out.text(between)
    _write_address_parts(value, out)
    if not before:
        out.text(between)
        write(value.get("zip") or "", out)
        out.text(after)


def _write_address_parts(value: Mapping[str, str], out: Out) -> None:
    before = ""
    for piece in _PIECES:
        text = value.get(piece) or ""
        if text and text != before:
            write(text, out)
        before = text


def method(value: PaymentMethod, out: Out) -> None:
    """尾号 1234 的 Visa 信用卡；礼品卡；PayPal"""
    source = value["source"]
    if source == "credit_card" and value.get("last_four"):
        out.text("尾号")
        write(value["last_four"], out)
        out.text("的")
        write(BRANDS.get(value["brand"], value["brand"]), out)
        out.text("信用卡")
    elif source == "credit_card":
        out.text("信用卡（")
        write(value["id"], out)
        out.text("）")
    elif source == "gift_card":
        out.text("礼品卡")
    else:
        out.text("PayPal 账户" if out.rng.random() < 0.5 else "PayPal")


def method_with_balance(value: PaymentMethod, out: Out) -> None:
    """As in a list to choose from: a gift card with what is left on it."""
    if value["source"] != "gift_card" or value.get("balance") is None:
        method(value, out)
        return
    out.text("礼品卡（余额")
    money(value["balance"], out)
    out.text("）")


_MY_CARD = (
    ("尾号", "的信用卡"),
    ("尾号", "的卡"),
    ("尾号是", "的那张卡"),
    ("末四位", "的那张信用卡"),
    ("后四位", "的卡"),
    ("卡号结尾", "的那张"),
    ("信用卡（尾号", "）"),
    ("那张", "结尾的信用卡"),
    ("", "那张卡"),
    ("最后四位是", "的信用卡"),
)
_MY_METHODS = {
    "credit_card": ("信用卡", "我那张信用卡", "绑的信用卡"),
    "gift_card": ("礼品卡", "那张礼品卡", "我的礼品卡", "账户里的礼品卡", "手里那张礼品卡"),
    "paypal": ("PayPal", "我的 PayPal", "PayPal 账户", "绑定的 PayPal", "PayPal 那个账户"),
}


def my_method(value: PaymentMethod, out: Out) -> None:
    """As a customer names it."""
    source = value["source"]
    if source == "credit_card" and value.get("last_four"):
        before, after = _MY_CARD[int(out.rng.random() * len(_MY_CARD))]
        out.text(before)
        write(value["last_four"], out)
        out.text(after)
    else:
        names = _MY_METHODS[source]
        out.text(names[int(out.rng.random() * len(names))])


def methods(value: Iterable[PaymentMethod], out: Out) -> None:
    """The methods to choose from, in one sentence."""
    joined(list(value), method_with_balance, out, "、", "或")


def item(value: Item, out: Out) -> None:
    """跑步鞋（42码、白色）"""
    write(value["name"], out)
    if value.get("options"):
        out.text("（")
        options(value["options"], out)
        out.text("）")


def priced(value: Item, out: Out) -> None:
    """跑步鞋（42码、白色），899 元"""
    item(value, out)
    out.text("，")
    money(value["price"], out)


def items(value: Iterable[Item], out: Out) -> None:
    """Items in a sentence."""
    joined(list(value), item, out, "、", "和")


def item_lines(value: Iterable[Item], out: Out) -> None:
    """Items with prices: few in the sentence, many on lines."""
    _write_numbered_list(list(value), priced, out)


def _write_numbered_list(entries: list[Any], one: Form, out: Out) -> None:
    if len(entries) <= _INLINE:
        joined(entries, one, out, "；")
        return
    for number, entry in enumerate(entries, 1):
        out.text(f"\n{number}. ")
        one(entry, out)


def changes(value: Iterable[Change], out: Out) -> None:
    """跑步鞋由白色、42码换成黑色、43码: only what differs, or all where nothing does."""
    _write_numbered_list(list(value), _change, out)


def _change(value: Change, out: Out) -> None:
    old, new = value["old"], value["new"]
    differing = [key for key, chosen in new["options"].items() if old["options"].get(key) != chosen]
    keys = differing or list(new["options"])
    write(old["name"], out)
    out.text(("从", "由")[out.style == "formal"])
    options({key: old["options"][key] for key in keys if key in old["options"]}, out)
    out.text(("换成", "更换为")[out.style == "formal"])
    options({key: new["options"][key] for key in keys}, out)


def new_items(value: Iterable[Change], out: Out) -> None:
    """What the items became."""
    joined([each["new"] for each in value], item, out, "、", "和")


def variants(value: Iterable[Variant], out: Out) -> None:
    """Variants to choose from, with prices."""
    _write_numbered_list(list(value), _variant, out)


def _variant(value: Variant, out: Out) -> None:
    options(value["options"], out)
    out.text("，")
    money(value["price"], out)


def stock(value: Iterable[Variant], out: Out) -> None:
    """Variants with prices, and which of them cannot be had."""
    _write_numbered_list(list(value), _in_stock, out)


def _in_stock(value: Variant, out: Out) -> None:
    _variant(value, out)
    out.text("，有货" if value.get("available") else "，暂时无货")


def orders(value: Iterable[SeenOrder], out: Out) -> None:
    """Orders on lines: id, day, status, goods."""
    for number, order in enumerate(value, 1):
        out.text(f"\n{number}. ")
        out.say("order_line", {"order": order})


def order_names(value: Iterable[Item], out: Out) -> None:
    """What an order holds, by name."""
    joined([each["name"] for each in value], write, out)


def terms(value: float, out: Out) -> None:
    """需补差价 12 元；退还差价 12 元"""
    out.text("需要补差价" if value > 0 else "会退还差价")
    money(value, out)


def settled(value: float, out: Out) -> None:
    """差价 12 元已支付；差价 12 元已退还"""
    out.text("差价")
    write(figure(value), out)
    out.text("元由您补付" if value > 0 else "元退还给您")


FORMS: dict[str, Form] = {
    **SHORT_FORMS,
    "address": address,
    "full": my_address,
    "method": method,
    "mine": my_method,
    "methods": methods,
    "item": item,
    "items": items,
    "item_lines": item_lines,
    "changes": changes,
    "new_items": new_items,
    "variants": variants,
    "stock": stock,
    "orders": orders,
    "order_names": order_names,
    "terms": terms,
    "settled": settled,
}
