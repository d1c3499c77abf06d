"""What an assistant's text claims: addresses, dates, amounts, ids, each as it is written.

Only what can be told for certain counts: a date with a month, a number with a currency, a token with four digits or
more. What has been claimed is taken out before the next kind is looked for. Most texts make few claims, and looking
for all of them everywhere would cost more than all other checks together: so a text is searched for a kind of claim
only where it holds what such a claim must have, and patterns begin with a character and look behind it afterwards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_MONTH_BEFORE_DAY = re.compile(rf"{_MONTH}\s[0-9]")
_DAY_BEFORE_MONTH = re.compile(rf"[0-9](?:st|nd|rd|th)?\s(?:of\s)?(?:{'|'.join(_MONTHS)})")
_ISO_DATE = re.compile(r"[0-9](?<![0-9][0-9])[0-9]{3}-[0-9]{1,2}-[0-9]{1,2}(?![0-9])")
_END_OF_ISO_DATE = re.compile("-[0-9]{1,2}-[0-9]")
_CHINESE_DATE = re.compile(r"(?<![0-9])(?:[0-9]{4}\s?年\s?)?[0-9]{1,2}\s?月\s?[0-9]{1,2}\s?[日号]")
_WRITTEN_DATE = re.compile(
    rf"\b{_MONTH}\s[0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s[0-9]{{4}}\b)?"
    rf"|\b[0-9]{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s[0-9]{{4}}\b)?"
)
_NUMBER = r"[0-9,]{0,14}(?:\.[0-9]{1,4})?"
"""After its first digit."""
_MONEY = re.compile(rf"([$¥￥€£]\s?([0-9]{_NUMBER}))")
_SIGNS, _UNITS = ("$", "¥", "￥", "€", "£"), ("dollar", "USD", "yuan", "RMB", "元", "块")
_MONEY_BEFORE_UNIT = re.compile(
    rf"(([0-9](?<![0-9A-Za-z_#.,][0-9]){_NUMBER})\s?(?:dollars?\b|USD\b|yuan\b|RMB\b|美元|元|块))"
)
_IN_TOKEN = frozenset("#-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_AFTER_TOKEN = re.compile("[^#_0-9A-Za-z-]")
_FOUR_DIGITS = re.compile(r"[0-9](?:[A-Za-z_-]*[0-9]){3}")
_DIGIT, _DIGITS = re.compile("[0-9]"), re.compile("[0-9]+")
_BEFORE_POINT = re.compile(r"[0-9]+\.\Z")
_LONGEST = 24
"""Characters before the digits in which the rest of the number is looked for."""
_NO_ID = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,3}(?:-[0-9]{1,3})+")
"""Years, and ranges such as 10-14."""


@dataclass(slots=True)
class Claims:
    """The claims of one text."""

    emails: list[str]
    dates: list[str]
    amounts: list[tuple[str, str]]
    """As written with its currency, and the number alone."""
    ids: list[str]


def may_hold_dates(text: str) -> bool:
    """Whether dates may stand in a text, as it is or once its addresses are taken out."""
    return "@" in text or "月" in text or _END_OF_ISO_DATE.search(text) is not None or _may_hold_months(text)


def _may_hold_months(text: str) -> bool:
    """Whether a month stands beside a number; nearly every text names no month at all."""
    if not any(map(text.__contains__, _MONTHS)):
        return False
    return _MONTH_BEFORE_DAY.search(text) is not None or _DAY_BEFORE_MONTH.search(text) is not None


def claims_of(text: str, *, dated: bool = True) -> Claims | None:
    """What a text claims; None where it claims nothing. `dated`: whether there may be dates in it."""
    emails: list[str] = []
    if "@" in text:
        emails, text = _taken([_EMAIL], text)
    if not _DIGIT.search(text):
        return Claims(emails, [], [], []) if emails else None
    dates, text = _dates(text) if dated else ([], text)
    amounts, text = _taken(_money_patterns(text), text)
    ids = _ids(text)
    return Claims(emails, dates, amounts, ids) if emails or dates or amounts or ids else None


def _taken(patterns: list[re.Pattern[str]], text: str) -> tuple[list[Any], str]:
    """What the patterns match, and the text without it."""
    taken: list[Any] = []
    for pattern in patterns:
        found = pattern.findall(text)
        if found:
            taken += found
            text = pattern.sub(" ", text)
    return taken, text


def _ids(text: str) -> list[str]:
    """The tokens with four digits or more."""
    found, end = [], 0
    for match in _FOUR_DIGITS.finditer(text):
        start = match.start()
        if start < end:
            continue
        end = match.end()
        while start and text[start - 1] in _IN_TOKEN:
            start -= 1
        rest = _AFTER_TOKEN.search(text, end)
        end = rest.start() if rest else len(text)
        if _DIGITS.fullmatch(text, start, end):
            start, end = _with_fraction(text, start, end)
        token = text[start:end].strip("-_")
        if not _NO_ID.fullmatch(token):
            found.append(token)
    return found


def _with_fraction(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of the whole number where digits are the part of it before or after the point."""
    after = _DIGITS.match(text, end + 1) if text[end : end + 1] == "." else None
    before = _BEFORE_POINT.search(text, max(start - _LONGEST, 0), start)
    return before.start() if before else start, after.end() if after else end


def _dates(text: str) -> tuple[list[str], str]:
    numeric = [_ISO_DATE] if "-" in text else []
    dates, text = _taken([*numeric, _CHINESE_DATE] if "月" in text else numeric, text)
    if _may_hold_months(text):
        written, text = _taken([_WRITTEN_DATE], text)
        dates += written
    return dates, text


def _money_patterns(text: str) -> list[re.Pattern[str]]:
    signed, named = any(map(text.__contains__, _SIGNS)), any(map(text.__contains__, _UNITS))
    return [pattern for pattern, there in ((_MONEY, signed), (_MONEY_BEFORE_UNIT, named)) if there]
