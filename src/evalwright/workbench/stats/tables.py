"""The numbers of one file as tables and as one JSON document: the same rows for the terminal, pandas and `--json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .documents import (
    DescribeRow,
    FileDocument,
    OpeningsDocument,
    ParallelDocument,
    PlanRow,
    PositionRow,
    RoleNumbers,
    RoleRow,
    ToolRow,
    TransitionRow,
)
from .tally import Tally
from .words import LANGUAGES

if TYPE_CHECKING:
    from .file_stats import FileStats

_ROLES = ("system", "user", "assistant", "tool")
_MAX_LISTED = 1_000
"""Rows of one table in the document; the numbers over all of them stand beside it."""


def describe_rows(stats: FileStats) -> list[DescribeRow]:
    """The describe table: one row a measure."""
    turns, calls = stats.num_turns.to_dict(), stats.tool_calls.to_dict()
    return [{"measure": name, "num_turns": turns[name], "tool_calls": calls[name]} for name in turns]


def role_rows(stats: FileStats) -> list[RoleRow]:
    """Messages and words by role."""
    return [{"role": role, **_role_numbers(stats, role)} for role in _ROLES]


def _role_numbers(stats: FileStats, role: str) -> RoleNumbers:
    return {
        "messages": stats.roles[role],
        "words": stats.words[role],
        "words_per_message": share(stats.words[role], stats.roles[role]),
    }


def tool_rows(stats: FileStats) -> list[ToolRow]:
    """Every tool that is declared or called, the most frequent first."""
    uncalled = [(name, 0) for name in stats.never_called]
    return [
        {
            "tool": name,
            "calls": count,
            "share": share(count, stats.calls),
            "conversations": stats.users.counts[name],
            "declared": stats.declared.counts[name],
        }
        for name, count in [*stats.tools.common(), *uncalled]
    ]


def transition_rows(stats: FileStats) -> list[TransitionRow]:
    """Which call follows which; `share` is of all that follows the first."""
    leaving: Tally[str] = Tally()
    for (source, _), count in stats.transitions.counts.items():
        leaving.add(source, count)
    return [
        {"from": source, "to": target, "count": count, "share": share(count, leaving.counts[source])}
        for (source, target), count in stats.transitions.common()
    ]


def plan_rows(stats: FileStats) -> list[PlanRow]:
    """The sequences of calls, the most frequent first."""
    total = stats.plans.total
    return [
        {"plan": list(plan), "conversations": count, "share": share(count, total)}
        for plan, count in stats.plans.common()
    ]


def position_rows(stats: FileStats) -> list[PositionRow]:
    """Calls by their place in the conversation, and the tool that is most often called there."""
    rows: list[PositionRow] = []
    likely: dict[int, tuple[str, int]] = {}
    for (place, name), count in stats.at_position.common():
        likely.setdefault(place, (name, count))
    for place, count in sorted(stats.positions.items()):
        tool, times = likely.get(place, ("", 0))
        rows.append(
            {
                "position": place,
                "calls": count,
                "share": share(count, stats.calls),
                "tool": tool,
                "tool_share": share(times, count),
            }
        )
    return rows


TABLES: dict[str, Callable[[FileStats], Sequence[Mapping[str, Any]]]] = {
    "describe": describe_rows,
    "roles": role_rows,
    "tools": tool_rows,
    "transitions": transition_rows,
    "plans": plan_rows,
    "positions": position_rows,
}


def share(part: int, whole: int) -> float | None:
    """A part of a whole; None where there is no whole."""
    return part / whole if whole else None


def file_document(stats: FileStats) -> FileDocument:
    """All numbers of a file as JSON data."""
    return {
        "file": stats.file,
        "conversations": stats.conversations,
        "messages": stats.messages,
        "calls": stats.calls,
        "without_calls": stats.calls_each[0],
        "num_turns": stats.num_turns.to_dict(),
        "tool_calls": stats.tool_calls.to_dict(),
        "roles": {role: _role_numbers(stats, role) for role in _ROLES},
        "languages": {name: stats.languages[name] for name in LANGUAGES if stats.languages[name]},
        "tools": tool_rows(stats)[:_MAX_LISTED],
        "never_called": stats.never_called[:_MAX_LISTED],
        "not_declared": stats.not_declared[:_MAX_LISTED],
        "transitions": transition_rows(stats)[:_MAX_LISTED],
        "plans": {
            "distinct": len(stats.plans.counts),
            "effective": stats.plans.effective(),
            "most_common": plan_rows(stats)[:_MAX_LISTED],
        },
        "openings": opening_document(stats),
        "first_call": dict(stats.first.common(_MAX_LISTED)),
        "last_call": dict(stats.last.common(_MAX_LISTED)),
        "positions": position_rows(stats),
        "parallel": parallel_document(stats),
        "bad_rows": {"count": stats.bad_row_count, "first": [str(row) for row in stats.bad_rows]},
        "left_out": left_out(stats),
    }


def opening_document(stats: FileStats) -> OpeningsDocument:
    """How varied the first user messages are."""
    met = stats.openings
    again = sorted(stats.repeated_openings.items(), key=lambda entry: (-met.of(entry[0]), entry[1]))
    return {
        "conversations": met.total,
        "distinct": met.distinct,
        "duplicates": met.total - met.distinct,
        "most_repeated": [{"text": text, "conversations": met.of(mark)} for mark, text in again[:10]],
    }


def parallel_document(stats: FileStats) -> ParallelDocument:
    """How often one message makes several calls."""
    return {
        "messages": stats.parallel.total(),
        "calls": sum(size * times for size, times in stats.parallel.items()),
        "most_in_one_message": max(stats.parallel, default=0),
    }


def left_out(stats: FileStats) -> dict[str, int]:
    """What came when a tally was full, by tally; empty for all but hostile or enormous data."""
    tallies: dict[str, Tally[Any]] = {
        "sizes": stats.sizes,
        "tools": stats.tools,
        "declared": stats.declared,
        "transitions": stats.transitions,
        "plans": stats.plans,
    }
    return {name: tally.left_out for name, tally in tallies.items() if tally.left_out}
