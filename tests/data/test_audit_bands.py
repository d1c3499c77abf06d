"""The small index finds what the library's finds: every sketch that is alike, whatever else is kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from evalwright.data import new_sketches
from evalwright.data.audit.bands import Bands
from evalwright.data.audit.sketches import Sketches

WORDS = [f"{first}{second}{third}" for first in "bdfgklm" for second in "aeiou" for third in "nrst"]


def variants(rng: random.Random, texts: int, changed: int) -> list[str]:
    """Texts of which many are one text with up to so many words changed."""
    made = []
    for _ in range(texts):
        words = list(rng.choice(FIRST))
        for _ in range(rng.randrange(changed + 1)):
            words[rng.randrange(len(words))] = rng.choice(WORDS)
        made.append(" ".join(words))
    return made


FIRST = [random.Random(number).choices(WORDS, k=80) for number in range(12)]


@pytest.mark.parametrize("seed", range(3))
def test_both_indexes_find_the_same_and_say_how_alike_it_is(seed: int) -> None:
    small, large = new_sketches(), Sketches()
    found = 0
    for number, text in enumerate(variants(random.Random(seed), 300, changed=8)):
        sketch = small.of_text(text)
        alike = sorted(small.all_alike(sketch))
        assert alike == sorted(large.all_alike(sketch))
        found += bool(alike)
        for memory in (small, large):
            memory.keep(sketch, str(number))
    assert 100 < found < 299


class Sketch:
    """A sketch with numbers of our own."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = numbers

    def digest(self) -> list[int]:
        return self._numbers


def sketches(count: int) -> list[Any]:
    rng = random.Random(5)
    return [Sketch([rng.randrange(2**32) for _ in range(64)]) for _ in range(count)]


def test_what_differs_at_twelve_places_is_found_and_it_still_is_when_thousands_are_kept() -> None:
    bands, kept = Bands(), sketches(2_000)
    for number, sketch in enumerate(kept):
        assert bands.query(sketch) == []
        bands.insert(number, sketch)
    rng = random.Random(6)
    for number in range(0, len(kept), 50):
        numbers = list(kept[number].digest())
        for place in rng.sample(range(64), 12):
            numbers[place] ^= 1
        assert bands.query(Sketch(numbers)) == [number]


def test_bands_that_are_equal_within_one_sketch_do_no_harm() -> None:
    bands = Bands()
    bands.insert(0, Sketch([7] * 64))
    bands.insert(1, Sketch([7] * 64))
    assert sorted(bands.query(Sketch([7] * 64))) == [0, 1]


def test_sketches_come_in_order() -> None:
    with pytest.raises(ValueError, match="sketch 3 is not the next one"):
        Bands().insert(3, sketches(1)[0])
