"""Stand-ins: for every value another of the same kind and form, decided by a key and the value alone.

Letters become letters and digits digits, in their places; what is neither stays. So a stand-in can be written wherever
the value stood, however it is escaped or grouped. Check digits are right again; the last four digits of a card stay,
because people and tools speak of a card by them.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256

from evalwright.text import resource_json

from ..audit.privacy import chinese_id_checks, luhn_checks
from .personal_values import digits_of, iban_remainder

_VOWELS, _CONSONANTS, _LETTERS = "aeiou", "bdfgklmnprstvz", "abcdefghijklmnopqrstuvwxyz"
_CHINESE: str = resource_json(__package__, "words/personal.json")["name_characters"]
_WORDS = re.compile(r"[^\W\d_]+")
_KEPT_PREFIX = re.compile(r"sk-(?:proj-|ant-)?|gh[pousr]_|github_pat_|xox[abpr]-|A(?:KI|SI)A|AIza|glpat-|hf_")


class StandIns:
    """The stand-ins of one key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.of = lru_cache(maxsize=50_000)(self._of)

    def _of(self, kind: str, canonical: str) -> str:
        """The stand-in of a canonical value: as long as it is, letters for letters and digits for digits."""
        return _MAKERS.get(kind, _any)(canonical, self._stream(kind, canonical))

    def _stream(self, kind: str, canonical: str) -> Callable[[int], int]:
        """Numbers below a bound, one after the other, that follow from the key and the value."""
        state = hmac.new(self._key, f"{kind}\0{canonical}".encode("utf-8", "replace"), sha256).digest()
        taken = 0

        def draw(bound: int) -> int:
            nonlocal state, taken
            if taken + 4 > len(state):
                state, taken = hmac.new(self._key, state, sha256).digest(), 0
            taken += 4
            return int.from_bytes(state[taken - 4 : taken], "big") % bound

        return draw


Draw = Callable[[int], int]


def canonical_of(kind: str, value: str) -> str:
    """What is the same in all spellings of a value."""
    if kind in ("card", "phone", "national_id") and digits_of(value):
        plain = re.sub(r"[^0-9A-Za-z]", "", value).lower()
        # With a country's prefix or without: a telephone number is known by its end.
        return plain[-10:] if kind == "phone" else plain
    if kind in ("iban", "address"):
        return "".join(filter(str.isalnum, value.lower()))
    return value if kind in ("secret", "password", "url") else value.lower()


def _any(value: str, draw: Draw) -> str:
    return "".join(_same_class(char, draw) for char in value)


def _same_class(char: str, draw: Draw) -> str:
    if char.isdecimal():
        return str(draw(10))
    if not char.isalpha():
        return char
    if ord(char) >= 0x2E80:
        return _CHINESE[draw(len(_CHINESE))]
    other = _LETTERS[draw(26)]
    return other.upper() if char.isupper() else other


def _other_digits(value: str, draw: Draw) -> str:
    """Digits for digits; the first is no zero where it was none, so that it can be a number."""
    made = _any(value, draw)
    return str(1 + draw(9)) + made[1:] if made[0] == "0" != value[0] else made


def _secret(value: str, draw: Draw) -> str:
    prefix = _KEPT_PREFIX.match(value)
    kept = prefix[0] if prefix else ""
    return kept + _any(value[len(kept) :], draw)


def _email(value: str, draw: Draw) -> str:
    """The last part of the domain stays."""
    name, dot, end = value.rpartition(".")
    return _any(name, draw) + dot + end if dot else _any(value, draw)


def _card(value: str, draw: Draw) -> str:
    """The first digit and the last four stay; one in the middle makes the check digit right."""
    middle = [str(draw(10)) for _ in value[1:-4]]
    for place in range(len(middle)):
        for digit in "0123456789":
            made = value[0] + "".join([*middle[:place], digit, *middle[place + 1 :]]) + value[-4:]
            if luhn_checks(made) and made != value:
                return made
    return _other_digits(value, draw)


def _iban(value: str, draw: Draw) -> str:
    body = _any(value[4:], draw)
    return f"{value[:2]}{98 - iban_remainder((body + value[:2] + '00').upper()):02}{body}"


def _national_id(value: str, draw: Draw) -> str:
    if len(value) == 18 and value[:17].isdecimal():
        born = f"{1950 + draw(55)}{1 + draw(12):02}{1 + draw(28):02}"
        body = _other_digits(value[:6], draw) + born + _any(value[14:17], draw)
        return next(body + end for end in "0123456789x" if chinese_id_checks((body + end).upper()))
    if len(value) == 9 and value.isdecimal():
        return f"{100 + draw(500)}{10 + draw(89)}{1000 + draw(8999)}"
    return _other_digits(value, draw)


def _ip(value: str, draw: Draw) -> str:
    if ":" in value:
        return "".join("0123456789abcdef"[draw(16)] if char.isalnum() else char for char in value)
    sizes = {1: (1, 9), 2: (10, 90), 3: (100, 155)}
    made = []
    for octet in value.split("."):
        least, span = sizes[len(octet)]
        made.append(str(least + draw(span)))
    return ".".join(made)


def _mac(value: str, draw: Draw) -> str:
    return "".join("0123456789abcdef"[draw(16)] if char.isalnum() else char for char in value)


def _words(value: str, draw: Draw) -> str:
    """Vowels for vowels and consonants for consonants, so that a name can be said."""
    made = []
    for char in value:
        if char.isascii() and char.isalpha():
            among = _VOWELS if char in _VOWELS else _CONSONANTS
            made.append(among[draw(len(among))])
        else:
            made.append(_same_class(char, draw))
    return "".join(made)


_MAKERS: dict[str, Callable[[str, Draw], str]] = {
    "secret": _secret,
    "email": _email,
    "phone": _other_digits,
    "card": _card,
    "iban": _iban,
    "national_id": _national_id,
    "ip": _ip,
    "mac": _mac,
    "name": _words,
    "address": _words,
}


def words_of_name(value: str) -> list[str]:
    """The words of a name, each of which has a stand-in of its own, so that one alone is still the same person's."""
    return [word for word in _WORDS.findall(value) if len(word) > 1]
