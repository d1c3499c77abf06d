"""Lines that know whether they are whole: a JSON object whose last field is the checksum of all before it.

A record flows in, a line flows out, as `{..., "crc": "8 hex digits"}`; a line read back is sound, damaged, or was never
sealed (files of older versions and of users). One flipped bit, also one in the seal itself, is always noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any
from zlib import crc32

from evalwright.chat import JsonError, loads_line
from evalwright.text import phrase

from .encode import dumps, dumps_canonical

_HEAD = b',"crc":"'
_TAIL = b'"}'
_DIGITS = 8
_LENGTH = len(_HEAD) + _DIGITS + len(_TAIL)
_NEARLY = len(_HEAD) + len(_TAIL) - 3
"""So many right bytes of a seal's fixed ones are no accident: it was a seal."""


class Seal(Enum):
    """What a line's checksum says."""

    SOUND = "sound"
    DAMAGED = "damaged"
    NONE = "none"


def sealed(record: Mapping[str, Any]) -> bytes:
    """The record as a line without its end, its checksum last; a seal it has already is made anew."""
    body = dumps({name: value for name, value in record.items() if name != "crc"} if "crc" in record else record)
    return body[:-1] + b"%s%08x%s" % (_HEAD, crc32(body), _TAIL)


def seal_of(line: bytes) -> Seal:
    """Whether a line is as it was sealed."""
    if line.endswith(b"\n\n"):
        line = line.rstrip(b"\n")
    end = len(line) - line.endswith(b"\n")
    start = end - _LENGTH
    digits = end - len(_TAIL) - _DIGITS
    if line[end - 2 : end] == _TAIL and start >= 0 and line[start:digits] == _HEAD:
        body = crc32(b"}", crc32(line[:start]))
        return Seal.SOUND if line[digits : digits + _DIGITS] == b"%08x" % body else Seal.DAMAGED
    return _damaged_or_none(line.rstrip(b"\n"))


def _damaged_or_none(line: bytes) -> Seal:
    """Of a line without a whole seal: whether it had one, of which nearly all is still there."""
    start = len(line) - _LENGTH
    head, tail = line[max(0, start) : max(0, start + len(_HEAD))], line[-len(_TAIL) :]
    right = sum(a == b for a, b in zip(head + tail, _HEAD + _TAIL, strict=False))
    return Seal.DAMAGED if right >= _NEARLY else Seal.NONE


def document_checksum(document: Mapping[str, Any]) -> str:
    """The checksum of a whole document, however it is laid out; its own `crc` is left out."""
    told = {name: value for name, value in document.items() if name != "crc"}
    return f"{crc32(dumps_canonical(told)):08x}"


def loads_sealed(line: bytes, loads: Callable[[bytes], Any] = loads_line) -> Any:
    """The value of a line; JsonError where its checksum says that it was damaged."""
    if seal_of(line) is Seal.DAMAGED:
        raise JsonError(phrase("json.checksum"))
    return loads(line)
