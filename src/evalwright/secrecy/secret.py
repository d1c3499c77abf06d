"""A secret that knows where it came from and never prints, and the values that this process knows to be secret.

Making a `Secret` is what makes its value known to the redactor: there is no second list to keep.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import unquote

from .naming import (
    HIDDEN,
    SHORTEST,
    is_harmless_name,
    is_harmless_value,
    is_placeholder,
    is_secret_name,
    looks_random,
    may_be_said_by_chance,
)

_SHORTEST_ENCODED = 6
_PROXY = re.compile(r"(?i)(?:https?|all|ftp|socks)_proxy")


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A secret value as the redactor looks for it."""

    value: str
    forms: tuple[str, ...]
    """The value itself, and what base64 and hexadecimal make of it."""
    in_answers: bool
    """Whether it is also taken out of answers, and not only out of messages."""
    by_chance: bool
    """Whether an answer may hold it though nobody told the model."""


_known: dict[str, KnownValue] = {}


class Secret:
    """A value that is used and never shown. `origin` says where it came from, such as a variable's name."""

    __slots__ = ("_value", "certain", "origin")

    def __init__(self, value: str, origin: str, *, certain: bool = True) -> None:
        """`certain`: the place says that it is a secret; else only its looks do, and answers may well hold it."""
        self._value = value
        self.origin = origin
        self.certain = certain or looks_random(value)
        _keep(value, self.certain)

    def reveal(self) -> str:
        """The value itself, to be sent and not to be kept."""
        return self._value

    def __repr__(self) -> str:
        return f"Secret({HIDDEN} from {self.origin})"

    def __str__(self) -> str:
        return HIDDEN

    def __format__(self, form: str) -> str:
        return HIDDEN

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Secret):
            return self._value == other._value
        return self._value == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not written down")


def known_values() -> tuple[KnownValue, ...]:
    """What the redactor looks for."""
    return tuple(_known.values())


def forget_secrets() -> None:
    """Know no secret any more, as at the start of a process; for tests."""
    _known.clear()


def is_secret_header(name: str, value: str) -> bool:
    """Whether a header that a user gave may hold a key."""
    return is_secret_name(name) or not (is_harmless_name(name) or is_harmless_value(value))


def secret_header(name: str, value: str) -> Secret | None:
    """The secret in a header that a user gave; None where its name or value says that there is none."""
    if not is_secret_header(name, value):
        return None
    certain = is_secret_name(name)
    origin = f"header {name}"
    for part in _parts_of_header(value):
        Secret(part, origin, certain=certain)
    return Secret(value, origin, certain=certain)


def keep_secrets_of_proxies() -> None:
    """Know the passwords of the environment's proxies, which some errors repeat."""
    for name, address in os.environ.items():
        if _PROXY.fullmatch(name) and (found := re.search(r"//([^/@]*)@", address)):
            Secret(unquote(found[1]), name)
            Secret(unquote(found[1].partition(":")[2] or found[1]), name)


def _parts_of_header(value: str) -> list[str]:
    """The parts of a header that are secrets by themselves: what stands after `Bearer`, a cookie's values."""
    parts = [word for word in re.split(r"[;,]\s*|\s+", value) if len(word) >= SHORTEST and word.lower() != "basic"]
    parts += [after for word in parts if (after := word.partition("=")[2].strip('"='))]
    if value[:6].lower() == "basic ":
        parts += _login(value[6:].strip())
    return [part for part in parts if part.lower() not in ("bearer", "digest")]


def _login(encoded: str) -> list[str]:
    try:
        login = base64.b64decode(encoded, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return []
    return [login, login.partition(":")[2]]


def _keep(value: str, in_answers: bool) -> None:
    value = value.strip()
    if is_placeholder(value):
        return
    before = _known.get(value)
    if before is None or (in_answers and not before.in_answers):
        _known[value] = KnownValue(value, _forms(value), in_answers, may_be_said_by_chance(value))


def _forms(value: str) -> tuple[str, ...]:
    """The value and its encodings, wherever in a longer text they begin."""
    data = value.encode("utf-8", "surrogatepass")
    found = {value: None, data.hex(): None, data.hex().upper(): None, value.replace(" ", "+"): None}
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + data).decode().rstrip("=")
        # Only these characters are the same whatever stands before and after the value.
        inner = encoded[-(-8 * shift // 6) : 8 * (shift + len(data)) // 6]
        for form in (inner, encoded) if not shift else (inner,):
            if len(form) >= _SHORTEST_ENCODED:
                found |= {form: None, form.replace("+", "-").replace("/", "_"): None}
    return tuple(found)


def as_plain(value: Any) -> Any:
    """What JSON writes for a secret."""
    if isinstance(value, Secret):
        return HIDDEN
    raise TypeError(f"{type(value).__name__} is not JSON")
