"""What other right answers changed for two models on the same items, and what the expected calls alone would have said.

Pairs of answers flow in; the part `gold` of a comparison flows out, which is there only where items have more than one
right answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.scoring import Metric

from .comparison_document import GoldComparison
from .gold_counts import ALONE_METRICS
from .pairing import Answer, Pair
from .summary import rounded


def gold_comparison(pairs: Sequence[Pair], metrics: Sequence[Metric], main: Metric) -> GoldComparison:
    """What the items with several right answers did; nothing where there are none."""
    several = sum(each.a.several or each.b.several for each in pairs)
    if not several:
        return {}
    place = metrics.index(main)
    return {
        "gold": {
            "several": several,
            "matched_a": sum(each.a.matched for each in pairs),
            "matched_b": sum(each.b.matched for each in pairs),
            "alone_a": _mean_alone([each.a for each in pairs], place, main),
            "alone_b": _mean_alone([each.b for each in pairs], place, main),
        }
    }


def _mean_alone(answers: Sequence[Answer], place: int, main: Metric) -> float | None:
    """The mean of a metric as the expected calls alone would have given it."""
    if main.name not in ALONE_METRICS:
        return None
    values = [value for each in answers if (value := _value_with_one_gold(each, place, main)) is not None]
    return rounded(sum(values) / len(values)) if values else None


def _value_with_one_gold(answer: Answer, place: int, main: Metric) -> float | None:
    part = answer.parts[place]
    if part is None or not part[1]:
        return None
    return answer.alone.get(main.name, part[0] / part[1])
