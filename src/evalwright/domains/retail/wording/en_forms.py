"""English: how values are written: money, dates, options, items, addresses, payment methods, lists.

What a form writes through `value` is locked. Users say things their own way (a product in lower case, an address on
several lines); the assistant is exact, because what it says is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from evalwright.synth.phrases import Form, Out

from .en_options import said

if TYPE_CHECKING:
    from ..plans.goal import Wanted
    from ..plans.goal_sampling_changes import Change
    from ..plans.observations import SeenOrder
    from ..shop.records import Address, Item, Options, PaymentMethod, Variant

BRANDS = {"visa": "Visa", "mastercard": "Mastercard", "amex": "Amex"}
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MOST_LISTED = 6


def plain(value: Any, out: Out) -> None:
    """A value as it is."""
    out.value(str(value))


def money(value: Any, out: Out) -> None:
    """Dollars and cents, without a sign."""
    out.value(f"${abs(float(value)):.2f}")


def day(value: Any, out: Out) -> None:
    """A date, written out: the same way all through a conversation."""
    text = str(value)
    try:
        found = date.fromisoformat(text[:10])
    except ValueError:
        out.value(text)
        return
    month = _MONTHS[found.month - 1]
    out.value(f"{month} {found.day}, {found.year}" if out.style in ("warm", "formal") else text[:10])


def product(value: Any, out: Out) -> None:
    """The name of a product: users write it small."""
    out.value(small(str(value)) if out.role == "user" else str(value))


def small(name: str) -> str:
    """A name without capitals, save in words that need them."""
    return " ".join(word.lower() if word.istitle() and word != "Bluetooth" else word for word in name.split(" "))


def listed(values: Sequence[Any], out: Out, write: Callable[[Any], None], word: str = "and") -> None:
    """Several things in a sentence."""
    for at, value in enumerate(values):
        if at:
            out.text(f" {word} " if at == len(values) - 1 and len(values) == 2 else ", ")
            if at == len(values) - 1 and len(values) > 2:
                out.text(f"{word} ")
        write(value)


def products(value: Any, out: Out) -> None:
    """The names of several products, each with its article."""

    def one(each: Any) -> None:
        out.text("the ")
        product(each["name"] if isinstance(each, Mapping) else each, out)

    listed(list(value), out, one)


def kinds(value: Any, out: Out) -> None:
    """The names of several kinds of product."""
    listed([small(str(each)) for each in value], out, out.value)


def options(value: Options, out: Out) -> None:
    """The options of a variant, one after the other."""
    for at, each in enumerate(value.values()):
        if at:
            out.text(", ")
        out.value(str(each))


def _phrases(value: Options, noun: Callable[[], None], out: Out) -> None:
    """A variant as a person says it: some options before the noun, some after it."""
    before, after = said(value)
    for at, each in enumerate(before):
        if at:
            out.text(", ")
        out.value(each)
    if before:
        out.text(" ")
    noun()
    for phrase in after:
        out.text(f" {phrase.lead}")
        out.value(phrase.value)


def _user_item(item: Item, out: Out) -> None:
    """An item as its owner calls it: mostly by its name, sometimes by what it is like."""
    out.text("the ")
    few = dict(list(item.get("options", {}).items())[: int(out.rng.random() * 3)])
    _phrases(few, lambda: product(item["name"], out), out)


def _shop_item(item: Item, out: Out, price: bool) -> None:
    out.value(str(item["name"]))
    if item.get("options"):
        out.text(" (")
        options(item["options"], out)
        out.text(")")
    if price and "price" in item:
        out.text(" at " if out.style in ("warm", "plain") else ", ")
        money(item["price"], out)


def item(value: Item, out: Out) -> None:
    """One item."""
    items([value], out)


def items(value: Sequence[Item], out: Out) -> None:
    """Items in a sentence; the assistant names their options."""
    if out.role == "user":
        listed(list(value), out, lambda each: _user_item(each, out))
        return

    def one(each: Item) -> None:
        out.text("the ")
        _shop_item(each, out, price=False)

    listed(list(value), out, one)


def priced(value: Iterable[Item], out: Out) -> None:
    """Items with options and prices, in a sentence."""
    parts = list(value)
    for at, each in enumerate(parts):
        if at:
            out.text("; " if at < len(parts) - 1 else "; and ")
        out.text("the ")
        _shop_item(each, out, price=True)


def lines(value: Iterable[Item], out: Out) -> None:
    """Items with options and prices, one a line."""
    for each in value:
        out.text("\n- ")
        _shop_item(each, out, price=True)


def wanted(value: Sequence[Wanted], out: Out) -> None:
    """What a user wants instead, for one product or for each of several."""
    _wanted(value, out, short=len(value) == 1 and out.rng.random() < 0.6)


def described(value: Sequence[Wanted], out: Out) -> None:
    """What a user wants, with the name of the product."""
    _wanted(value, out, short=False)


def _wanted(value: Sequence[Wanted], out: Out, short: bool) -> None:
    def one(each: Wanted) -> None:
        out.text("the ")

        def noun() -> None:
            if short:
                out.text("one" if out.rng.random() < 0.7 else "version")
            else:
                product(each["name"], out)

        _phrases(each.get("options", {}), noun, out)

    listed(list(value), out, one)


def variants(value: Iterable[Variant], out: Out) -> None:
    """Variants with their prices, one a line; not all of a long list."""
    for each in list(value)[:_MOST_LISTED]:
        out.text("\n- ")
        options(each["options"], out)
        out.text(": ")
        money(each["price"], out)
        if not each.get("available", True):
            out.text(" (out of stock)")


def variants_short(value: Iterable[Variant], out: Out) -> None:
    """Variants in a sentence."""

    def one(each: Variant) -> None:
        options(each["options"], out)
        out.text(" for ")
        money(each["price"], out)

    parts = list(value)[:_MOST_LISTED]
    for at, each in enumerate(parts):
        if at:
            out.text("; " if at < len(parts) - 1 else "; or ")
        one(each)


def address(value: Address, out: Out) -> None:
    """An address in full, every field a value of its own; users write it on one line or on several."""
    gap = "\n" if out.role == "user" and out.rng.random() < 0.2 else ", "
    if gap == "\n":
        out.text("\n")
    first = [str(value[key]) for key in ("address1", "address2") if value.get(key)]
    for part in first:
        out.value(part)
        out.text(gap)
    out.value(str(value["city"]))
    out.text(", ")
    out.value(str(value["state"]))
    out.text(" " if out.rng.random() < 0.7 else ", ")
    out.value(str(value["zip"]))
    out.text(gap)
    out.value(str(value["country"]))


def method(value: PaymentMethod, out: Out) -> None:
    """A payment method as its owner calls it, or as the assistant does."""
    role = "mine" if out.role == "user" else "yours"
    out.say(f"method.{role}", {"method": value})


def short_method(value: PaymentMethod, out: Out) -> None:
    """A payment method where it is clear which one."""
    out.say("method.short", {"method": value})


def paypal(value: Any, out: Out) -> None:
    """The name of the service, locked so that no habit of typing changes it."""
    del value
    out.value("PayPal")


def brand(value: Any, out: Out) -> None:
    """The name of a kind of card."""
    out.value(BRANDS.get(str(value), str(value)))


def methods(value: Iterable[PaymentMethod], out: Out) -> None:
    """Payment methods to choose from."""
    listed(list(value), out, lambda each: out.say("method.choice", {"method": each}), word="or")


def method_lines(value: Iterable[PaymentMethod], out: Out) -> None:
    """Payment methods to choose from, one a line."""
    for each in value:
        out.text("\n- ")
        out.say("method.choice", {"method": each})


def swaps(value: Iterable[Change], out: Out) -> None:
    """Exchange the old for the new, in a sentence: goes after a verb."""

    def one(change: Change) -> None:
        out.text("the ")
        _shop_item(change["old"], out, price=False)
        out.text(" for the ")
        _shop_item(change["new"], out, price=False)

    listed(list(value), out, one)


def swap_lines(value: Iterable[Change], out: Out) -> None:
    """What becomes what with prices, one a line."""
    arrow = " → " if out.style in ("brief", "plain") else ", replaced by "
    for change in value:
        out.text("\n- ")
        _shop_item(change["old"], out, price=True)
        out.text(arrow)
        _shop_item(change["new"], out, price=True)


def orders(value: Iterable[SeenOrder], out: Out) -> None:
    """Orders, one a line."""
    for each in value:
        out.text("\n- ")
        out.say("order.line", {"order": each})


def names_in(value: Iterable[Item], out: Out) -> None:
    """The names of the items of an order."""
    listed([str(each["name"]) for each in value], out, out.value)


def tracking(value: Any, out: Out) -> None:
    """The tracking numbers of what has been sent."""
    listed([str(number) for each in value for number in _ids(each)], out, out.value)


def _ids(fulfillment: Mapping[str, Any]) -> list[Any]:
    found = fulfillment.get("tracking_id", [])
    return list(found) if isinstance(found, list) else [found]


FORMS: dict[str, Form] = {
    **dict.fromkeys(
        ("order_id", "email", "first_name", "last_name", "zip", "wrong", "last_four", "count", "reason"), plain
    ),
    **dict.fromkeys(("amount", "price", "balance", "money"), money),
    **dict.fromkeys(("ordered_at", "delivered_at", "day"), day),
    "status": plain,
    "product": product,
    "name": product,
    "products": products,
    "kinds": kinds,
    "options": options,
    "item": item,
    "items": items,
    "priced": priced,
    "lines": lines,
    "wanted": wanted,
    "described": described,
    "variants": variants,
    "variants_short": variants_short,
    "address": address,
    "method": method,
    "brand": brand,
    "paypal": paypal,
    "short": short_method,
    "methods": methods,
    "method_lines": method_lines,
    "swaps": swaps,
    "swap_lines": swap_lines,
    "orders": orders,
    "names": names_in,
    "tracking": tracking,
}
