"""JSON for people: the fast encoder writes what the standard one writes, or stands aside."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from evalwright.data import dumps_pretty

ODD: list[Any] = [
    {"a": [], "b": {}, "c": [1, 2.5, None, True, 'x é\n"\\/\x00\x1f'], "d": {"e": [{"f": (1, 2)}]}},
    [1e16, 1e-7, 1e22, -0.0, 5e-324, 1.7976931348623157e308, 0.0001, 0.00001, 123456789012345680.0],
    {"endless": float("inf"), "none": None},
    [float("nan")],
    [123456789012345678901234567890],
    {1: 2},
    1e-7,
    "",
]


@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_pretty_is_what_the_standard_encoder_writes(value: Any) -> None:
    assert dumps_pretty(value) == json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def test_numbers_of_every_size() -> None:
    rng = random.Random(3)
    numbers = [sign * 10 ** rng.uniform(-30, 30) for sign in (1, -1) for _ in range(500)]
    for number in numbers:
        assert dumps_pretty([number]) == json.dumps([number], indent=2).encode() + b"\n"
