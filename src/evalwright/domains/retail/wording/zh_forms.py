"""How values are written in Chinese: names and counting words, options, money, dates, statuses, and lists of them.

A value flows in and goes out whole, so that it can be found again; `GAP` marks where a space belongs if a Chinese
character comes next to Latin letters or digits, and is settled when the text is finished (see `zh_language`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from evalwright.synth.phrases import Form, Out, WordLists, write

from .languages import PHRASES

if TYPE_CHECKING:
    from ..plans.goal import Wanted
    from ..shop.records import Item, Options

_LISTS = WordLists(PHRASES / "zh" / "values.words")
_COUNTERS = {ending: counter for counter, endings in _LISTS.choices("counters").items() for ending in endings}
BRANDS = _LISTS.table("brands")


def counter(name: str) -> str:
    """The counting word of a product; the longest ending that is known decides."""
    for length in range(min(3, len(name)), 0, -1):
        found = _COUNTERS.get(name[-length:])
        if found:
            return found
    return "个"


def plain(value: Any, out: Out) -> None:
    """A value as it is."""
    write(str(value), out)


def translated(words: Mapping[str, str]) -> Form:
    """A form that writes the Chinese word for a word of the tools; one that is not known stays as it is."""
    return lambda value, out: write(words.get(str(value), str(value)), out)


def that(value: Any, out: Out) -> None:
    """那双跑步鞋"""
    out.text(f"那{counter(str(value))}")
    write(str(value), out)


def thing(value: Any, out: Out) -> None:
    """A product, sometimes with its counting word."""
    (that if out.rng.random() < 0.45 else plain)(value, out)


def money(value: Any, out: Out) -> None:
    """128 元；128.50 元"""
    write(figure(value), out)
    out.text("元")


def figure(value: Any) -> str:
    """An amount without a sign, with two decimals where there are any."""
    cents = round(abs(float(value)) * 100)
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"


def day(value: Any, out: Out) -> None:
    """2 月 11 日"""
    try:
        read = date.fromisoformat(str(value))
    except ValueError:
        write(str(value), out)
        return
    write(f"{read.month} 月 {read.day} 日", out)


def joined(
    values: Sequence[Any], one: Callable[[Any, Out], None], out: Out, between: str = "、", last: str = ""
) -> None:
    """Several values one after the other."""
    for number, value in enumerate(values):
        if number:
            out.text(last if last and number == len(values) - 1 else between)
        one(value, out)


def names(value: Iterable[str], out: Out) -> None:
    """跑步鞋和手表"""
    joined(list(value), plain, out, "、", "跟" if out.style in ("casual", "chatty") else "和")


def options(value: Options, out: Out) -> None:
    """黑色、42码"""
    joined(list(value.values()), plain, out)


def wish(value: Iterable[Wanted], out: Out) -> None:
    """黑色、42码的跑步鞋"""
    for number, each in enumerate(value):
        if number:
            out.text("，还有")
        if each["options"]:
            options(each["options"], out)
            out.text("的")
        write(each["name"], out)


def only_options(value: Iterable[Wanted], out: Out) -> None:
    """黑色、42码的"""
    joined([each["options"] for each in value], options, out, "的，还有")
    out.text("的")


def wishes(value: Iterable[Wanted], out: Out) -> None:
    """跑步鞋换成黑色的，手表换成皮表带的"""
    verb = ("换成", "要", "改成")[int(out.rng.random() * 3)]
    for number, each in enumerate(value):
        if number:
            out.text("，")
        write(each["name"], out)
        out.text(verb)
        options(each["options"], out)
        out.text("的")


def kind(value: Sequence[Wanted], out: Out) -> None:
    """黑色、42码款"""
    joined([each["options"] for each in value], options, out, "和")
    if not re.search("[款版]$", str([*value[0]["options"].values()][-1:]).rstrip("]'") if value else ""):
        out.text("款")


def first_name_of(value: Sequence[Wanted], out: Out) -> None:
    """The product of the first wish."""
    write(value[0]["name"], out)


def user_items(value: Iterable[Item], out: Out) -> None:
    """Items as a customer names them: now and then with what they look like."""
    joined(list(value), _user_item, out, "、", "跟" if out.style in ("casual", "chatty") else "和")


def _user_item(item: Item, out: Out) -> None:
    if out.style not in ("terse",) and out.rng.random() < 0.4 and item["options"]:
        chosen = list(item["options"].values())
        write(chosen[int(out.rng.random() * len(chosen))], out)
        out.text("的")
        thing(item["name"], out)
        return
    thing(item["name"], out)


SHORT_FORMS: dict[str, Form] = {
    **dict.fromkeys(("order_id", "wrong", "email", "first_name", "last_name", "zip", "product", "count"), plain),
    "that": that,
    "thing": thing,
    "products": names,
    "amount": money,
    "balance": money,
    "price": money,
    "date": day,
    "ordered_at": day,
    "delivered_at": day,
    "status": translated(_LISTS.table("statuses")),
    "reason": translated(_LISTS.table("reasons")),
    "action": translated(_LISTS.table("actions")),
    "brand": translated(BRANDS),
    "wanted": wish,
    "opts": only_options,
    "wishes": wishes,
    "kind": kind,
    "its_name": first_name_of,
    "user_items": user_items,
}
