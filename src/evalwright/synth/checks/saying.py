"""What an assistant's text claims: addresses, dates, amounts, ids, each as it is written.

Only what can be told for certain counts: a date with a month, a number with a currency, a token with four digits or
more. A text is searched for a kind of claim only where it holds a character that such a claim must have: most texts
make few claims, and looking for all of them everywhere would cost more than all other checks together. What has been
claimed is taken out before the next kind is looked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_ISO_DATE = re.compile(r"(?<![0-9])[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9])")
_CHINESE_DATE = re.compile(r"(?<![0-9])(?:[0-9]{4}\s?年\s?)?[0-9]{1,2}\s?月\s?[0-9]{1,2}\s?[日号]")
_WRITTEN_DATE = re.compile(
    rf"\b{_MONTH}\s[0-9]{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s[0-9]{{4}}\b)?"
    rf"|\b[0-9]{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s[0-9]{{4}}\b)?"
)
_NUMBER = r"[0-9][0-9,]{0,14}(?:\.[0-9]{1,4})?"
_SYMBOLS = "$¥￥€£"
_MONEY = re.compile(rf"[{_SYMBOLS}]\s?({_NUMBER})")
_UNITS = ("dollar", "USD", "yuan", "RMB", "元", "块")
_MONEY_BEFORE_UNIT = re.compile(rf"(?<![0-9A-Za-z_#.,])({_NUMBER})\s?(?:dollars?\b|USD\b|yuan\b|RMB\b|美元|元|块)")
_IN_TOKEN = frozenset("#-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_FOUR_DIGITS = re.compile(r"[0-9](?:[A-Za-z_-]*[0-9]){3}")
_DIGIT = re.compile("[0-9]")
_NO_ID = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,3}(?:-[0-9]{1,3})+")
"""Years, and ranges such as 10-14."""


@dataclass(slots=True)
class Claims:
    """The claims of one text."""

    emails: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    amounts: list[tuple[str, str]] = field(default_factory=list)
    """As written with its currency, and the number alone."""
    ids: list[str] = field(default_factory=list)


def claims_of(text: str) -> Claims | None:
    """What a text claims; None where it holds no digit and no address."""
    made = Claims()
    if "@" in text:
        made.emails = _EMAIL.findall(text)
        text = _EMAIL.sub(" ", text)
    if _DIGIT.search(text):
        text = _take_dates(text, made)
        text = _take_amounts(text, made)
        made.ids = _ids(text)
    return made if made.emails or made.dates or made.amounts or made.ids else None


def _take_dates(text: str, made: Claims) -> str:
    for pattern in _date_patterns(text):
        found = pattern.findall(text)
        if found:
            made.dates += found
            text = pattern.sub(" ", text)
    return text


def _take_amounts(text: str, made: Claims) -> str:
    for pattern in _money_patterns(text):
        found = [(match[0], match[1]) for match in pattern.finditer(text)]
        if found:
            made.amounts += found
            text = pattern.sub(" ", text)
    return text


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
        while end < len(text) and text[end] in _IN_TOKEN:
            end += 1
        token = text[start:end].strip("-_")
        if not _NO_ID.fullmatch(token):
            found.append(token)
    return found


def _date_patterns(text: str) -> list[re.Pattern[str]]:
    found = [_ISO_DATE] if "-" in text else []
    if "月" in text:
        found.append(_CHINESE_DATE)
    if any(map(text.__contains__, _MONTHS)):
        found.append(_WRITTEN_DATE)
    return found


def _money_patterns(text: str) -> list[re.Pattern[str]]:
    found = [_MONEY] if any(map(text.__contains__, _SYMBOLS)) else []
    if any(map(text.__contains__, _UNITS)):
        found.append(_MONEY_BEFORE_UNIT)
    return found
