"""The interval of a rate for thousands of data sets at once: what `evalwright.report` does, in columns.

A simulation of four thousand draws in a hundred settings would take an hour one interval at a time. This is the same
arithmetic over arrays; `check_against` holds it to the real thing, which is what users get.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from evalwright.report import rate_interval
from evalwright.report.confidence_intervals import THIN
from evalwright.report.intraclass import PRIOR, prior_icc
from evalwright.report.quantiles import t_quantile

Matrix = npt.NDArray[Any]
_LARGEST = 28


def rate_intervals(sizes: Matrix, right: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Lower ends, upper ends and whether each is thin; a row is a data set, a column a conversation."""
    n, count = sizes.sum(axis=1), sizes.shape[1]
    rate = right.sum(axis=1) / n
    plain = rate * (1 - rate) / (n - 1)
    seen = plain > 0
    icc = np.where(seen, _likely_icc(sizes, right), prior_icc())
    usual = (sizes**2).sum(axis=1) / n
    rare = np.where(rate[:, None] > 0.5, sizes - right, right)
    longer = ((rare * sizes).sum(axis=1) + usual) / (rare.sum(axis=1) + 1)
    model = 1 + (np.where(seen, np.maximum(usual, longer), usual) - 1) * icc
    left = n[:, None] - sizes
    jackknife = (count - 1) / count * (((right - rate[:, None] * sizes) / left) ** 2).sum(axis=1)
    effect = np.maximum(1, np.maximum(model, np.divide(jackknife, plain, out=np.ones_like(plain), where=seen)))
    mixed = np.minimum((right < sizes).sum(axis=1), (right > 0).sum(axis=1))
    excess = (1 - 1 / effect) ** 2
    lost = excess * (1 / _satterthwaite(sizes, icc) + 1 / (3 * np.maximum(mixed, 1))) + (1 - excess) / (count - 1)
    freedom = np.where(seen & (mixed >= 3), np.clip(1 / lost, 1, count - 1), count - 1)
    low, high = wilson(rate, n / effect, _t_points(freedom))
    return low, high, mixed < THIN


def wilson(rate: Matrix, n: Matrix, z: Matrix) -> tuple[Matrix, Matrix]:
    """Wilson's interval of each rate over n independent items."""
    square = z * z / n
    middle = (rate + square / 2) / (1 + square)
    reach = np.sqrt(square * (rate * (1 - rate) + square / 4)) / (1 + square)
    return np.clip(np.minimum(rate, middle - reach), 0, 1), np.clip(np.maximum(rate, middle + reach), 0, 1)


def _likely_icc(sizes: Matrix, right: Matrix) -> Matrix:
    failed = sizes - right
    rate = (failed.sum(axis=1) + 0.5) / (sizes.sum(axis=1) + 1)
    logs = np.stack([log_likelihood(sizes, failed, rate, icc) + np.log(w) for icc, w in PRIOR.items()])
    weights = np.exp(logs - logs.max(axis=0))
    found: Matrix = (weights * np.array(list(PRIOR))[:, None]).sum(axis=0) / weights.sum(axis=0)
    return found


def log_likelihood(sizes: Matrix, failed: Matrix, rate: Matrix, icc: float) -> Matrix:
    """Of each data set with this rate of failures; the binomial coefficient is left out."""
    if not icc:
        alone: Matrix = failed.sum(axis=1) * np.log(rate) + (sizes - failed).sum(axis=1) * np.log1p(-rate)
        return alone
    scale = np.full_like(rate, (1 - icc) / icc)
    found: Matrix = (
        _rising(rate * scale, failed) + _rising((1 - rate) * scale, sizes - failed) - _rising(scale, sizes)
    ).sum(axis=1)
    return found


def _rising(start: Matrix, steps: Matrix) -> Matrix:
    """The logarithm of start · (start + 1) · ..., so many steps."""
    logs = np.log(start[:, None] + np.arange(_LARGEST))
    sums = np.concatenate([np.zeros((len(start), 1)), np.cumsum(logs, axis=1)], axis=1)
    return np.take_along_axis(sums, steps, axis=1)


def _satterthwaite(sizes: Matrix, icc: Matrix) -> Matrix:
    whole = sizes.sum(axis=1)
    v = sizes * (1 + (sizes - 1) * icc[:, None])
    total, n = v.sum(axis=1), whole[:, None]
    a = (n - sizes) ** -2.0
    rest = -2 * sizes * v / n + sizes**2 * total[:, None] / n**2
    expected, own = (a * (v + rest)).sum(axis=1), (a * a * v * (v + 2 * rest)).sum(axis=1)
    mm, vv, mv = (a * sizes**2).sum(axis=1), (a * v * v).sum(axis=1), (a * sizes * v).sum(axis=1)
    between = (2 * mm * vv + 2 * mv**2) / whole**2 - 4 * total * mm * mv / whole**3 + (total * mm / whole**2) ** 2
    found: Matrix = expected**2 / (own + between)
    return found


def _t_points(freedom: Matrix) -> Matrix:
    grid, points = _t_grid()
    found: Matrix = np.exp(np.interp(np.log(freedom), grid, points))
    return found


@lru_cache(maxsize=1)
def _t_grid() -> tuple[Matrix, Matrix]:
    grid = np.linspace(0, np.log(1000), 4000)
    return grid, np.log([t_quantile(0.975, float(np.exp(each))) for each in grid])


def check_against(sizes: Matrix, right: Matrix, made: Callable[..., tuple[Matrix, Matrix, Matrix]]) -> None:
    """Stop where the columns and the real thing differ in a data set."""
    for number, (low, high, thin) in enumerate(zip(*made(sizes, right), strict=True)):
        real = rate_interval(zip(sizes[number].tolist(), right[number].tolist(), strict=True))
        assert real is not None
        assert max(abs(real.low - low), abs(real.high - high)) < 1e-5 and real.thin == thin, (real, low, high)
