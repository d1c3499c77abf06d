"""The grade of a tool call: the one function that everything else asks, and the numbers made of its reviews.

In flow the calls due, the calls made and the tools there were; out comes a `Review`. No model, no clock, no
locale: the same values give the same grade for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalwright.chat import Call, Unreadable, toolbox

from .gold import Gold, review_gold
from .grading import AnswerKind
from .metric import Metric
from .review import CallDetails, Review
from .rules import DEFAULT_RULES, MatchRules
from .schema import tool_named

NEXT_CALL_METRICS: tuple[Metric, ...] = (
    Metric("next_call_score", "mean"),
    Metric("next_call_exact", "rate"),
    Metric("tool_name_accuracy", "rate"),
    Metric("schema_valid", "rate"),
)


def grade_tool_calls(
    expected: object,
    given: object,
    tools: Sequence[Mapping[str, Any]] = (),
    *,
    rules: MatchRules = DEFAULT_RULES,
    source: Callable[[object], str] | None = None,
    argument_rules: object = None,
    acceptable: object = None,
    answer: AnswerKind | None = None,
) -> Review:
    """Grade the calls made against the calls due.

    `expected` and `given` are lists of raw calls; None or an empty list is no call. `source` says where in
    the conversation a value stands, or `nowhere`. `argument_rules` and `acceptable` are those of an item; `answer` says
    what was said where no call was made. Never raises for any JSON value on either side.
    """
    review, case = review_gold(Gold(expected, argument_rules, acceptable), given, tools, rules, source, answer)
    review.details["schema_valid"] = _all_fit([_satisfies_schema(call, tools) for call in case.made])
    return review


def metric_values(review: Review) -> dict[str, float]:
    """The values of NEXT_CALL_METRICS for one review; empty for an item that could not be graded.

    What cannot be known has no value: `schema_valid` of a call where the item declares no tools.
    """
    if review.score is None:
        return {}
    values = {
        "next_call_score": review.score,
        "next_call_exact": float(review.score == 1.0),
        "tool_name_accuracy": float(_same_names(review.details)),
    }
    valid = review.details["schema_valid"]
    return values if valid is None else {**values, "schema_valid": float(valid)}


def _all_fit(calls: list[bool | None]) -> bool | None:
    """One call that does not fit decides it; else one of which it cannot be known leaves it open."""
    if False in calls:
        return False
    return None if None in calls else True


def _satisfies_schema(call: Call | Unreadable, tools: Sequence[Mapping[str, Any]]) -> bool | None:
    """Only the called tool goes to the toolbox: recognising one tool is cheaper than recognising them all."""
    if isinstance(call, Unreadable):
        return False
    if not tools:
        return None
    tool = tool_named(tools, call.name)
    return False if tool is None else toolbox([tool]).fits(call.name, call.arguments)


def _same_names(details: CallDetails) -> bool:
    if "matched" in details:
        return True
    if any("unreadable" in call for call in (*details["expected"], *details["given"])):
        return False
    return Counter(call["name"] for call in details["expected"]) == Counter(call["name"] for call in details["given"])
