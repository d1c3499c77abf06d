"""Quantiles of the normal and of Student's t distribution, in plain Python.

A probability goes in, the point below which that share of the distribution lies comes out, right to better
than 1e-9. They are written here because scipy would cost every start of the program more than the whole
report does.
"""

from __future__ import annotations

import math
from functools import lru_cache

_MANY = 10_000
"""From here on the expansion around the normal is the more exact one: the logarithms of the beta cancel."""

_STEPS = 400


def normal_quantile(p: float) -> float:
    """The point with probability `p` below it, for mean 0 and standard deviation 1."""
    from statistics import NormalDist  # late: of thousands of answers alone

    _check_probability(p)
    return NormalDist().inv_cdf(p)


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: float) -> float:
    """The point with probability `p` below it, for Student's t with `df` degrees of freedom."""
    _check_probability(p)
    if not df > 0:
        raise ValueError(f"degrees of freedom must be above 0, not {df}")
    if p == 0.5:
        return 0.0
    if df >= _MANY:
        return _near_normal(normal_quantile(p), df)
    size = _upper_point(min(p, 1 - p), df)
    return size if p > 0.5 else -size


def _check_probability(p: float) -> None:
    if not 0 < p < 1:
        raise ValueError(f"a probability must lie between 0 and 1, not {p}")


def _near_normal(z: float, df: float) -> float:
    """The expansion of Cornish and Fisher; what is left out is of the order of 1 / df**4."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / df + second / df**2 + third / df**3


def _upper_point(tail: float, df: float) -> float:
    """The t with probability `tail` above it: Newton's steps, or half the bracket where a step leaves it."""
    low, high = 0.0, 1.0
    while _upper_tail(high, df) > tail:
        low, high = high, high * 2
    t = (low + high) / 2
    for _ in range(_STEPS):
        excess = _upper_tail(t, df) - tail
        low, high = (t, high) if excess > 0 else (low, t)
        step = t + excess / _density(t, df)
        following = step if low < step < high else (low + high) / 2
        if abs(following - t) <= 1e-14 * following:
            return following
        t = following
    return t


def _density(t: float, df: float) -> float:
    log_constant = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - math.log(df * math.pi) / 2
    return math.exp(log_constant - (df + 1) / 2 * math.log1p(t * t / df))


def _upper_tail(t: float, df: float) -> float:
    square = t * t
    return _beta_share(df / (df + square), square / (df + square), df / 2, 0.5) / 2


def _beta_share(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function at x; `rest` is 1 - x, given so that no digits are lost."""
    if x == 0 or rest == 0:
        return 0.0 if x == 0 else 1.0
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    front = math.exp(log_front)
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(x, a, b) / a
    return 1 - front * _beta_fraction(rest, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        change = 1.0
        for term in (even, odd):
            d = 1 / ((1 + term * d) or tiny)
            c = (1 + term / c) or tiny
            change = c * d
            value *= change
        if abs(change - 1) < 1e-15:
            break
    return value
