"""Batches: token for token what one-by-one generation gives, whatever the company, padding and settings."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from evalwright.models.local.generating import Generator, Row
from evalwright.models.local.settings import Generation

from .tiny import model_of, tokenizer_of

SHARED = [number % 250 + 3 for number in range(7, 90)]


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tokenizer_of()


@pytest.fixture(scope="module")
def make(tokenizer: Any) -> Callable[..., Generator]:
    model = model_of(len(tokenizer))

    def decode(ids: list[int]) -> str:
        return str(tokenizer.decode(ids, skip_special_tokens=False))

    return lambda **more: Generator(model, decode, {2}, 0, **more)


def rows(count: int, *, shared: bool, **settings: Any) -> list[Row]:
    draw = random.Random(count)
    made = []
    for number in range(count):
        own = [draw.randrange(3, 250) for _ in range(draw.randrange(1, 40))]
        ids = [*SHARED, *own] if shared else own
        made.append(Row(ids, draw.randrange(8, 30), Generation(seed=number, **settings)))
    return made


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    "settings", [{}, {"temperature": 0.8}, {"temperature": 1.3, "top_p": 0.9}, {"temperature": 1.0, "top_k": 5}]
)
def test_a_batch_gives_what_one_by_one_gives(make: Callable[..., Generator], settings: Any, shared: bool) -> None:
    asked = rows(9, shared=shared, **settings)
    alone = [make(share_prefixes=False).generate([row])[0] for row in asked]
    generator = make()
    together = generator.generate(asked)
    assert [one.ids for one in together] == [one.ids for one in alone]
    assert len({tuple(one.ids) for one in alone}) > 5
    turned = generator.generate(asked[::-1])
    assert [one.ids for one in turned[::-1]] == [one.ids for one in alone]
    assert [one.ids for row in asked for one in generator.generate([row])] == [one.ids for one in alone]


def test_most_rows_are_generated_once(make: Callable[..., Generator]) -> None:
    generator = make()
    generator.generate(rows(16, shared=True))
    assert generator.again <= 4


def test_padding_and_masks_hide_nothing_and_show_nothing(make: Callable[..., Generator]) -> None:
    short, long = rows(2, shared=False)
    long = replace(long, ids=long.ids * 20)
    assert make().generate([short, long])[0].ids == make().generate([short])[0].ids


def test_the_seed_decides_a_sampled_answer(make: Callable[..., Generator]) -> None:
    row = rows(1, shared=False, temperature=1.5)[0]
    other = replace(row, generation=replace(row.generation, seed=99))
    first, again, third = (make().generate([one])[0].ids for one in (row, row, other))
    assert first == again != third


def test_every_row_keeps_its_own_limit_and_stop(make: Callable[..., Generator]) -> None:
    plain = [replace(row, room=25) for row in rows(4, shared=False)]
    free = make().generate(plain)
    stop = free[0].text[3:5]
    asked = [replace(plain[0], generation=Generation(stop=(stop,))), *(replace(row, room=6) for row in plain[1:])]
    found = make().generate(asked)
    assert found[0].text == free[0].text[: free[0].text.index(stop)] and not found[0].cut
    for one, whole in zip(found[1:], free[1:], strict=True):
        assert one.ids == whole.ids[:6] and one.cut


def test_a_halt_ends_generation_at_once(make: Callable[..., Generator]) -> None:
    made = make(halt=lambda: True).generate([replace(row, room=500) for row in rows(2, shared=False)])
    assert all(len(one.ids) <= 1 for one in made)
