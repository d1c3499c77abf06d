"""Writing JSON: the fast encoder, with the standard one for the rare values it does not take. A secret is `***`."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from evalwright.secrecy import as_plain

_UNSEEN = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn text around; people are shown their escapes."""
_PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_EXPONENT = re.compile(rb"(?:^| )-?(?:[0-9.]+e|0\.0000)")
"""A number that is very large or small, which the encoders write in two ways."""


def dumps(value: Any) -> bytes:
    """The value as compact UTF-8 JSON, keys in the order they stand."""
    try:
        return orjson.dumps(value, as_plain)
    except TypeError:
        # Integers beyond 64 bits, which orjson refuses.
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=as_plain).encode("utf-8")


def dumps_canonical(value: Any) -> bytes:
    """The value as JSON with sorted keys: equal values give equal bytes."""
    try:
        return orjson.dumps(value, as_plain, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=as_plain).encode(
            "utf-8"
        )


def dumps_pretty(value: Any) -> bytes:
    """The value as JSON for people, with a newline at its end."""
    shown = _fast_pretty(value) or json.dumps(value, ensure_ascii=False, indent=2, default=as_plain)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", shown).encode("utf-8") + b"\n"


def _fast_pretty(value: Any) -> str | None:
    """The same text by the fast encoder; None where the two would differ: in numbers, or in values that are no JSON."""
    try:
        made = orjson.dumps(value, as_plain, option=_PRETTY)
        if b"null" in made:  # which may stand for a number that is none
            json.dumps(value, allow_nan=False, default=as_plain)
    except (TypeError, ValueError):
        return None
    return None if _EXPONENT.search(made) else made.decode()
