"""Whether a text says a value, in whatever form people write it: `2026-12-01` as December 1, 1500 as 1,500 or 一千五百.

The forms are those by which provenance tells where an argument came from, looked for in one text.
"""

from __future__ import annotations

from .provenance_place import place_of
from .provenance_tokens import find_token
from .provenance_transforms import case, date_format, digits_only, hash_sign, number_format

_FORMS = (hash_sign, case, digits_only, number_format, date_format)


def is_said(value: str | int | float, text: str, *, plainly: bool = False) -> bool:
    """Whether a text holds a value as a whole word or number; `plainly`: as it stands, and in no other form."""
    if isinstance(value, str) and find_token(text, value) >= 0:
        return True
    if plainly:
        return False
    places = [(0, place_of("assistant", text))]
    return any(form(value, places) is not None for form in _FORMS)
