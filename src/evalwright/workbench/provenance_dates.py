"""Dates and times of day in running text, English and Chinese, whichever way they are written.

A date is (year or None, month, day). Where day and month cannot be told apart (3/4/2025) both readings count:
the question is only whether a value could have come from there.
"""

from __future__ import annotations

import re

Dates = frozenset[tuple[int | None, int, int]]

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_NAMES, start=1)}
_MONTH = rf"({'|'.join(_NAMES)})[a-z]{{0,6}}\.?"
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)")
_NO_YEAR = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])|(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}})\b)?", re.I)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+(\d{{4}})\b)?", re.I)
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::\d{2})?(?!\d)\s?([ap])?\.?(?:m\b)?", re.I)
_HOUR = re.compile(r"(?<!\d)(\d{1,2})\s?([ap])\.?m\b", re.I)
_HOUR_ZH = re.compile(r"(上午|早上|下午|晚上|中午)?(\d{1,2})[点时](半|(\d{1,2})分)?")
_RELATIVE = re.compile(
    r"\b(today|tonight|tomorrow|yesterday|next|last|this|coming|ago|days?|weeks?|weekend|mon|tues|wednes|thurs|fri"
    r"|satur|sun)(?:day)?\b|今天|明天|后天|昨天|前天|大后天|下周|上周|本周|这周|周[一二三四五六日末]|星期|天[后前]",
    re.I,
)


def dates_in(text: str) -> Dates:
    """Every date of a text."""
    found: set[tuple[int | None, int, int]] = set()
    for pattern in (_YEAR_FIRST, _COMPACT):
        found |= {(int(y), int(m), int(d)) for y, m, d in pattern.findall(text)}
    for first, second, year in _YEAR_LAST.findall(text):
        found |= {(int(year), int(first), int(second)), (int(year), int(second), int(first))}
    for first, second, month, day in _NO_YEAR.findall(text):
        found |= {(None, int(month or first), int(day or second)), (None, int(day or second), int(month or first))}
    for month, day, year in _MONTH_FIRST.findall(text):
        found.add((int(year) if year else None, _MONTHS[month.lower()], int(day)))
    for day, month, year in _DAY_FIRST.findall(text):
        found.add((int(year) if year else None, _MONTHS[month.lower()], int(day)))
    return frozenset(date for date in found if 1 <= date[1] <= 12 and 1 <= date[2] <= 31)


def times_in(text: str) -> frozenset[tuple[int, int]]:
    """Every time of day of a text."""
    found = {_time(int(hour), int(minute), half) for hour, minute, half in _CLOCK.findall(text)}
    found |= {_time(int(hour), 0, half) for hour, half in _HOUR.findall(text)}
    for part, hour, half, minutes in _HOUR_ZH.findall(text):
        late = "p" if part in ("下午", "晚上", "中午") else "a" if part else ""
        found.add(_time(int(hour), 30 if half == "半" else int(minutes or 0), late))
    return frozenset(time for time in found if time[0] < 24 and time[1] < 60)


def is_relative(text: str) -> bool:
    """Whether a text speaks of a date by its distance from another."""
    return _RELATIVE.search(text) is not None


def _time(hour: int, minute: int, half: str) -> tuple[int, int]:
    if half.lower() == "p" and hour < 12:
        return hour + 12, minute
    return (0, minute) if half.lower() == "a" and hour == 12 else (hour, minute)
