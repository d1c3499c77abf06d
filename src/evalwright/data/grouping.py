"""Which records belong together, by a field that the user names, such as `metadata.task_id`.

A record and the name of a field flow in, the value of the field as text flows out, or None where the record has no
such field: who asks must say how many those are.
"""

from __future__ import annotations

import hashlib
from typing import Any

from .items import unwrap

_LONGEST = 500


def group_of(record: Any, field: str) -> str | None:
    """The value of a field, dots going inwards; None where there is none that can name a group."""
    told = unwrap(record)
    value = told.get(field) if isinstance(told, dict) and field in told else _inner(told, field)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = str(value).strip()
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest() if len(text) > _LONGEST else text or None


def _inner(value: Any, field: str) -> Any:
    for name in field.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value
