"""How often the paired comparison cries wolf, and how often its interval holds the truth, by simulation.

Two models answer the same conversations of 1 to 27 calls, half of them of four or fewer, as in the simulation of the
intervals. A conversation is easier or harder for both (ICC 0.3), and
with the given standard deviation (on the logit scale) for each model on its own. Printed are the false positives of
equal models (sign-flip p below 0.05; the sentence, which also wants 0 outside the interval) and the coverage of the
interval, for equal models and for one that is better. Honest are 3 to 7 % and 92 to 98 %; shares outside are
marked. Where few conversations differ (their mean number is printed), no test of signs comes near 5 %: six that all
favour one model have p = 0.031, five 0.063.
The seed is fixed: the same number of draws prints the same table.

    python benchmarks/paired_tests.py --draws 500
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

from evalwright.report.paired_test import ALPHA, Difference, Sums, paired_difference
from evalwright.text import render_grid

CONVERSATIONS = (12, 30, 100, 271)
RATES = (0.50, 0.70, 0.95)
OWN = (0.0, 1.0, 2.5)
SHARED = math.sqrt(0.3 / 0.7 * math.pi**2 / 3)
"""The standard deviation that gives items of a conversation a likeness of 0.3 on the logit scale."""
SHIFT = 0.5
"""How much better the better model is, on the logit scale."""
SIZES = range(1, 28)
CHANCES = [1 / size for size in SIZES]
FLIPS = 999
_GRID = [NormalDist().inv_cdf((step + 0.5) / 2000) for step in range(2000)]


@dataclass(frozen=True, slots=True)
class Cell:
    """One setting of the simulation."""

    conversations: int
    rate: float
    own: float

    def mean(self, centre: float) -> float:
        """The rate of a model with this centre on the logit scale."""
        spread = math.hypot(SHARED, self.own)
        return math.fsum(_logistic(centre + spread * z) for z in _GRID) / len(_GRID)

    def centre(self) -> float:
        """The centre that gives the cell's rate."""
        low, high = -20.0, 20.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (low, middle) if self.mean(middle) > self.rate else (middle, high)
        return low


@dataclass(slots=True)
class Found:
    """What the draws of a cell showed, as shares."""

    differ: float = 0.0
    """Conversations in which equal models differ."""
    flips: float = 0.0
    sentence: float = 0.0
    held_equal: float = 0.0
    held_better: float = 0.0
    shown: float = 0.0


def cells() -> Iterator[Cell]:
    """All settings, in the order they are printed."""
    for conversations in CONVERSATIONS:
        for rate in RATES:
            for own in OWN:
                yield Cell(conversations, rate, own)


def draw(cell: Cell, centre: float, shift: float, source: random.Random) -> Difference:
    """The comparison of two models on one data set."""
    clusters = []
    for _ in range(cell.conversations):
        [size], shared = source.choices(SIZES, CHANCES), centre + source.gauss(0, SHARED)
        chances = [_logistic(shared + own + source.gauss(0, cell.own)) for own in (0.0, shift)]
        right = [sum(source.random() < chance for _ in range(size)) for chance in chances]
        clusters.append(Sums(size, right[0], size, right[1], size))
    found = paired_difference(clusters, draws=FLIPS)
    assert found is not None
    return found


def simulate(cell: Cell, draws: int) -> Found:
    """Play a cell, with equal models and with a better one."""
    source, centre, found = random.Random(f"{cell}"), cell.centre(), Found()
    truth = cell.mean(centre + SHIFT) - cell.mean(centre)
    for _ in range(draws):
        equal = draw(cell, centre, 0.0, source)
        found.differ += equal.test.differing / draws
        found.flips += (equal.test.p < ALPHA) / draws
        found.sentence += (equal.test.p < ALPHA and equal.outside_zero) / draws
        found.held_equal += (equal.low <= 0 <= equal.high) / draws
        better = draw(cell, centre, SHIFT, source)
        found.held_better += (better.low <= truth <= better.high) / draws
        found.shown += (better.test.p < ALPHA and better.outside_zero) / draws
    return found


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def marked(share: float, wrong: bool, careful: bool) -> str:
    """The share, with a mark where it lies outside the band."""
    return f"{share:.3f} {'*' if wrong else '-' if careful else ' '}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="False positives and coverage of the paired comparison.")
    parser.add_argument("--draws", type=int, default=500, help="data sets per cell (default 500)")
    draws = parser.parse_args().draws
    rows = [_line(cell, simulate(cell, draws)) for cell in cells()]
    headers = ["Conversations", "Rate", "Own sd", "Differ", "p < 0.05", "Sentence", "Held, equal", "better", "Shown"]
    print(render_grid(headers, rows, "rrrrrrrrr", ruled=False))
    print(f"{draws} draws per cell; * too many false claims (over 7 %) or too little coverage (under 92 %)")
    print("- more careful than need be (under 3 %, over 98 %): few conversations differ, and p moves in large steps")


def _line(cell: Cell, found: Found) -> list[str]:
    return [
        *(str(cell.conversations), f"{cell.rate:.2f}", f"{cell.own:.1f}", f"{found.differ:.1f}"),
        *(marked(share, share > 0.07, share < 0.03) for share in (found.flips, found.sentence)),
        *(marked(share, share < 0.92, share > 0.98) for share in (found.held_equal, found.held_better)),
        f"{found.shown:.3f}",
    ]


if __name__ == "__main__":
    main()
