"""What counts as secret or personal in a text: a pattern and a check for each kind, and fields whose names say it.

Ten kinds are known by their form or their field; names and street addresses only by lists that the user gives. What
has the form of an id, a price or a date is none of them: a telephone number has its groups or its plus, a card its
issuer's digits and its check digit, an address of the network stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from evalwright.text import resource_json

from ..audit.key_forms import KEY_FORM, holds_key_mark
from ..audit.privacy import chinese_id_checks, luhn_checks

KINDS = (
    "secret",
    "password",
    "url",
    "email",
    "phone",
    "card",
    "iban",
    "national_id",
    "ip",
    "mac",
    "name",
    "address",
)


class Found(NamedTuple):
    """One value in a text."""

    kind: str
    value: str


_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}", re.ASCII)
_PHONE = re.compile(
    r"(?<![\w#.+/-])(?:\+\d{1,3}[ \-.]?)?(?:\(\d{2,4}\)|\d{3})[ \-.]\d{3}[ \-.]\d{4}(?![\w-])"
    r"|(?<![\w#.+-])\+\d{1,3}(?:[ \-.]?\(?\d{1,4}\)?){2,5}(?![\w-])"
    r"|(?<![\w#.+-])00\d{2}[ \-]\d(?:[ \-]?\d){6,12}(?![\w-])",
    re.ASCII,
)
_MOBILE_ZH = re.compile(r"(?<![\w#.-])1[3-9]\d{9}(?![\w-]|\.\d)", re.ASCII)
_CARD = re.compile(r"(?<![\w#.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)", re.ASCII)
_ISSUERS = re.compile(
    r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[68])|35(?:2[89]|[3-8])|6(?:011|2|4[4-9]|5)"
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])", re.ASCII)
_CHINESE_ID = re.compile(r"(?<![\w-])\d{17}[\dXx](?![\w-])", re.ASCII)
_CPF = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])", re.ASCII)
_NINO = re.compile(r"(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])")
_IPV4 = re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)", re.ASCII)
_IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|:)(?::?[0-9A-Fa-f]{1,4}){0,6}(?![\w:])")
_MAC = re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])")
_LOGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://(?P<login>[^\s/@\"'<>]{1,200})@")
_PEM = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?P<body>[\sA-Za-z0-9+/=\\]{20,}?)-----END")
_NO_ADDRESS = ("127.", "0.", "255.", "224.")
_DIGITS = re.compile(r"\D")
_DIGIT = re.compile(r"\d\D{0,4}\d", re.ASCII)


def values_in(text: str) -> Iterator[Found]:
    """Every secret or personal value of a text that its form gives away."""
    if "@" in text or "://" in text:
        yield from _with_at(text)
    if holds_key_mark(text):
        yield from (Found("secret", match[0]) for match in KEY_FORM.finditer(text) if not match[0].startswith("--"))
        yield from (Found("secret", match["body"].strip()) for match in _PEM.finditer(text))
    for match in _ASSIGNED.finditer(text):
        if not match["value"].isalpha() or len(match["value"]) > 20:
            yield Found("password", match["value"].rstrip(".!?"))
    if ":" in text or text.count("-") > 4:
        yield from (Found("mac", match[0]) for match in _MAC.finditer(text))
        yield from (Found("ip", match[0]) for match in _IPV6.finditer(text) if _is_ipv6(match[0]))
    if _DIGIT.search(text):
        yield from _with_digits(text)


def _with_at(text: str) -> Iterator[Found]:
    for match in _LOGIN.finditer(text):
        user, _, password = match["login"].partition(":")
        yield from (Found("url", each) for each in (user, password) if len(each) > 2)
    logins = {match["login"] for match in _LOGIN.finditer(text)}
    for match in _EMAIL.finditer(text):
        if not any(match[0].startswith(login.rpartition(":")[2] + "@") for login in logins):
            yield Found("email", match[0].rstrip("."))


def _with_digits(text: str) -> Iterator[Found]:
    for kind, pattern, check in _BY_PATTERN:
        for match in pattern.finditer(text):
            if check(match[0]):
                yield Found(kind, match[0])


def digits_of(text: str) -> str:
    """The digits of a text alone."""
    return _DIGITS.sub("", text)


def _is_card(text: str) -> bool:
    digits = digits_of(text)
    return 13 <= len(digits) <= 19 and _ISSUERS.match(digits) is not None and luhn_checks(digits)


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    return 15 <= len(plain) <= 34 and iban_remainder(plain[4:] + plain[:4]) == 1


def iban_remainder(text: str) -> int:
    """The remainder by which an IBAN is checked: letters count from 10."""
    return int("".join(str(int(char, 36)) for char in text)) % 97


def _is_phone(text: str) -> bool:
    return 8 <= len(digits_of(text)) <= 15


def _is_chinese_id(text: str) -> bool:
    return chinese_id_checks(text.upper())


def _is_ipv4(text: str) -> bool:
    octets = text.split(".")
    well_formed = all(int(each) < 256 and (each == "0" or each[0] != "0") for each in octets)
    return well_formed and not text.startswith(_NO_ADDRESS)


def _is_ipv6(text: str) -> bool:
    from ipaddress import AddressValueError, IPv6Address

    try:
        address = IPv6Address(text)
    except AddressValueError:
        return False
    return not (address.is_loopback or address.is_unspecified) and len(text) > 6


def _always(text: str) -> bool:
    return True


_BY_PATTERN: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    ("iban", _IBAN, _is_iban),
    ("national_id", _SSN, _always),
    ("national_id", _CHINESE_ID, _is_chinese_id),
    ("national_id", _CPF, _always),
    ("national_id", _NINO, _always),
    ("card", _CARD, _is_card),
    ("phone", _PHONE, _is_phone),
    ("phone", _MOBILE_ZH, _always),
    ("ip", _IPV4, _is_ipv4),
)

_TABLES = resource_json(__package__, "words/personal.json")
_FIELDS = {kind: re.compile(pattern) for kind, pattern in _TABLES["fields"].items()}

_ASSIGNED = re.compile(_TABLES["assigned"])
_LEAST = {
    "phone": 7,
    "card": 12,
    "national_id": 6,
    "password": 3,
    "secret": 6,
    "email": 5,
    "iban": 12,
    "ip": 7,
    "mac": 11,
}


@lru_cache(maxsize=4096)
def kind_of_field(name: str) -> str | None:
    """The kind of value that a field of this name holds."""
    return next((kind for kind, pattern in _FIELDS.items() if pattern.search(name)), None)


def fits_field(kind: str, value: str) -> bool:
    """Whether a field's value may be what the field's name says: long enough, with digits where it has to have some."""
    if len(value) < _LEAST[kind] or len(value) > 400 or value.startswith(("<", "{", "$")):
        return False
    if kind in ("phone", "card", "national_id"):
        return len(digits_of(value)) >= _LEAST[kind] - 1 and len(value) <= 40
    return "@" in value if kind == "email" else not re.search(r"\s\S+\s", value)
