"""The shapes of what statistics are written as: the rows of the tables, and the document of `stats --json`.

Only types live here. The numbers are made in `tables`; a share is None where there is nothing to have a share of.
"""

from __future__ import annotations

from typing import TypedDict

Described = dict[str, int | float | None]
"""The measures of the describe table (`count`, `mean`, ..., `25%`, ..., `max`) by their names."""


class DescribeRow(TypedDict):
    """One measure, of messages and of calls per conversation."""

    measure: str
    num_turns: int | float | None
    tool_calls: int | float | None


class RoleNumbers(TypedDict):
    """What one role says."""

    messages: int
    words: int
    words_per_message: float | None


class RoleRow(RoleNumbers):
    """The same as a row of a table."""

    role: str


class ToolRow(TypedDict):
    """How often one tool is called, and in how many conversations."""

    tool: str
    calls: int
    share: float | None
    conversations: int
    declared: int


TransitionRow = TypedDict("TransitionRow", {"from": str, "to": str, "count": int, "share": float | None})
"""One call after another; the share is of all that follows the first."""


class PlanRow(TypedDict):
    """One sequence of calls."""

    plan: list[str]
    conversations: int
    share: float | None


class PositionRow(TypedDict):
    """The calls at one place of the conversation."""

    position: int
    calls: int
    share: float | None
    tool: str
    tool_share: float | None


class PlansDocument(TypedDict):
    """All sequences of calls."""

    distinct: int
    effective: float | None
    most_common: list[PlanRow]


class RepeatedOpening(TypedDict):
    """A first user message that comes again."""

    text: str
    conversations: int


class OpeningsDocument(TypedDict):
    """How varied the first user messages are."""

    conversations: int
    distinct: int
    duplicates: int
    most_repeated: list[RepeatedOpening]


class ParallelDocument(TypedDict):
    """How often one message makes several calls."""

    messages: int
    calls: int
    most_in_one_message: int


class BadRowsDocument(TypedDict):
    """Rows that could not be read."""

    count: int
    first: list[str]


class FileDocument(TypedDict):
    """All numbers of one file."""

    file: str
    conversations: int
    messages: int
    calls: int
    without_calls: int
    num_turns: Described
    tool_calls: Described
    roles: dict[str, RoleNumbers]
    languages: dict[str, int]
    tools: list[ToolRow]
    never_called: list[str]
    not_declared: list[str]
    transitions: list[TransitionRow]
    plans: PlansDocument
    openings: OpeningsDocument
    first_call: dict[str, int]
    last_call: dict[str, int]
    positions: list[PositionRow]
    parallel: ParallelDocument
    bad_rows: BadRowsDocument
    left_out: dict[str, int]


class StatsDocument(TypedDict):
    """The document of `stats --json`."""

    files: list[FileDocument]
