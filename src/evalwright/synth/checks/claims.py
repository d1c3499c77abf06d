"""Checks of what the assistant says: ids, addresses, amounts, dates and statuses must have been seen before.

Seen means: said by the system prompt or a user, or returned by a tool, in an earlier message; an amount may also be
worked out from prices that were seen (see `amounts`). What is claimed twice is looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalwright.text import phrase
from evalwright.workbench import Hit, dates_in, quoted

from .amounts import Prices, cents_of, spellings
from .context import check
from .conversation_view import View

_STATUS = re.compile(
    r"(#[A-Za-z0-9]+),? (?:is|was|has been) (?:currently |already |still |now )?"
    r"(pending|processed|delivered|cancell?ed)\b"
)
_STATUS_ZH = re.compile(
    "(#[A-Za-z0-9]+) ?(?:这单|这个订单|的订单)?(?:目前|现在|当前)?(?:的)?(?:状态)?(?:是|为|显示)?(?:还)?"
    "(待处理|已处理|已送达|已签收|已取消)"
)
_LAST_DIGITS = 4
_STATUSES = ("pending", "processed", "delivered", "celled", "celed")
_IN_ENGLISH = {
    "待处理": "pending",
    "已处理": "processed",
    "已送达": "delivered",
    "已签收": "delivered",
    "已取消": "cancelled",
}


@check("unseen-id", "error", "claims")
def unseen_id(view: View) -> Iterator[Hit]:
    met: set[str] = set()
    for index, claims in view.claims:
        for token in claims.ids:
            bare = token.lstrip("#")
            if bare not in met and not view.was_heard(bare, index) and not _ends_an_id(view, index, bare):
                yield _hit(index, token)
            met.add(bare)


@check("unseen-email", "error", "claims")
def unseen_email(view: View) -> Iterator[Hit]:
    for index, claims in view.claims:
        for address in claims.emails:
            folded = address.casefold()
            if not any(folded in text.casefold() for text in view.heard(index)):
                yield _hit(index, address)


@check("unseen-amount", "error", "claims")
def unseen_amount(view: View) -> Iterator[Hit]:
    prices: Prices | None = None
    met: set[int] = set()
    for index, claims in view.claims:
        for written, number in claims.amounts:
            cents = cents_of(number)
            if cents in met:
                continue
            met.add(cents)
            if any(view.was_heard(spelling, index) for spelling in spellings(cents)):
                continue
            prices = prices or Prices()
            prices.learn(view, index)
            if not prices.give(cents):
                yield _hit(index, written)


@check("unseen-date", "error", "claims")
def unseen_date(view: View) -> Iterator[Hit]:
    met: set[str] = set()
    for index, claims in view.claims:
        for written in claims.dates:
            if written not in met and not _date_seen(written, view.heard(index)):
                yield _hit(index, written)
            met.add(written)


@check("wrong-status", "error", "claims")
def wrong_status(view: View) -> Iterator[Hit]:
    pattern, words = (_STATUS_ZH, _IN_ENGLISH) if view.lang == "zh" else (_STATUS, _STATUSES)
    for index, claims in view.claims:
        text = view.texts[index]
        told = claims.ids and any(map(text.__contains__, words))
        for order, word in pattern.findall(text) if told else ():
            said = _IN_ENGLISH.get(word, word.replace("canceled", "cancelled"))
            seen = list(_statuses(view, order, index))
            if seen and not any(status.startswith(said) for status in seen):
                sentence = phrase("audit.found.wrong_status", order=quoted(order), said=said, seen=quoted(seen[-1]))
                yield Hit(index, f"messages[{index}].content", sentence)


def _hit(index: int, what: str) -> Hit:
    return Hit(index, f"messages[{index}].content", phrase("audit.found.unseen", what=quoted(what)))


def _ends_an_id(view: View, before: int, token: str) -> bool:
    """Whether digits are the last ones of something longer, as in "the card ending in 1234"."""
    if len(token) != _LAST_DIGITS or not token.isdigit():
        return False
    ending = re.compile(rf"{token}(?![0-9A-Za-z_])")
    return any(token in text and ending.search(text) for text in view.heard(before))


def _date_seen(said: str, heard: list[str]) -> bool:
    meant = dates_in(said)
    for year, month, day in meant:
        written = f"{year}-{month:02d}-{day:02d}" if year else f"-{month:02d}-{day:02d}"
        if any(written in text for text in heard):
            return True
    seen = {date for text in heard for date in dates_in(text)}
    return not meant or any(
        date in seen or (date[0] is None and any(other[1:] == date[1:] for other in seen)) for date in meant
    )


def _statuses(view: View, order: str, before: int) -> Iterator[str]:
    """Every status of an order that tools returned."""
    for act in view.acts:
        if act.message >= before:
            return
        value: Any = view.value(act)
        if isinstance(value, dict) and value.get("order_id") == order and isinstance(value.get("status"), str):
            yield value["status"]
