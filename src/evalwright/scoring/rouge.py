"""ROUGE-1, ROUGE-2 and ROUGE-L of an answer and a reference, as rouge_chinese 1.0.3 defines them.

ROUGE-1 and -2 compare the sets of words and of neighbouring pairs, ROUGE-L the longest common subsequence of all
words. The F value has 1e-8 in its denominator, so that equal texts reach 0.999999995. An empty side gives 0.
"""

from __future__ import annotations

from itertools import pairwise

from .longest_common import common_words
from .words import split_words

ROUGE_METRICS = tuple(f"Rouge-{kind}-{part}" for kind in "12L" for part in "RPF")


def rouge(prediction: str, reference: str) -> dict[str, float]:
    """The nine values, by name."""
    values, _ = rouge_of_words(split_words(prediction).spaced, split_words(reference).spaced)
    return dict(zip(ROUGE_METRICS, values, strict=True))


def rouge_of_words(prediction: list[str], reference: list[str]) -> tuple[list[float], bool]:
    """The nine values in their order, and whether ROUGE-L is exact."""
    words, due_words = set(prediction), set(reference)
    pairs = set(pairwise(prediction))
    due_pairs = set(pairwise(reference))
    longest, exact = common_words(prediction, reference)
    values = [
        *_shares(len(words & due_words), len(words), len(due_words)),
        *_shares(len(pairs & due_pairs), len(pairs), len(due_pairs)),
        *_shares(longest, len(prediction), len(reference)),
    ]
    return values, exact


def _shares(common: int, made: int, due: int) -> tuple[float, float, float]:
    """Recall, precision, F."""
    precision = common / made if made else 0.0
    recall = common / due if due else 0.0
    return recall, precision, 2.0 * (precision * recall / (precision + recall + 1e-8))
