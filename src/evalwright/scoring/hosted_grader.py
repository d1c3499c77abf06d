"""Grading as hosted evaluation services call it: one sample and one item in, a number or a review out.

The item is a row of a data set, bare or under `item`; the sample is what the service captured of the model's
answer. Both are taken as they come: whatever is missing or has the wrong shape is graded as such. The
standalone grader ends with this code.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonError, loads

from .finish_reasons import early_end
from .gold import Gold, gold_problem, review_gold, review_unusable
from .grading import AnswerKind
from .review import ReviewedSample
from .rules import MatchRules


def review_sample(sample: object, item: object, rules: MatchRules) -> ReviewedSample:
    """The review of one sample as plain data: score, verdict, reason and details."""
    row = _field(item, "item") if isinstance(_field(item, "item"), dict) else item
    expected = _field(_field(row, "expected_output"), "tool_calls")
    gold = Gold(expected, _field(row, "argument_rules"), _field(row, "acceptable"))
    tools = _parse_tools_text(_field(row, "tools"))
    given = _field(sample, "output_tools")
    due = len(expected) if isinstance(expected, list) else 0
    problem = None if rules.mode == "foundry" else gold_problem(gold, due)
    if problem is not None:
        review = review_unusable(gold, problem, given, tools, rules)
    else:
        review, _ = review_gold(gold, given, tools, rules, answer=answer_in_words(sample))
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


def answer_in_words(sample: object) -> AnswerKind | None:
    """What a sample says in words; None where it does not tell."""
    if not isinstance(sample, dict) or "output_text" not in sample:
        return None
    text = sample["output_text"]
    said: AnswerKind = "words" if isinstance(text, str) and text.strip() else "blank"
    return early_end(sample.get("finish_reason")) or said


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
