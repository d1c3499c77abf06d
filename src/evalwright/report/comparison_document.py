"""What `compare --json` and `plan --json` print: a comparison of two models, and how much data a difference takes.

These documents are made in this room and read by what puts them into words, tables, pages and files for CI servers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from evalwright.chat import JsonObject


class Contender(TypedDict):
    """One side of a comparison."""

    label: str
    run: str
    model: str


class LeftOut(TypedDict):
    """Items that one of the two did not answer."""

    num: int
    errors_a: int
    errors_b: int


class FlipCounts(TypedDict):
    """What became of the items."""

    fixed: int
    broken: int
    both_right: int
    both_wrong: int
    unscored: NotRequired[int]


class DifferenceNumbers(TypedDict):
    """Two scores on the same items, and their difference."""

    num: int
    conversations: int
    score_a: float | None
    score_b: float | None
    difference: float | None
    ci95: list[float] | None


class DifferenceFacts(TypedDict, total=False):
    """What is known of a difference besides, where there is one."""

    p_method: str
    differing: int
    standard_error: float
    detectable: float
    too_few: bool
    lower_is_better: bool


class DifferenceRow(DifferenceNumbers, DifferenceFacts):
    """The difference in one metric."""

    metric: str
    kind: str
    p: float | None


def gain_sign(row: DifferenceRow) -> int:
    """1 where a larger value of the metric is better, -1 where a smaller one is."""
    return -1 if row.get("lower_is_better") else 1


class ToolDifference(DifferenceNumbers, FlipCounts):
    """The difference where one tool was due."""

    tool: str
    items: int
    p: float | None
    p_holm: float | None


class PositionDifference(DifferenceNumbers, FlipCounts):
    """The difference at one place of the conversations."""

    position: int
    items: int


class VerdictFlow(TypedDict):
    """How often the first model had the one verdict, and the second the other."""

    a: str
    b: str
    num: int


class Flip(TypedDict):
    """An item that only one of the two has right."""

    id: str
    subset: str
    tool: str | None
    position: int | None
    verdict_a: str
    verdict_b: str
    reason_a: str
    reason_b: str
    said: NotRequired[JsonObject]


class Flips(TypedDict):
    """The items that changed."""

    fixed: list[Flip]
    """Those that only the second model has right."""
    broken: list[Flip]
    """Those that only the first one has right."""


class SettingNote(TypedDict):
    """What besides the model differs between two runs."""

    setting: str
    a: Any
    b: Any


class GoldDifference(TypedDict):
    """What other right answers changed for two models."""

    several: int
    """Items with more than one right answer."""
    matched_a: int
    """Items that the first model got right by another answer than the expected one."""
    matched_b: int
    alone_a: float | None
    """What the expected calls alone would have said on the metric that decides; null where that is not known of it."""
    alone_b: float | None


class GoldComparison(TypedDict, total=False):
    """Nothing where every item has one right answer."""

    gold: GoldDifference


class Clustering(TypedDict):
    """What differences are summed over."""

    cluster: str
    """`conversation`, `record`, or `group`."""
    group_by: NotRequired[str]
    """The field whose values are the groups."""
    ungrouped: NotRequired[int]
    """Items without that field; they are grouped by conversation."""


class AmendmentNotes(TypedDict, total=False):
    """What must be said where reviews were not taken as they stand on disk."""

    amended: Sequence[str]


class Measured(Flips, GoldComparison, Clustering, AmendmentNotes):
    """Two models on one data set, before anything is concluded."""

    dataset: str
    task: str
    a: Contender
    b: Contender
    metric: str
    """The one that decides."""
    num: int
    conversations: int
    left_out: LeftOut
    right: str
    """When an item counts as right."""
    counts: FlipCounts
    metrics: list[DifferenceRow]
    tool: list[ToolDifference]
    position: list[PositionDifference]
    verdict: list[VerdictFlow]
    notes: list[SettingNote]


class PairComparison(Measured):
    """Two models on one data set."""

    p_holm: float | None
    outcome: str
    """better, worse or no_difference."""
    regression: bool


class ComparisonStatistics(TypedDict):
    """How differences were tested."""

    method: JsonObject
    level: float
    power: float
    exact_up_to: int
    draws: int
    seed: int


class AllowedRegression(TypedDict, total=False):
    """How much worse the second model may be, where that was said."""

    max_regression: float


class ComparisonDocument(AllowedRegression):
    """What `compare --json` prints."""

    comparisons: list[PairComparison]
    regression: bool
    statistics: ComparisonStatistics


class PilotNumbers(Clustering):
    """How much a pilot has."""

    dataset: str
    metric: str
    num: int
    conversations: int


class FewMark(TypedDict, total=False):
    """Says that there are too few conversations to rely on an interval."""

    too_few: bool


class Pilot(PilotNumbers, FewMark):
    """What a plan rests on."""

    models: list[str]
    detectable: float


class PlanDocument(TypedDict):
    """What `plan --json` prints."""

    metric: str
    delta: float
    power: float
    level: float
    conversations: int | None
    """None where no number is enough."""
    items: int | None
    pilot: Pilot
    correlation: float | None
