"""Writing JSON: the fast encoder, with the standard one for the rare values it does not take. A secret is `***`."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from evalwright.secrecy import as_plain

_UNSEEN = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn text around; people are shown their escapes."""


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
    shown = json.dumps(value, ensure_ascii=False, indent=2, default=as_plain)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", shown).encode("utf-8") + b"\n"
