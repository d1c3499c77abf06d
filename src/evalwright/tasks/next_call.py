"""next_call: given the conversation so far, which tool call comes next? One item, one call, one grade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from evalwright.chat import Unreadable, read_call
from evalwright.data import Item, read_item
from evalwright.models import Request, Sample
from evalwright.scoring import (
    NEXT_CALL_METRICS,
    Gold,
    MatchRules,
    Metric,
    Review,
    Score,
    answer_in_words,
    gold_problem,
    grade_tool_calls,
    metric_values,
)
from evalwright.text import phrase

from .match_settings import match_rules_of
from .protocol import InvalidItemError, TaskOption
from .record_shapes import is_of_next_call
from .review_line import ReviewLine

if TYPE_CHECKING:
    from evalwright.workbench import Provenance

CALLS_DUE = "next_call"
"""Where the details of a review hold that of the calls that were due besides; readers know it by its own form."""


class NextCall:
    """The task that the product is about."""

    name = "next_call"
    metrics: tuple[Metric, ...] = NEXT_CALL_METRICS
    quick_to_review = True
    main_metric = "next_call_exact"
    shown_metric = "next_call_score"
    options = (TaskOption("match", str, "schema"), TaskOption("match_rules", dict))
    of_items = True

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.rules = match_rules_of(options)
        self.marks: Mapping[str, Any] | None = options.get("marks")
        """What people said of items, as a file of marks holds it."""
        self._drop_unfair = options.get("drop_unfair") is True

    def recognises(self, record: Any) -> bool:
        return is_of_next_call(record)

    def read(self, record: Any, identifier: str) -> Item:
        item = read_item(record, identifier)
        self._check_gold(item)
        return item

    def read_again(self, record: Any, identifier: str) -> Item:
        """The same for a record that was read before, and found good."""
        return read_item(record, identifier)

    def leaves_out(self, question: Item) -> bool:
        """Whether an item is not asked and not scored, since its gold is said to be wrong."""
        return self._drop_unfair and question.unfair is not None

    def _check_gold(self, item: Item) -> None:
        for number, call in enumerate(item.expected):
            reading = read_call(call, empty_ok=self.rules.mode != "exact")
            if isinstance(reading, Unreadable):
                raise InvalidItemError(phrase("bad_row.item.gold_call", number=number, problem=reading.reason))
        if self.rules.mode == "foundry":  # which knows nothing beside the expected calls
            return
        problem = gold_problem(Gold(item.expected, item.argument_rules, item.acceptable), len(item.expected))
        if problem is not None:
            raise InvalidItemError(phrase("bad_row.item.gold_fields", problem=problem))

    def request(self, question: Item, settings: Mapping[str, Any]) -> Request:
        return Request(question.id, question.messages, question.tools, settings)

    def review(self, question: Item, sample: Sample) -> ReviewLine:
        review = grade_tool_calls(
            question.expected,
            sample.get("output_tools"),
            question.tools,
            rules=self.rules,
            source=_source(question),
            argument_rules=question.argument_rules,
            acceptable=question.acceptable,
            answer=answer_in_words(sample),
        )
        line: ReviewLine = {
            "id": question.id,
            "conversation_id": question.conversation_id,
            "call_index": question.call_index,
            "tool": tools_due(review),
            "score": metric_values(review),
            "verdict": review.verdict,
            "reason": review.reason,
            "details": review.details,
        }
        if self.rules.mode != "foundry" and (question.acceptable or _has_rules(question, self.rules)):
            line["several_right"] = True
        if question.unfair is not None:
            line["unfair"] = question.unfair
        return line


class NextCallScorer:
    """The same grades beside those of another task, for records that say which calls were due."""

    name = "next_call"
    metrics = NEXT_CALL_METRICS

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._task = NextCall(options)

    def score(self, record: Any, sample: Any) -> Score | None:
        """What the calls are worth; None for a record without calls that were due."""
        if not self._task.recognises(record):
            return None
        try:
            found = self._task.review(self._task.read(record, ""), sample)
        except ValueError:
            return None
        return Score(found["score"], found["reason"])


def _has_rules(question: Item, rules: MatchRules) -> bool:
    """Whether an item gives rules for its arguments, in a mode that heeds them."""
    return rules.mode == "schema" and isinstance(question.argument_rules, list) and any(question.argument_rules)


def _source(question: Item) -> Callable[[object], str]:
    """Where a value stands in the conversation. Most reviews never ask, so the search is set up by the first one."""
    made: list[Provenance] = []

    def source(value: object) -> str:
        if not made:
            from evalwright.workbench import Provenance

            made.append(Provenance(question.messages))
        return made[0].source(value)

    return source


def tools_due(review: Review) -> str:
    """The tool that was due, for breakdowns; several in one item are joined."""
    names = [call["name"] for call in review.details["expected"] if call["name"]]
    return " + ".join(sorted(names)) if names else "(no call)"
