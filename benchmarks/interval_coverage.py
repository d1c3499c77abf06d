"""How often the 95 % intervals hold the truth, by simulation.

Conversations of 1 to 6 calls are drawn with a known rate and a known likeness within a conversation
(beta-binomial); each draw's interval either holds the truth or not. Printed are the shares, for the rate and
for the mean of 0 / 0.5 / 1 scores. An honest 95 % interval lies between 92 % and 98 %; shares outside are
marked. The seed is fixed: the same number of draws prints the same table.

    python benchmarks/interval_coverage.py --draws 1000
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass

from evalwright.report import mean_interval, rate_interval
from evalwright.text import render_grid

CONVERSATIONS = (10, 30, 70, 271)
RATES = (0.5, 0.9, 0.98)
LIKENESS = (0.0, 0.3, 0.6)
BAND = (0.92, 0.98)
LARGEST = 6
HALF = 0.5
"""The share of the calls that are not right and still get half a point."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One setting of the simulation."""

    conversations: int
    rate: float
    icc: float

    def mean(self) -> float:
        """The true mean score."""
        return self.rate + (1 - self.rate) * HALF / 2


def cells() -> Iterator[Cell]:
    """All settings, in the order they are printed."""
    for conversations in CONVERSATIONS:
        for rate in RATES:
            for icc in LIKENESS:
                yield Cell(conversations, rate, icc)


def draw(cell: Cell, source: random.Random) -> tuple[list[tuple[int, float]], list[tuple[int, float]], float]:
    """One data set: (calls, right calls), (calls, sum of scores) per conversation, and the sum of squared scores."""
    rights, scores = [], []
    squares = 0.0
    for _ in range(cell.conversations):
        size = source.randint(1, LARGEST)
        chance = cell.rate
        if cell.icc:
            scale = (1 - cell.icc) / cell.icc
            chance = source.betavariate(cell.rate * scale, (1 - cell.rate) * scale)
        right = sum(source.random() < chance for _ in range(size))
        halves = sum(source.random() < HALF for _ in range(size - right))
        rights.append((size, float(right)))
        scores.append((size, right + halves / 2))
        squares += right + halves / 4
    return rights, scores, squares


def coverage(cell: Cell, draws: int) -> tuple[float, float]:
    """The shares of draws whose interval holds the true rate, and the true mean."""
    source = random.Random(f"{cell}")
    rate_held = mean_held = 0
    for _ in range(draws):
        rights, scores, squares = draw(cell, source)
        rate, mean = rate_interval(rights), mean_interval(scores, squares)
        rate_held += rate is not None and rate.low <= cell.rate <= rate.high
        mean_held += mean is not None and mean.low <= cell.mean() <= mean.high
    return rate_held / draws, mean_held / draws


def marked(share: float) -> str:
    """The share, with a mark where it lies outside the band."""
    return f"{share:.3f}" + ("  " if BAND[0] <= share <= BAND[1] else " *")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Coverage of the 95 % intervals, by simulation.")
    parser.add_argument("--draws", type=int, default=1000, help="data sets per cell (default 1000)")
    draws = parser.parse_args().draws
    found = [(cell, *coverage(cell, draws)) for cell in cells()]
    rows = [
        [str(cell.conversations), f"{cell.rate:.2f}", f"{cell.icc:.1f}", marked(rate), marked(mean)]
        for cell, rate, mean in found
    ]
    print(render_grid(["Conversations", "Rate", "ICC", "Rate interval", "Mean interval"], rows, "rrrrr"))
    print(f"{draws} draws per cell; * outside {BAND[0]:.0%} to {BAND[1]:.0%}")
    print(f"rate: {min(row[1] for row in found):.3f} to {max(row[1] for row in found):.3f}")
    print(f"mean: {min(row[2] for row in found):.3f} to {max(row[2] for row in found):.3f}")


if __name__ == "__main__":
    main()
