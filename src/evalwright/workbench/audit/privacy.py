"""Rules about secrets and personal data that should not be trained on or sent away.

Each is a pattern with a check behind it (Luhn for cards, the check digit of an id), looked for once in all that is
said; only where it strikes are the messages gone through one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from evalwright.chat import TextSearch
from evalwright.text import phrase

from .finding import Hit
from .key_forms import holds_key
from .registry import Memory, register_rule
from .row_context import LONG_NUMBER, OTHER_DIGITS, Case

_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_WITH_PLUS = re.compile(r"\+\d{1,3}[ \-.]?\d[\d \-.]{6,12}\d")
_PHONE = re.compile(rf"(?:\+\d{{1,3}}[ \-.]?)?\(?\d{{3}}\)?[ \-.]\d{{3}}[ \-.]\d{{4}}|{_WITH_PLUS.pattern}")
_GROUPED = re.compile(r"[0-9]{3}\)?[ \-.][0-9]{3}[ \-.][0-9]{4}")
"""What every telephone number without a plus has in it, as far as its digits are those of ASCII."""
_MOBILE_ZH = re.compile(r"1[3-9]\d{9}")
_may_hold_other_digits = TextSearch(OTHER_DIGITS)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_NOT_DIGIT = re.compile(r"\D")
_PART_OF_ID = re.compile("[A-Za-z0-9#_-]")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


@register_rule("secret", "warning", "privacy", only_if="key marks")
def secret(case: Case, memory: Memory) -> Iterator[Hit]:
    if case.has_key_marks:
        yield from _each(case, holds_key, phrase("audit.private.secret"))


@register_rule("card-number", "warning", "privacy", only_if="long numbers")
def card_number(case: Case, memory: Memory) -> Iterator[Hit]:
    if any(_digits(run) >= 13 for run in case.long_numbers):
        yield from _each(case, _has_card, phrase("audit.private.card"))


@register_rule("national-id", "warning", "privacy", only_if="long numbers")
def national_id(case: Case, memory: Memory) -> Iterator[Hit]:
    if any(_digits(run) >= 17 or run.count("-") >= 2 for run in case.long_numbers):
        yield from _each(case, _has_national_id, phrase("audit.private.national_id"))


@register_rule("phone-number", "warning", "privacy", only_if="long numbers")
def phone_number(case: Case, memory: Memory) -> Iterator[Hit]:
    if _may_hold_phone(case):
        yield from _each(case, _has_phone, phrase("audit.private.phone"))


@register_rule("email-address", "info", "privacy", on=False)
def email_address(case: Case, memory: Memory) -> Iterator[Hit]:
    if "@" in case.said:
        yield from _each(case, lambda text: bool(_EMAIL.search(text)), phrase("audit.private.email"))


def _each(case: Case, holds: Callable[[str], bool], what: str) -> Iterator[Hit]:
    """A hit for every message that holds it; what it is stays unsaid."""
    for index, text in enumerate(case.texts):
        if case.roles[index] != "s" and holds(text):
            yield Hit(index, f"messages[{index}].content", phrase("audit.found.text_holds", what=what))
    for call in case.calls:
        if holds(call.arguments):
            yield Hit(call.message, f"{call.path}.function.arguments", phrase("audit.found.arguments_hold", what=what))


def _may_hold_phone(case: Case) -> bool:
    """Whether to look for telephone numbers: most long numbers are ids and times."""
    runs, said = case.long_numbers, case.said
    if "+" in said and any(map(_is_long, runs)) and _WITH_PLUS.search(said) is not None:
        return True
    if not any(map(_may_be_phone, runs)):
        return False
    if any(_GROUPED.search(run) or _MOBILE_ZH.fullmatch(run) for run in runs):
        return True
    return not said.isascii() and _may_hold_other_digits(said)


def _is_long(run: str) -> bool:
    return len(run) >= 10 and _digits(run) >= 10


def _may_be_phone(run: str) -> bool:
    """Whether a run is written as telephone numbers are: in groups, or as those of Chinese mobiles."""
    return _is_long(run) and (not run.isdigit() or (len(run) == 11 and run[0] == "1"))


def _digits(run: str) -> int:
    return sum(map(str.isdigit, run)) if not run.isdigit() else len(run)


def _alone(text: str, match: re.Match[str]) -> bool:
    """Not a part of a word or of an id."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return _PART_OF_ID.match(before) is None and _PART_OF_ID.match(after) is None


def _has_card(text: str) -> bool:
    for match in LONG_NUMBER.finditer(text):
        digits = _NOT_DIGIT.sub("", match[0])
        if 13 <= len(digits) <= 19 and digits[0] in "3456" and luhn_checks(digits) and _alone(text, match):
            return True
    return False


def _has_national_id(text: str) -> bool:
    if _SSN.search(text):
        return True
    for match in LONG_NUMBER.finditer(text):
        number = match[0].upper()
        if len(number) == 18 and number[:17].isdigit() and _alone(text, match) and chinese_id_checks(number):
            return True
    return False


def _has_phone(text: str) -> bool:
    if any(_alone(text, match) for match in _PHONE.finditer(text)):
        return True
    return any(_MOBILE_ZH.fullmatch(match[0]) and _alone(text, match) for match in LONG_NUMBER.finditer(text))


def luhn_checks(digits: str) -> bool:
    """Whether the check digit of a card's number is right."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit) * (2 if place % 2 else 1)
        total += number - 9 if number > 9 else number
    return total % 10 == 0


def chinese_id_checks(number: str) -> bool:
    """Whether 18 characters are a Chinese identity number: its check digit, and a century of birth."""
    if len(number) != 18 or not number[:17].isdecimal():
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number[:17], _WEIGHTS, strict=True))
    return "10X98765432"[total % 11] == number[17] and number[6:8] in ("19", "20")
