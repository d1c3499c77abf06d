"""BLEU-1 to BLEU-4 of an answer and a reference, each of a single order, as EvalScope reports them.

bleu-n is the share of the answer's runs of n words that the reference has too (counted no more often than there),
times the penalty for an answer shorter than the reference. Nothing is smoothed: no common run gives 0.
"""

from __future__ import annotations

from collections import Counter
from math import exp

from .words import split_words

ORDERS = (1, 2, 3, 4)
BLEU_METRICS = tuple(f"bleu-{order}" for order in ORDERS)


def bleu(prediction: str, reference: str) -> dict[str, float]:
    """The four values, by name."""
    values = bleu_of_words(split_words(prediction).cut, split_words(reference).cut)
    return dict(zip(BLEU_METRICS, values, strict=True))


def bleu_of_words(prediction: list[str], reference: list[str]) -> list[float]:
    """The four values in their order."""
    values = [0.0] * len(ORDERS)
    if not prediction or not reference:
        return values
    penalty = exp(min(0.0, 1.0 - len(reference) / len(prediction)))
    for place, order in enumerate(ORDERS):
        common = _common_runs(prediction, reference, order)
        if not common:
            break
        values[place] = penalty * common / (len(prediction) - order + 1)
    return values


def _common_runs(prediction: list[str], reference: list[str], order: int) -> int:
    made = Counter(zip(*(prediction[start:] for start in range(order)), strict=False))
    due = Counter(zip(*(reference[start:] for start in range(order)), strict=False))
    return sum(min(made[run], due[run]) for run in made.keys() & due.keys())
