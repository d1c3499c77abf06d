"""The report of one model on one data set, as `reports/*.json` holds it and as `grade --json` prints it.

One that was just made is as described here; one that was read from a run may have been written by anyone, so that its
readers look before they believe.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from evalwright.chat import JsonObject
from evalwright.tasks import FailedItem, InvalidItem


class CauseRow(TypedDict):
    """One cause in a report."""

    who: str
    """`model`, or `judge`."""
    kind: str
    message: str
    """What the server said of the first of these items."""
    count: int
    ids: list[str]
    """The first few of these items."""
    may_pass: bool
    """Whether asking again may help though nothing is changed."""
    said: NotRequired[JsonObject]
    """What is needed to say the message in another language, where it is a sentence of ours."""
    cure_name: NotRequired[str]
    """The sentence `failures.cures.NAME` of the word files."""
    cure: NotRequired[str]
    """That sentence in English."""


class AnswerWarning(TypedDict):
    """Answers of one kind that are many."""

    answers: str
    """One of the kinds of `answers`: length, refusal, ..."""
    count: int
    num: int
    message: str
    cure: str
    cure_name: NotRequired[str]
    """The sentence `finish.cures.NAME` of the word files, where it is not the kind's own."""


class Reliability(TypedDict):
    """What an interval rests on."""

    design_effect: float | None
    icc: float | None
    n_eff: float | None
    too_few: NotRequired[bool]
    thin: NotRequired[bool]
    """Fewer than five conversations with a failure, or with a success."""


class Unasked(TypedDict, total=False):
    """Items without an answer that were never asked, where there are any."""

    not_asked: int


class Denominator(TypedDict, total=False):
    """What a ratio was divided by."""

    denominator: float | None


class MetricRow(Reliability, Unasked, Denominator):
    """One metric on one subset, or on all of them together."""

    metric: str
    subset: str
    num: int
    errors: int
    """Items without an answer."""
    score: float | None
    ci95: list[float] | None
    conversations: int
    kind: str
    score_if_errors_wrong: float | None


class GroupNumbers(TypedDict):
    """The scores of some of the items, by metric."""

    num: int
    conversations: int
    score: dict[str, float | None]
    ci95: dict[str, list[float] | None]


class ToolRow(GroupNumbers):
    """The items in which one tool was due."""

    tool: str


class PositionRow(GroupNumbers):
    """The items at one place of their conversations."""

    position: int


class VerdictRow(TypedDict):
    """How often there was one verdict."""

    verdict: str
    num: int
    share: float


class Breakdown(TypedDict):
    """The same scores, taken apart."""

    tool: list[ToolRow]
    verdict: list[VerdictRow]
    position: list[PositionRow]


class ReportStatistics(TypedDict):
    """How the intervals were made."""

    method: JsonObject
    """By kind of metric, in words."""
    level: float
    cluster: str
    """`conversation`, `record`, or `group`."""
    group_by: NotRequired[str]
    """The field whose values are the groups."""


class AnswerFacts(TypedDict, total=False):
    """What came back, where reviews tell."""

    answers: dict[str, int]
    warnings: list[AnswerWarning]


class JudgeFacts(TypedDict, total=False):
    """What a judge left open."""

    unjudged: int
    judge_errors: int


class GoldCounts(TypedDict):
    """What other right answers changed."""

    several: int
    """Items with more than one right answer."""
    matched: int
    """Answers that are right by another one than the expected."""
    in_words: int
    """Of these, answers in words."""
    by_rules: int
    """Answers whose grade another rule of the item's changed."""
    unfair: int
    """Items whose gold is said to be wrong."""
    gold_alone: dict[str, float]
    """By metric, what the expected calls alone would have said."""


class GoldPart(TypedDict, total=False):
    """Nothing where every item has one right answer."""

    gold: GoldCounts


class EffectCounts(TypedDict):
    """What executing the answers showed, by effect."""

    answers: dict[str, int]
    wrong: dict[str, int]
    """Of those that are not exact."""


class EffectPart(TypedDict, total=False):
    """Nothing where no answer was executed."""

    effects: EffectCounts


class CriterionRow(TypedDict):
    """One testing criterion over all answers."""

    id: str
    name: str
    type: str
    metric: str
    """What its score is called among the metrics; its pass rate is the same, or that with `_passed`."""
    num: int
    """Answers that it graded."""
    score: float | None
    ci95: list[float] | None
    passed: int
    failed: int
    pass_rate: float | None
    pass_ci95: list[float] | None
    errors: int
    """Answers that it gave no score."""
    error_kinds: dict[str, int]


class CriteriaPart(TypedDict, total=False):
    """Nothing where no criteria were given."""

    criteria: list[CriterionRow]


class ReportNotes(TypedDict, total=False):
    """Sentences that belong under the scores, and what is needed to say them in other languages."""

    notes: list[str]
    said: JsonObject
    """One entry per note, or null."""


class Report(AnswerFacts, JudgeFacts, GoldPart, EffectPart, CriteriaPart, ReportNotes):
    """One model on one data set."""

    model: str
    dataset: str
    num: int
    errors: int
    invalid: int
    conversations: int
    metrics: list[MetricRow]
    breakdown: Breakdown
    error_kinds: dict[str, int]
    causes: list[CauseRow]
    failed: list[FailedItem]
    """The first hundred."""
    invalid_items: list[InvalidItem]
    """The first hundred."""
    statistics: ReportStatistics
