"""How often the 95 % intervals hold the truth, and how wide they are, by simulation.

Conversations of 1 to 27 calls, most of them short, are drawn with a known pooled rate (right calls over calls, of all
conversations that there could be: the estimand) and a known likeness inside a conversation (beta-binomial). Sizes have
nothing to do with difficulty, or long conversations are the harder ones. Printed are, for a rate and for a mean of 0,
0.5 and 1, the share of draws whose interval holds the truth and its mean width over that of a cluster t that knows the
variance; settings in which fewer than five conversations with a failure are expected stand in brackets. The same
number of draws with the same seed prints the same table.

    python -m benchmarks.interval_coverage --draws 4000     # some two minutes on one core
    python -m benchmarks.interval_coverage --seed 1         # other draws than those the constants were chosen on
    python -m benchmarks.interval_coverage --slope 1        # long conversations harder still
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.vector_intervals import Matrix, check_against, rate_intervals
from evalwright.report import mean_interval
from evalwright.report.quantiles import t_quantile
from evalwright.text import render_grid

CONVERSATIONS = (12, 30, 100)
RATES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98)
LIKENESS = (0.0, 0.3, 0.6)
HARDER = 0.5
"""The slope where long conversations are harder: 27 calls have a fifth of the odds of one."""
SIZES = np.arange(1, 28)
CHANCES = (1 / SIZES) / (1 / SIZES).sum()
"""Half of the conversations have four calls or fewer, one in nine has twenty or more."""
FAILING = 5
DEMAND = {False: 0.93, True: 0.90}
"""The coverage that is asked for, and where fewer than `FAILING` conversations with a failure are expected."""
WIDEST = 1.3
CHECKED = 20
"""Draws of each setting whose interval is also made the way that users get it."""
HALF = 0.5
"""The share of the calls that are not right and still get half a point."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the simulation."""

    conversations: int
    rate: float
    icc: float
    slope: float
    """How the log odds of a right call fall with the logarithm of the size."""

    def rate_by_size(self) -> Matrix:
        """The rate in conversations of each size; over all calls it is the setting's."""
        weights = CHANCES * SIZES / (CHANCES * SIZES).sum()
        low, high = -40.0, 40.0
        while high - low > 1e-12:
            middle = (low + high) / 2
            rates = 1 / (1 + np.exp(self.slope * np.log(SIZES) - middle))
            low, high = (middle, high) if (weights * rates).sum() < self.rate else (low, middle)
        return rates

    def draw(self, draws: int, seed: int) -> tuple[Matrix, Matrix, Matrix]:
        """Calls, right calls and half right calls of each conversation of each data set."""
        source = np.random.default_rng([seed, zlib.crc32(repr(self).encode())])
        sizes = source.choice(SIZES, size=(draws, self.conversations), p=CHANCES)
        rates = self.rate_by_size()[sizes - 1]
        if self.icc:
            scale = (1 - self.icc) / self.icc
            rates = source.beta(rates * scale, (1 - rates) * scale)
        right = source.binomial(sizes, rates)
        return sizes, right, source.binomial(sizes - right, HALF)


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the intervals of one setting."""

    held: float
    width: float
    """The mean width, over that of a cluster t with the true variance."""
    thin: bool
    """Whether fewer than `FAILING` conversations with a failure are expected."""
    flagged: float
    """The share of the intervals that say that they are thin."""

    def text(self) -> str:
        """Coverage and width; a star where the demand is missed."""
        missed = self.held < DEMAND[self.thin] or (self.width > WIDEST and not self.thin)
        told = f"{self.held:.3f} {self.width:.2f}"
        return (f"({told})" if self.thin else f" {told} ") + ("*" if missed else " ")


def coverage(setting: Setting, draws: int, seed: int, of_means: int) -> tuple[Found, Found]:
    """Of the rate, and, in so many of the draws, of the mean score."""
    sizes, right, half = setting.draw(draws, seed)
    check_against(sizes[:CHECKED], right[:CHECKED], rate_intervals)
    rate = _found(setting, setting.rate, sizes, right, rate_intervals(sizes, right))
    few = slice(0, of_means)
    sizes, score, squares = sizes[few], (right + half / 2)[few], (right + half / 4).sum(axis=1)[few]
    mean = setting.rate + (1 - setting.rate) * HALF / 2
    return rate, _found(setting, mean, sizes, score, _mean_intervals(sizes, score, squares))


def _mean_intervals(sizes: Matrix, score: Matrix, squares: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    made = [
        mean_interval(zip(count, total, strict=True), square)
        for count, total, square in zip(sizes.tolist(), score.tolist(), squares.tolist(), strict=True)
    ]
    low, high, thin = zip(*((each.low, each.high, each.thin) for each in made if each is not None), strict=True)
    return np.array(low), np.array(high), np.array(thin)


def _found(setting: Setting, truth: float, sizes: Matrix, sums: Matrix, made: tuple[Matrix, Matrix, Matrix]) -> Found:
    low, high, thin = made
    known = 2 * t_quantile(0.975, setting.conversations - 1) * float((sums.sum(axis=1) / sizes.sum(axis=1)).std())
    failing = min(float((sums < sizes).sum(axis=1).mean()), float((sums > 0).sum(axis=1).mean()))
    return Found(
        held=float(((low <= truth) & (truth <= high)).mean()),
        width=float((high - low).mean()) / known,
        thin=failing < FAILING,
        flagged=float(thin.mean()),
    )


def settings(harder: float) -> Iterator[Setting]:
    """All settings, in the order they are printed."""
    for conversations in CONVERSATIONS:
        for rate in RATES:
            for slope in (0.0, harder):
                for icc in LIKENESS:
                    yield Setting(conversations, rate, icc, slope)


def print_table(found: dict[Setting, Found], harder: float) -> None:
    """One line for each number of conversations and rate."""
    columns = [(slope, icc) for slope in (0.0, harder) for icc in LIKENESS]
    rows = [
        [str(number), f"{rate:.2f}", *(found[Setting(number, rate, icc, slope)].text() for slope, icc in columns)]
        for number in CONVERSATIONS
        for rate in RATES
    ]
    names = [f"{'long harder' if slope else 'any size'}, {icc:.1f}" for slope, icc in columns]
    print(render_grid(["C", "Rate", *names], rows, "rr" + "l" * 6, ruled=False))


def print_ranges(found: Sequence[Found], what: str) -> None:
    """What all settings come to, those in which few conversations fail apart."""
    for thin, told in ((False, "five or more failing conversations expected"), (True, "fewer expected (thin)")):
        chosen = [each for each in found if each.thin == thin]
        print(f"{what}, {told}: {len(chosen)} settings, {_ranges(chosen)}")


def _ranges(found: Sequence[Found]) -> str:
    held, width, flagged = ([getattr(each, name) for each in found] for name in ("held", "width", "flagged"))
    return (
        f"held {min(held):.3f} to {max(held):.3f}, width {min(width):.2f} to {max(width):.2f},"
        f" flagged {min(flagged):.0%} to {max(flagged):.0%}"
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Coverage and width of the 95 %% intervals, by simulation.")
    parser.add_argument("--draws", type=int, default=4000, help="data sets per setting (default 4000)")
    parser.add_argument("--means", type=int, help="of which the mean is looked at too, one by one (default a tenth)")
    parser.add_argument("--seed", type=int, default=0, help="other draws (default 0)")
    parser.add_argument("--slope", type=float, default=HARDER, help="how much harder long ones are (default 0.5)")
    given = parser.parse_args()
    means = given.means or max(1, given.draws // 10)
    found = {each: coverage(each, given.draws, given.seed, means) for each in settings(given.slope)}
    print_table({setting: rate for setting, (rate, _) in found.items()}, given.slope)
    print_ranges([rate for rate, _ in found.values()], "rate")
    print_ranges([mean for _, mean in found.values()], "mean")
    print(f"{given.draws} draws per setting ({means} of means), seed {given.seed}, slope {given.slope}")
    print(f"(thin); * misses 93 % (thin: 90 %), or is wider than {WIDEST} (not thin)")


if __name__ == "__main__":
    main()
