"""What the viewer answers about runs: the list of all there is, the page of one, and the lines that stand in them.

The pages of the browser read these documents, so that a key that is renamed here is renamed in `static/` too. Values
that come from files were looked at, and long texts cut, before they got here.
"""

from __future__ import annotations

from typing import Any, TypedDict

from evalwright.chat import JsonObject


class PartLine(TypedDict):
    """How a part of a run is called: one model on one subset."""

    part: int
    model: str
    dataset: str
    subset: str
    task: str


class SideLine(PartLine):
    """The same with its run."""

    run: str
    run_name: str


class ShownMetric(TypedDict):
    """A row of a report, as it stands in the file."""

    metric: Any
    kind: Any
    num: Any
    score: Any
    ci95: Any
    conversations: Any
    errors: Any


class LiveScore(TypedDict):
    """A score over what is answered so far."""

    metric: str
    score: float
    num: int


class StateFacts(TypedDict):
    """How a run stands."""

    state: str
    missing: int
    due: int


class EntryLine(TypedDict):
    """What can be opened."""

    id: str
    name: str
    changed: float


class FileLine(EntryLine):
    """A data file."""

    size: int


class UnderWay(TypedDict, total=False):
    """What is said of a part whose run goes on."""

    live: LiveScore | None
    due: int | None


class RunLinePart(PartLine, UnderWay):
    """A part in the list of runs."""

    metrics: list[ShownMetric]


class Unread(TypedDict, total=False):
    """Why a run cannot be shown."""

    problem: str


class RunLine(EntryLine, StateFacts, Unread):
    """A run in the list."""

    parts: list[RunLinePart]


class Everything(TypedDict):
    """The list of what there is."""

    title: str
    runs: list[RunLine]
    all_runs: int
    files: list[FileLine]
    left_out: int


class ItemName(TypedDict):
    """An item, and how it is named in addresses."""

    id: str
    key: str


class ShownCause(TypedDict):
    """Why requests have no answer."""

    kind: str
    message: str
    count: int
    who: str
    cure: str
    items: list[ItemName]


class CountedName(TypedDict):
    """A word, and how often it stands."""

    name: str
    num: int


class PartFailures(TypedDict):
    """What a part's report says besides its scores."""

    errors: int
    graded: int
    unjudged: int
    causes: list[ShownCause]
    notes: list[str]
    answers: list[CountedName]


class Progress(TypedDict):
    """How far a part is."""

    answered: int
    failed: int


class Damage(TypedDict):
    """Where a file of a run was damaged."""

    file: str
    line: int
    count: int


class PartFacts(PartLine, Progress):
    """A part of the run that is shown."""

    due: int | None
    damaged: Damage | None
    reviewed: bool
    metrics: list[ShownMetric]


class PartDocument(PartFacts, PartFailures):
    """The same with what its report says."""

    live: LiveScore | None


class RunPage(EntryLine, StateFacts):
    """One run."""

    created: str | None
    parts: list[PartDocument]
    config: JsonObject
