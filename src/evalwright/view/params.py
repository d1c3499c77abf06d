"""Reading a query string strictly: what is not a clear, short, well-encoded request is refused with a 4xx."""

from __future__ import annotations

import math
from collections.abc import Collection
from urllib.parse import unquote_to_bytes

from evalwright.text import localized

from .http_errors import RefusedError

MAX_QUERY = 4096
"""Bytes of a query string; the longest search anyone types is far below."""
MAX_TEXT = 500
_MAX_FIELDS = 20


class Params:
    """The fields of a query string, each read as what it should be."""

    def __init__(self, raw: bytes) -> None:
        if len(raw) > MAX_QUERY:
            raise RefusedError(414, localized("viewer_errors.query_long"))
        fields = [field for field in raw.split(b"&") if field]
        if len(fields) > _MAX_FIELDS:
            raise RefusedError(400, localized("viewer_errors.query_fields"))
        self._values: dict[str, str] = {}
        for field in fields:
            name, _, value = field.partition(b"=")
            self._values[_decode_query_text(name)] = _decode_query_text(value)

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self._values.get(name, default)
        if len(value) > MAX_TEXT:
            raise RefusedError(400, localized("viewer_errors.field_long", name=name))
        return value

    def choice(self, name: str, choices: Collection[str], default: str) -> str:
        """One of a few words."""
        value = self._values.get(name) or default
        if value not in choices:
            raise RefusedError(
                400, localized("viewer_errors.field_choice", name=name, choices=", ".join(sorted(choices)))
            )
        return value

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number from 0 to `most`."""
        value = self._values.get(name)
        if not value:
            return default
        if not (value.isascii() and value.isdigit() and len(value) <= 15) or int(value) > most:
            raise RefusedError(400, localized("viewer_errors.field_whole", name=name, most=most))
        return int(value)

    def score(self, name: str) -> float | None:
        """A number, or None where none is given."""
        value = self._values.get(name)
        if not value:
            return None
        try:
            number = float(value) if len(value) <= 30 else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise RefusedError(400, localized("viewer_errors.field_number", name=name))
        return number


def _decode_query_text(raw: bytes) -> str:
    """Percent-encoded UTF-8, without control characters."""
    try:
        text = unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedError(400, localized("viewer_errors.query_utf8")) from None
    if any(char < " " or char == "\x7f" for char in text if char not in "\t\n"):
        raise RefusedError(400, localized("viewer_errors.query_control"))
    return text
