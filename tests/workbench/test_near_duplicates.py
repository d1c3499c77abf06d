"""The memory of a maker of texts: what is alike to one of the latest is found, and no more than those are kept."""

from __future__ import annotations

import random

from evalwright.workbench import new_sketches

WORDS = [f"{first}{second}{third}" for first in "bdfgklm" for second in "aeiou" for third in "nrst"]


def text(number: int) -> str:
    return " ".join(random.Random(number).choices(WORDS, k=60))


def test_what_is_alike_to_one_of_the_latest_is_found_and_what_is_older_is_not() -> None:
    memory = new_sketches(5)
    for number in range(12):
        sketch = memory.of_text(text(number))
        assert memory.alike(sketch) is None
        memory.keep(sketch, f"text {number}")
    found = {number: memory.alike(memory.of_text(text(number))) for number in range(12)}
    assert [number for number, alike in found.items() if alike] == [7, 8, 9, 10, 11]
    assert found[9] == ("text 9", 1.0)


def test_a_few_other_words_are_still_alike() -> None:
    memory = new_sketches()
    memory.keep(memory.of_text(text(1)), "the first")
    words = text(1).split()
    words[10] = words[40] = "other"
    alike = memory.alike(memory.of_text(" ".join(words)))
    assert alike is not None
    assert alike[0] == "the first"
    assert 0.8 <= alike[1] < 1.0
