"""Chinese: people and places of mainland China, names with their pinyin, and how an address is written there."""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.text import filled

from .files import shop_json
from .locale import City, choose, read_locale

_WORDS = shop_json("people.zh.json")


def _address_lines(city: City, chances: Sequence[float]) -> tuple[str, str]:
    road, district, number, estate, flat = chances
    door = int(flat * 2880)  # 12 blocks of 2 entrances, 30 floors, 4 flats a floor
    block, rest = divmod(door, 240)
    entrance, rest = divmod(rest, 120)
    floor, side = divmod(rest, 4)
    parts = {
        "district": choose(city.districts, district),
        "road": choose(_WORDS["roads"], road),
        "number": 1 + int(number * 388),
        "estate": choose(_WORDS["estates"], estate),
        "block": block + 1,
        "entrance": entrance + 1,
        "floor": floor + 1,
        "side": side + 1,
    }
    return filled(_WORDS["address1"], parts), filled(_WORDS["address2"], parts)


CHINESE = read_locale("zh", _address_lines)
