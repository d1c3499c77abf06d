"""Our measures of text similarity against the functions they are pinned to, on random pairs of texts.

    python -m benchmarks.similarity_peers [N]

needs rapidfuzz, nltk and rouge-score in the environment that runs it; prints for every measure how many of N pairs
are equal, to the last bit, and the largest difference.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping

from evalwright.criteria import SIMILARITY_METRICS

_WORDS = (
    *("the", "cat", "Sat", "on", "mat.", "a", "不错", "naïve", "İstanbul", "x-y", "A1", "é", "e\u0301", "dog's"),
    *("\t", "\n", "\u2028", "K", "straße", "123", "the", "the", "cat"),
)
_LENGTHS = (0, 1, 2, 3, 5, 8, 20, 60)


def pairs(number: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Pairs of texts: unlike ones, and ones of which one is a part of the other, also in another order."""
    draw = random.Random(seed)
    for _ in range(number):
        given, reference = (
            draw.choice((" ", "  ", "", " ")).join(draw.choices(_WORDS, k=draw.choice(_LENGTHS))) for _ in range(2)
        )
        if draw.random() < 0.3:
            words = reference.split()
            if draw.random() < 0.5:
                draw.shuffle(words)
            given = " ".join(words[: draw.randint(0, len(words))])
        yield given, reference


def peers(given: str, reference: str) -> Mapping[str, float]:
    """What the pinned functions say."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    from nltk.translate.gleu_score import sentence_gleu
    from rapidfuzz import fuzz
    from rouge_score.rouge_scorer import RougeScorer

    names = {f"rouge_{order}": f"rouge{order}" for order in range(1, 6)} | {"rouge_l": "rougeL"}
    rouge = RougeScorer(list(names.values())).score(reference, given)
    words, due = given.split(), reference.split()
    return {
        "fuzzy_match": fuzz.ratio(given, reference) / 100,
        "bleu": float(sentence_bleu([due], words, smoothing_function=SmoothingFunction().method4)),
        "gleu": float(sentence_gleu([due], words)),
        **{name: rouge[theirs].fmeasure for name, theirs in names.items()},
    }


def main(number: int) -> None:
    """Compare, and print a line per measure."""
    equal = dict.fromkeys(SIMILARITY_METRICS, 0)
    largest = dict.fromkeys(SIMILARITY_METRICS, 0.0)
    for given, reference in pairs(number):
        for name, value in peers(given, reference).items():
            difference = abs(SIMILARITY_METRICS[name](given, reference) - value)
            equal[name] += not difference
            largest[name] = max(largest[name], difference)
    for name, count in equal.items():
        print(f"{name:12} {count} of {number} equal, largest difference {largest[name]:g}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
