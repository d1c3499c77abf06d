"""English: people and places of the United States, and how an address is written there."""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.text import filled

from .files import shop_json
from .locale import City, choose, read_locale

_WORDS = shop_json("people.en.json")


def _address_lines(city: City, chances: Sequence[float]) -> tuple[str, str]:
    del city  # streets of these names are everywhere
    street, kind, number, unit, which = chances
    parts = {
        "number": 100 + int(number * 899),
        "street": choose(_WORDS["streets"], street),
        "kind": choose(_WORDS["street_kinds"], kind),
        "unit": choose(_WORDS["flat_kinds"], unit),
        "flat": 1 + int(which * 480),
    }
    return filled(_WORDS["address1"], parts), filled(_WORDS["address2"], parts)


ENGLISH = read_locale("en", _address_lines)
