"""How alike the items of one conversation probably are, when few of them say so.

The usual estimate of an intraclass correlation rests on the few conversations that fail, and misleads where these are
three or four. Here each of seven correlations is weighed by how well it explains all conversations (beta-binomial),
beginning with a third for independent items and the rest even: what comes out is the mean, which moves away from
the beginning only as fast as the data say so. The weights were chosen by simulation
(`benchmarks/interval_coverage.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

Kind = tuple[int, float, float, int]
"""Conversations that are alike: items, sum of values, weight, and how many there are."""

PRIOR = {0.0: 3, 0.05: 1, 0.15: 1, 0.3: 1, 0.5: 1, 0.7: 1, 0.9: 1}
"""Correlations and their weights before any item was seen."""


def prior_icc() -> float:
    """What is taken where nothing is known."""
    return sum(icc * weight for icc, weight in PRIOR.items()) / sum(PRIOR.values())


def likely_icc(clusters: Iterable[Kind], trials: float = 1.0) -> float:
    """The correlation inside conversations, as far as they tell; an item counts as so many yes-or-no trials.

    The conversations are gone through several times.
    """
    wrong = math.fsum(times * failed for _, failed, times in _trials(clusters, trials))
    rate = (wrong + 0.5) / (math.fsum(times * size for size, _, times in _trials(clusters, trials)) + 1)
    logs = {
        icc: math.fsum(_log_likelihood(_trials(clusters, trials), rate, icc)) + math.log(weight)
        for icc, weight in PRIOR.items()
    }
    best = max(logs.values())
    weights = {icc: math.exp(value - best) for icc, value in logs.items()}
    return math.fsum(icc * weight for icc, weight in weights.items()) / math.fsum(weights.values())


def _trials(clusters: Iterable[Kind], trials: float) -> Iterator[tuple[float, float, int]]:
    """Trials, failed trials, and how many such conversations there are."""
    for count, total, weight, times in clusters:
        yield trials * count, trials * count * max(0.0, 1 - total / weight), times


def _log_likelihood(seen: Iterable[tuple[float, float, int]], rate: float, icc: float) -> Iterator[float]:
    """Of each kind of conversation; the binomial coefficient, the same for all correlations, is left out."""
    if not icc:
        wrong, right = math.log(rate), math.log1p(-rate)
        return (times * (failed * wrong + (size - failed) * right) for size, failed, times in seen)
    scale = (1 - icc) / icc
    a, b = rate * scale, (1 - rate) * scale
    base = math.lgamma(scale) - math.lgamma(a) - math.lgamma(b)
    return (
        times * (base + math.lgamma(failed + a) + math.lgamma(size - failed + b) - math.lgamma(size + scale))
        for size, failed, times in seen
    )
