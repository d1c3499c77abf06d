"""What a report keeps of reviews, added one by one or put together from the pieces of several workers.

Reviews flow in and are gone again; pieces that were tallied elsewhere are merged in their order, and what comes out is
the same as if one process had seen all: sums are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalwright.scoring import Metric
from evalwright.tasks import ReviewLine

from .criteria_counts import CriteriaTally
from .effect_counts import EffectTally
from .gold_counts import GoldTally
from .review_table import Columns


class ReviewTally:
    """The reviews of one data set, as far as its report needs them."""

    def __init__(self, metrics: Sequence[Metric], subsets: Sequence[str]) -> None:
        self.columns = Columns(metrics, subsets)
        self.kinds: Counter[str] = Counter()
        """Answers by kind."""
        self.gold, self.effects, self.criteria = GoldTally(), EffectTally(), CriteriaTally()

    def add(self, review: ReviewLine) -> None:
        """Take in one review."""
        self.columns.append(review)
        self.gold.add(review)
        self.effects.add(review)
        self.criteria.add(review)
        self.kinds[str(review.get("answer"))] += 1

    def merge(self, later: ReviewTally) -> None:
        """Take in the reviews that come next."""
        self.columns.merge(later.columns)
        self.gold.merge(later.gold)
        self.effects.merge(later.effects)
        self.criteria.merge(later.criteria)
        self.kinds += later.kinds
