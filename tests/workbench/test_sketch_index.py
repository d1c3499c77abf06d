"""The index of sketches finds what comparing with every one finds, in memory and out of it."""

from __future__ import annotations

import random

import pytest

from evalwright.workbench import new_sketches
from evalwright.workbench.audit.sketch_index import SketchIndex, count_alike, packed_sketch

WORDS = [f"{first}{second}{third}" for first in "bdfgklm" for second in "aeiou" for third in "nrst"]
SMALL = {"memory_slots": 1, "memory_bytes": 100}


def texts() -> list[str]:
    told = random.Random(3)
    kinds = [told.choices(WORDS, k=50) for _ in range(12)]
    made = []
    for _ in range(120):
        words = list(told.choice(kinds))
        for _ in range(told.choice([0, 0, 2, 5, 9])):
            words[told.randrange(50)] = told.choice(WORDS)
        made.append(" ".join(words))
    return made


@pytest.mark.parametrize("room", [{}, SMALL])
def test_the_most_alike_of_those_kept_is_found_the_first_of_equals(room: dict[str, int]) -> None:
    maker, index = new_sketches(), SketchIndex(**room)
    kept = []
    for number, text in enumerate(texts()):
        made = maker.of_text(text)
        near = [(made.jaccard(other), -place) for place, other in kept if shares_band(made, other)]
        best = max([each for each in near if each[0] >= 0.8], default=None)
        found = index.alike(packed_sketch(made))
        assert found == (None if best is None else (-best[1], best[0]))
        everyone = [(-place, share) for share, place in near if share >= 0.8]
        assert list(index.all_alike(packed_sketch(made))) == everyone
        if found is None or number % 3 == 0:
            index.keep(packed_sketch(made), number)
            kept.append((number, made))
    assert 10 < len(kept) < 100


def shares_band(one: object, other: object) -> bool:
    pairs = list(zip(one.digest(), other.digest(), strict=True))
    return any(all(a == b for a, b in pairs[start : start + 4]) for start in range(0, 64, 4))


@pytest.mark.parametrize(
    ("few", "many", "wanted"), [("aab", "ccn", 2), ("ab", "cc", 0), ("aan", "ba", 3), ("", "a", 0)]
)
def test_those_of_a_few_that_are_alike_to_one_of_many_are_counted(few: str, many: str, wanted: int) -> None:
    """`n` is nearly `a`, all others have nothing in common."""
    parts = {name: range(1000 * at, 1000 * at + 64) for at, name in enumerate("abc")}
    made = {name: b"".join(part.to_bytes(4, "little") for part in own) for name, own in parts.items()}
    made["n"] = made["a"][:-16] + bytes(range(200, 216))
    asked, others = ([made[name] for name in names] for names in (few, many))
    assert count_alike(lambda: asked, lambda: others) == wanted
