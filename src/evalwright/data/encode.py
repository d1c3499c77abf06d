"""Writing JSON: the fast encoder, with the standard one for the rare values it does not take."""

from __future__ import annotations

import json
from typing import Any

import orjson


def dumps(value: Any) -> bytes:
    """The value as compact UTF-8 JSON, keys in the order they stand."""
    try:
        return orjson.dumps(value)
    except TypeError:
        # Integers beyond 64 bits, which orjson refuses.
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def dumps_canonical(value: Any) -> bytes:
    """The value as JSON with sorted keys: equal values give equal bytes."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")


def dumps_pretty(value: Any) -> bytes:
    """The value as JSON for people, with a newline at its end."""
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8") + b"\n"
