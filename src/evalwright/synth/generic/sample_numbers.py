"""Numbers that suit a name and keep to the bounds of a schema."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from evalwright.text import resource_json

from .described_values import bounds_in
from .names import words_of
from .parameters import Param
from .word_tables import SampleTables

_TABLES: SampleTables = resource_json(__package__, "words/samples.json")
_MONEY = frozenset(_TABLES["money"])
_RANGES = _TABLES["ranges"]
_WIDEST = 10_000
_OF_LISTS = frozenset({"page", "offset", "limit", "size", "skip", "timeout", "depth", "seed", "port", "index"})
"""What a program chooses, and nobody wants a number of."""
_COUNTED = frozenset({"num", "counts", "items", "results", "number", "version"})
"""Words of names that a small number suits."""


def number(name: str, schema: Mapping[str, Any], kind: str, rng: random.Random) -> int | float:
    """A number within the bounds, of a size that suits the name."""
    schema = _with_told_bounds(schema)
    words = words_of(name)
    low, high = next((_RANGES[word] for word in words if word in _RANGES), (1, 50))
    money = bool(_MONEY & set(words))
    if money:
        low, high = 8, 400
    narrow = _narrow(schema) if kind == "number" else None
    if narrow is not None:
        return round(narrow[0] + (narrow[1] - narrow[0]) * rng.choice((0.25, 0.5, 0.75)), 4)
    low, high = _bounded(schema, low, high)
    step = schema.get("multipleOf")
    if isinstance(step, int) and step > 1:
        first = -(-low // step)
        return step * rng.randint(first, max(first, high // step))
    if kind == "number" and (money or {"lat", "latitude", "lon", "longitude"} & set(words)):
        cents = rng.randint(low * 100, max(low, high) * 100)
        return cents / 100 if cents % 100 else cents // 100
    return rng.randint(low, max(low, high))


def _with_told_bounds(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema with the bounds that only its description tells."""
    told = bounds_in(str(schema.get("description", "")))
    if told is None or _bound(schema, "inimum", 1) is not None or _bound(schema, "aximum", -1) is not None:
        return schema
    low, high = (int(each) if each.is_integer() else each for each in told)
    return {**schema, "minimum": low, "maximum": high}


def numbers_between(param: Param) -> list[int]:
    """Some whole numbers of those that a schema allows, where it bounds them on both sides; for one that is counted."""
    low, high = _bound(param.schema, "inimum", 1), _bound(param.schema, "aximum", -1)
    told = low is not None and high is not None and 2 < high - low <= _WIDEST
    if param.type != "integer" or not told or param.kind is not None or set(words_of(param.name)) & _OF_LISTS:
        return []
    assert low is not None and high is not None
    first = max(low, 2)
    steps = sorted({first + (high - first) * part // 12 for part in (1, 2, 3, 4, 6, 8)})
    return [each for each in steps if low <= each <= high]


def _narrow(schema: Mapping[str, Any]) -> tuple[float, float] | None:
    """Bounds with hardly a whole number between them."""
    low, high = (
        schema.get("minimum", schema.get("exclusiveMinimum")),
        schema.get("maximum", schema.get("exclusiveMaximum")),
    )
    if isinstance(low, int | float) and isinstance(high, int | float) and 0 < high - low <= 2:
        return float(low), float(high)
    return None


def _bounded(schema: Mapping[str, Any], low: int, high: int) -> tuple[int, int]:
    least, most = _bound(schema, "inimum", 1), _bound(schema, "aximum", -1)
    if least is not None and not (most is not None and low >= least and high <= most):
        span = high - low
        low = max(low, least) if high > least else least
        high = max(high, low + span) if high <= low else high
    if most is not None:
        high = min(high, most)
        low = min(low, high) if least is None else max(least, min(low, high))
    return low, high


def _bound(schema: Mapping[str, Any], tail: str, inward: int) -> int | None:
    plain, strict = schema.get("m" + tail), schema.get("exclusiveM" + tail)
    for value, shift in ((strict, inward), (plain, inward if strict is True else 0)):
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
            whole = int(value)
            if inward > 0 and whole < value:
                whole += 1
            return whole + (shift if whole == value else 0)
    return None


def has_scale(name: str, schema: Mapping[str, Any]) -> bool:
    """Whether it is known how large such a number is: by its name, or by bounds on both sides."""
    bounded = _bound(schema, "inimum", 1) is not None and _bound(schema, "aximum", -1) is not None
    return numeric(name) or bounded or bool(_COUNTED & set(words_of(name)))


def numeric(name: str) -> bool:
    """Whether a field of this name holds a number, by its name alone."""
    words = set(words_of(name))
    return bool(words & _MONEY or words & set(_RANGES) or words & {"rate", "delay", "available"})
