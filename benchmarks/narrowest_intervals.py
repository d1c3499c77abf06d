"""How narrow could an interval of a thin rate be? A bound that holds for every way to make one.

A way to make intervals is asked for two things in each setting of `interval_coverage` (and at rates between and above
those): to hold the truth often enough, 90 % where few failing conversations are expected and 93 % elsewhere, and to be
narrow. How narrow is possible is a linear programme over all ways; any prices for missing and for width give a lower
bound (its dual), which is raised step by step. The way may know the very family that the data are drawn from, which no
real one does. With `--at-least 0.95` it must never be narrower than Wilson's interval at that level would be if all
items were independent: without that it may call 0.98 to 0.998 what rests on one failure, since only six rates count.

    python -m benchmarks.narrowest_intervals --conversations 12 --at-least 0.95     # about a minute
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from benchmarks.interval_coverage import DEMAND, FAILING, HARDER, LIKENESS, RATES, SIZES, Setting
from benchmarks.vector_intervals import Matrix, log_likelihood, wilson
from evalwright.report.quantiles import t_quantile

BETWEEN = (0.6, 0.75, 0.84, 0.87, 0.92, 0.935, 0.96, 0.965, 0.97, 0.975, 0.985, 0.99, 0.993, 0.996, 0.998)
GRID = np.array(sorted((*RATES, *BETWEEN)))
SEED = 77
FOR_SPREAD = 3000
"""Draws from which the true spread of a setting is taken."""


@dataclass(frozen=True, slots=True)
class Game:
    """Data sets drawn from all settings, and how likely each is in each of them."""

    likely: Matrix
    """A row is a data set, a column a setting: its probability there over its mean probability."""
    known: Matrix
    """The width of a cluster t that knows the variance, by setting."""
    thin: Matrix
    low: Matrix
    """Of each data set: an interval that must be contained."""
    high: Matrix
    settings: list[Setting]

    @property
    def demand(self) -> Matrix:
        """The coverage that is asked for."""
        return np.where(self.thin, DEMAND[True], DEMAND[False])

    def counted(self) -> Matrix:
        """The settings whose width counts: thin ones at the rates of the table."""
        found: Matrix = self.thin & np.array([each.rate in RATES for each in self.settings])
        return found

    def best(self, width_price: Matrix, miss_price: Matrix) -> tuple[float, Matrix, Matrix]:
        """The bound at these prices; coverage and mean width in each setting of the way that is best there."""
        price = self.likely @ (width_price / self.known)
        per_rate = len(self.settings) // len(GRID)
        gain = (self.likely * miss_price).reshape(len(price), len(GRID), per_rate).sum(axis=2)
        until = np.cumsum(gain, axis=1)
        lows, highs = np.minimum(GRID, self.low[:, None]), np.maximum(GRID, self.high[:, None])
        first = (price[:, None] * -lows + until - gain).argmin(axis=1)
        last = (until - price[:, None] * highs).argmax(axis=1)
        at = np.arange(len(price))
        low, high = lows[at, first], highs[at, last]
        held = (low[:, None] <= GRID) & (high[:, None] >= GRID)
        value = (miss_price * self.demand).sum() + (price * (high - low) - (gain * held).sum(axis=1)).mean()
        covered = (self.likely * np.repeat(held, per_rate, axis=1)).mean(axis=0)
        return float(value), covered, (self.likely * (high - low)[:, None]).mean(axis=0)


def game(conversations: int, draws: int, level: float) -> Game:
    """Draw so many data sets from each setting."""
    settings = [
        Setting(conversations, rate, icc, slope) for rate in GRID for slope in (0.0, HARDER) for icc in LIKENESS
    ]
    drawn = [each.draw(max(draws, FOR_SPREAD), SEED)[:2] for each in settings]
    known = [(right.sum(axis=1) / sizes.sum(axis=1)).std() for sizes, right in drawn]
    failing = [min((right < sizes).sum(axis=1).mean(), (right > 0).sum(axis=1).mean()) for sizes, right in drawn]
    sizes, right = (np.concatenate([each[part][:draws] for each in drawn]) for part in (0, 1))
    logs = np.stack([_log_likelihood(each, sizes, sizes - right) for each in settings], axis=1)
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    n = sizes.sum(axis=1)
    low, high = wilson(right.sum(axis=1) / n, n, np.full(len(n), NormalDist().inv_cdf((1 + level) / 2)))
    return Game(
        likely=likely / likely.mean(axis=1, keepdims=True),
        known=2 * t_quantile(0.975, conversations - 1) * np.array(known),
        thin=np.array(failing) < FAILING,
        low=low,
        high=high,
        settings=settings,
    )


def _log_likelihood(setting: Setting, sizes: Matrix, failed: Matrix) -> Matrix:
    """Of each data set; what is the same in all settings is left out."""
    rates = 1 - setting.rate_by_size()
    found = np.zeros(len(sizes))
    for size in SIZES:
        here = sizes == size
        of_size = np.where(here, size, 0), np.where(here, failed, 0)
        found += log_likelihood(*of_size, np.full(len(sizes), rates[size - 1]), setting.icc)
    return found


def raise_bound(found: Game, steps: int) -> tuple[float, Matrix]:
    """The highest bound on the largest width, and the prices of width that gave it."""
    width_price = found.counted() / found.counted().sum()
    miss_price = np.full(len(found.settings), 0.05)
    highest, prices = 0.0, width_price
    for step in range(steps):
        value, covered, width = found.best(width_price, miss_price)
        if value > highest:
            highest, prices = value, width_price
        rate = 0.05 / (1 + step / 60)
        miss_price = np.maximum(miss_price * np.exp(np.clip(rate * 40 * (found.demand - covered), -0.5, 0.5)), 1e-7)
        ratio = width / found.known
        width_price = width_price * np.exp(rate * 3 * (ratio - (width_price * ratio).sum()))
        width_price /= width_price.sum()
    return highest, prices


def main() -> None:
    """Print the bound and where it binds."""
    parser = argparse.ArgumentParser(description="The least possible width of thin intervals.")
    parser.add_argument("--conversations", type=int, default=12)
    parser.add_argument("--at-least", type=float, default=0.0, help="level of the interval that must be contained")
    parser.add_argument("--draws", type=int, default=200, help="data sets per setting (default 200)")
    parser.add_argument("--steps", type=int, default=400)
    given = parser.parse_args()
    found = game(given.conversations, given.draws, given.at_least)
    bound, prices = raise_bound(found, given.steps)
    told = f"never narrower than Wilson's at {given.at_least} of independent items" if given.at_least else "any"
    where = found.settings[int(prices.argmax())]
    print(f"{given.conversations} conversations, {told}: at least {bound:.2f} times as wide in some thin setting")
    print(f"where width counts most: {where}")


if __name__ == "__main__":
    main()
