"""What the viewer answers about items and conversations: pages of them, one with all that is known, and pairs.

The pages of the browser read these documents, so that a key that is renamed here is renamed in `static/` too. Values
that come from files were looked at, and long texts cut, before they got here.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from evalwright.chat import JsonObject

from .run_answers import CountedName, Damage, SideLine


class ItemLine(TypedDict):
    """One row of a list of items."""

    id: str
    key: str
    copy: int
    verdict: str
    tool: str
    effect: str
    score: float | None
    reason: str


class Page(TypedDict):
    """Which part of a list this is."""

    matching: int
    complete: bool
    page: int
    size: int


class ItemsFacts(SideLine):
    """Whose items are listed."""

    of: str
    due: int | None
    metric: str | None


class ItemList(Page):
    """Some of the items of a part."""

    total: int
    unreadable: int
    verdicts: list[CountedName]
    tools: list[CountedName]
    effects: list[CountedName]
    items: list[ItemLine]


class ItemsPage(ItemsFacts, ItemList):
    """One page of the items of a part."""

    damaged: Damage | None


class NoItemList(TypedDict):
    """Nothing of any kind."""

    items: list[ItemLine]
    verdicts: list[CountedName]
    tools: list[CountedName]
    effects: list[CountedName]


class NoItemsPage(ItemsFacts, NoItemList):
    """The same where there is no file yet."""

    total: int
    matching: int
    complete: bool


class ItemAddress(TypedDict):
    """How an answer is named in addresses."""

    key: str
    copy: int


class Beside(TypedDict):
    """The items before and after one."""

    previous: ItemAddress | None
    next: ItemAddress | None


class RecordDocument(TypedDict):
    """The record that an item was asked from, as a conversation where it is one."""

    state: str
    raw: Any
    trace: Any
    expected: Any


class MarkLine(TypedDict):
    """What somebody said of an item."""

    name: str
    """What it is called when it is taken back."""
    mark: str
    why: str
    answer: str
    """Of an answer that is right too: its calls; empty where it is in words."""


class MarksOfItem(TypedDict):
    """The marks of an item, and what a page needs to set one."""

    can: bool
    """Whether marks can be set: the item expects calls, and its data is there as it was asked."""
    file: str | None
    token: str | None
    own: list[MarkLine]
    outdated: int
    """Marks of the same id that were set when the item was another one."""
    problem: str | None


class ItemPage(SideLine):
    """One item with all that is known of it."""

    id: str
    key: str
    copy: int
    beside: Beside
    review: JsonObject | None
    prediction: JsonObject | None
    record: RecordDocument
    curl: str | None
    marks: MarksOfItem


class PairLine(TypedDict):
    """An item that both answered."""

    id: str
    outcome: str
    different: bool
    a: ItemLine
    b: ItemLine


class ComparePage(Page):
    """One page of pairs."""

    a: SideLine
    b: SideLine
    metric: str
    right: str
    counts: dict[str, int]
    only_a: int
    only_b: int
    tools: list[CountedName]
    pairs: list[PairLine]


class RefusedComparison(TypedDict):
    """Two sides that cannot be compared, and why."""

    a: SideLine
    b: SideLine
    refused: str


class CompareSummary(TypedDict):
    """Whether the difference is real, in a sentence; or why that cannot be said."""

    sentence: str | None
    remarks: NotRequired[list[str]]
    problem: NotRequired[str]


class ConversationLine(TypedDict):
    """One row of a list of conversations."""

    row: int
    id: str
    messages: int
    calls: int
    tools: list[str]
    errors: int
    warnings: int
    first: str


class BadLine(TypedDict):
    """A line that is no conversation."""

    row: int
    id: str
    problem: str
    first: str


class FilePage(Page):
    """One page of the conversations of a file."""

    id: str
    name: str
    total: int
    rows: list[ConversationLine | BadLine]


class ShownFinding(TypedDict):
    """What the audit says about a conversation."""

    rule: str
    severity: str
    message: int | None
    path: str | None
    text: str


class ConversationPage(TypedDict):
    """One conversation of a file."""

    file: str
    name: str
    row: int
    total: int
    id: str
    trace: JsonObject | None
    expected: Any
    findings: list[ShownFinding]
    tools: list[str]
    raw: JsonObject


class Refusal(TypedDict):
    """Why there is no answer."""

    error: str
