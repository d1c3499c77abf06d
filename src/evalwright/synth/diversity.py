"""How varied a data set is: tools, transitions, plans, openings, and how much of the wording repeats itself.

Measured on a fixed number of conversations, because these numbers depend on how many are looked at.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

_WORDS = re.compile(r"[㐀-鿿]|[a-z0-9_']+|[^\s\w]", re.IGNORECASE)
_ORDER = 4
_PER_LANGUAGE = 150


def effective_number(counts: Iterable[int]) -> float:
    """exp of the entropy: how many equally frequent kinds would be as varied."""
    held = [count for count in counts if count]
    total = sum(held)
    return math.exp(-sum(count / total * math.log(count / total) for count in held)) if total else 0.0


def self_bleu(texts: Sequence[str], limit: int = _PER_LANGUAGE) -> float | None:
    """The mean BLEU-4 of each text against all others; None for fewer than two texts."""
    tokens = [_WORDS.findall(text.lower()) for text in texts[:limit]]
    if len(tokens) < 2:
        return None
    grams = [[_grams(words, order) for words in tokens] for order in range(1, _ORDER + 1)]
    best = [_two_best(counts) for counts in grams]
    lengths = [len(words) for words in tokens]
    return sum(_bleu(number, grams, best, lengths) for number in range(len(tokens))) / len(tokens)


def _grams(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[shift:] for shift in range(order)), strict=False))


_Best = dict[tuple[str, ...], tuple[int, int, int]]


def _two_best(counts: Sequence[Counter[tuple[str, ...]]]) -> _Best:
    """For each n-gram: the highest count in one text, that text's number, and the highest in any other."""
    best: _Best = {}
    for number, grams in enumerate(counts):
        for gram, count in grams.items():
            top, owner, second = best.get(gram, (0, -1, 0))
            best[gram] = (count, number, top) if count > top else (top, owner, max(second, count))
    return best


def _bleu(
    number: int, grams: Sequence[Sequence[Counter[tuple[str, ...]]]], best: Sequence[_Best], lengths: Sequence[int]
) -> float:
    logs = 0.0
    for counts, highest in zip(grams, best, strict=True):
        own, hit = counts[number], 0
        for gram, count in own.items():
            top, owner, second = highest[gram]
            hit += min(count, second if owner == number else top)
        if not own or not hit:
            return 0.0
        logs += math.log(hit / own.total()) / _ORDER
    length = lengths[number]
    closest = min((abs(other - length), other) for index, other in enumerate(lengths) if index != number)[1]
    penalty = 0.0 if length >= closest else 1 - closest / length
    return math.exp(logs + penalty)
