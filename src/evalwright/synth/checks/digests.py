"""Fingerprints of rows, so that a manifest can say which message of which row was changed.

Sixteen hexadecimal digits stand for the row without its messages, then eight, a checksum, for each message. Equal JSON
values have equal digests, whatever their spelling. Against chance these are plenty; against forgery a manifest is no
help anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from zlib import crc32

from evalwright.data import dumps_canonical

ROW_DIGITS = 16
MESSAGE_DIGITS = 8


def row_digest(record: Mapping[str, Any], tools: str | None = None) -> str:
    """The fingerprint of one row. `tools`: that of its tools, where it is known."""
    messages = record.get("messages")
    rest = {key: value for key, value in record.items() if key != "messages"}
    if "tools" in rest:
        rest["tools"] = tools or tools_digest(rest["tools"])
    if not isinstance(messages, list):
        return _digest({**rest, "messages": messages} if "messages" in record else rest, ROW_DIGITS)
    made = [_digest(rest, ROW_DIGITS)]
    if messages and (system := _system_text(messages[0])) is not None:
        made.append(_system_digest(system))
    made += [f"{crc32(dumps_canonical(each)):08x}" for each in messages[len(made) - 1 :]]
    return "".join(made)


def tools_digest(tools: Any) -> str:
    """The fingerprint of the tools of a row, which are long and stand in many."""
    return _digest(tools, ROW_DIGITS)


def changed_parts(digest: str, expected: str) -> tuple[bool, list[int]]:
    """Whether the row differs beside its messages, and which of its messages differ."""
    places = range(ROW_DIGITS, max(len(digest), len(expected)), MESSAGE_DIGITS)
    different = [
        number
        for number, at in enumerate(places)
        if digest[at : at + MESSAGE_DIGITS] != expected[at : at + MESSAGE_DIGITS]
    ]
    return digest[:ROW_DIGITS] != expected[:ROW_DIGITS], different


def _system_text(message: Any) -> str | None:
    """What a system message says that says nothing else."""
    plain = type(message) is dict and message.get("role") == "system" and len(message) == 2
    content = message.get("content") if plain else None
    return content if type(content) is str else None


@lru_cache(maxsize=16)
def _system_digest(content: str) -> str:
    """The fingerprint of such a message, which is long and stands in many rows."""
    return f"{crc32(dumps_canonical({'role': 'system', 'content': content})):08x}"


def _digest(value: Any, digits: int) -> str:
    return blake2b(dumps_canonical(value), digest_size=digits // 2).hexdigest()
