"""How alike two texts are, by the measures that hosted services name, each equal to the function it is pinned to.

`fuzzy_match`: rapidfuzz 3.14 `fuzz.ratio` / 100. `bleu`: NLTK 3.10 `sentence_bleu` with smoothing `method4`, `gleu`:
its `sentence_gleu`, both of the words between white space. `rouge_1` to `rouge_5` and `rouge_l`: the F of rouge-score
0.1.2 without a stemmer, whose words are runs of a-z and 0-9. `benchmarks/similarity_peers.py` holds ours against them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from evalwright.scoring import common_words

MAX_TEXT = 100_000
"""Characters of a text that is compared: the longest common subsequence takes time in proportion to their product."""
_WORDS = re.compile(r"[a-z0-9]+")
_ORDERS = (1, 2, 3, 4)
_SMOOTHING = 5.0
"""K of NLTK's method4."""


def fuzzy_match(given: str, reference: str) -> float:
    """The share of characters that need neither be put in nor taken out, in their order."""
    both = len(given) + len(reference)
    if not both:
        return 1.0
    distance = both - 2 * common_words(given, reference)[0]
    return (1.0 - distance / both) * 100 / 100


def bleu(given: str, reference: str) -> float:
    """BLEU of orders 1 to 4 with equal weights; orders without a match are smoothed by the answer's length."""
    words, due = given.split(), reference.split()
    shares = [_clipped(words, due, order) for order in _ORDERS]
    if not shares[0][0]:
        return 0.0
    penalty = 1.0 if len(words) > len(due) else math.exp(1 - len(due) / len(words))
    logarithms = [0.25 * math.log(share) for share in _smoothed(shares, len(words)) if share > 0]
    return penalty * math.exp(math.fsum(logarithms))


def _smoothed(shares: Sequence[tuple[int, int]], length: int) -> list[float]:
    made, missed = [], 1
    for common, all_runs in shares:
        if common or length <= 1:
            made.append(common / all_runs)
            continue
        made.append(1 / (2**missed * _SMOOTHING / math.log(length)) / all_runs)
        missed += 1
    return made


def _clipped(words: Sequence[str], due: Sequence[str], order: int) -> tuple[int, int]:
    """The runs of so many words that both have, and how many the answer has."""
    made, wanted = _runs(words, order), _runs(due, order)
    return sum((made & wanted).values()), max(1, sum(made.values()))


def gleu(given: str, reference: str) -> float:
    """The share of common runs of 1 to 4 words, of the text that has more of them."""
    made, due = (sum((_runs(text.split(), order) for order in _ORDERS), Counter()) for text in (given, reference))
    most = max(sum(made.values()), sum(due.values()))
    return sum((made & due).values()) / most if most else 0.0


def rouge_n(order: int, given: str, reference: str) -> float:
    """The F of common runs of so many words."""
    made, due = (_runs(_WORDS.findall(text.lower()), order) for text in (given, reference))
    common = sum((made & due).values())
    return _f_value(common, max(1, sum(made.values())), max(1, sum(due.values())))


def rouge_l(given: str, reference: str) -> float:
    """The F of the longest common subsequence of words."""
    made, due = (_WORDS.findall(text.lower()) for text in (given, reference))
    return _f_value(common_words(made, due)[0], max(1, len(made)), max(1, len(due)))


def _f_value(common: int, made: int, due: int) -> float:
    precision, recall = common / made, common / due
    return 2 * precision * recall / (precision + recall) if common else 0.0


def _runs(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(order)), strict=False))


METRICS: Mapping[str, Callable[[str, str], float]] = {
    "fuzzy_match": fuzzy_match,
    "bleu": bleu,
    "gleu": gleu,
    **{f"rouge_{order}": partial(rouge_n, order) for order in range(1, 6)},
    "rouge_l": rouge_l,
}
