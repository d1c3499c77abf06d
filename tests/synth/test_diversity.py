"""The measures of variety, against values worked out by hand and against a plain implementation."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from evalwright.synth.diversity import effective_number, self_bleu


def test_equally_frequent_kinds_count_as_many_as_they_are() -> None:
    assert effective_number([5, 5, 5, 5]) == pytest.approx(4)
    assert effective_number([100, 0]) == pytest.approx(1)
    assert effective_number([]) == 0


def test_equal_texts_repeat_themselves_wholly_and_strangers_not_at_all() -> None:
    text = "please cancel my order it was a mistake"
    assert self_bleu([text, text]) == pytest.approx(1)
    assert self_bleu([text, "一 二 三 四 五 六"]) == 0
    assert self_bleu([text]) is None


def test_the_fast_way_gives_what_the_plain_way_gives() -> None:
    rng = random.Random(3)
    texts = [" ".join(rng.choice("abcdefg") for _ in range(rng.randrange(6, 25))) for _ in range(12)]
    expected = [plain_bleu(number, texts) for number in range(len(texts))]
    assert self_bleu(texts) == pytest.approx(sum(expected) / len(expected))


def plain_bleu(number: int, texts: list[str]) -> float:
    words = [text.split() for text in texts]
    own, others = words[number], words[:number] + words[number + 1 :]
    logs = 0.0
    for order in range(1, 5):
        grams = Counter(tuple(own[at : at + order]) for at in range(len(own) - order + 1))
        hit = sum(
            min(count, max(sum(tuple(o[at : at + order]) == gram for at in range(len(o))) for o in others))
            for gram, count in grams.items()
        )
        if not hit:
            return 0.0
        logs += math.log(hit / sum(grams.values())) / 4
    closest = min((abs(len(o) - len(own)), len(o)) for o in others)[1]
    return math.exp(logs + (0 if len(own) >= closest else 1 - closest / len(own)))
