"""Grading as hosted evaluation services call it: one sample and one item in, a number or a review out.

The item is a row of a data set, bare or under `item`; the sample is what the service captured of the model's
answer. Both are taken as they come: whatever is missing or has the wrong shape is graded as such. The
standalone grader ends with this code.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonError, loads

from .grading import read_case, review_case
from .review import ReviewedSample
from .rules import MatchRules


def review_sample(sample: object, item: object, rules: MatchRules) -> ReviewedSample:
    """The review of one sample as plain data: score, verdict, reason and details."""
    row = _field(item, "item") if isinstance(_field(item, "item"), dict) else item
    case = read_case(
        _field(_field(row, "expected_output"), "tool_calls"),
        _field(sample, "output_tools"),
        _parse_tools_text(_field(row, "tools")),
        rules,
    )
    review = review_case(case)
    return {
        "score": review.score,
        "verdict": review.verdict,
        "reason": review.reason,
        "details": review.details,
    }


def grade_sample(sample: object, item: object, rules: MatchRules) -> float:
    """The score of one sample; 0.0 for an item that cannot be graded, since a service takes numbers alone."""
    score = review_sample(sample, item, rules)["score"]
    return 0.0 if score is None else float(score)


def _field(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _parse_tools_text(value: object) -> object:
    """The tools, also where a data set holds them as JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return loads(value)
    except JsonError:
        return None
