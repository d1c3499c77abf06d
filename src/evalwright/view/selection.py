"""Which rows of an index a list shows: filtered, sorted, one page of them.

A `Wish` (what the client asked for) and an index flow in, a `Selection` flows out. Where the index or the search is
not through yet, the selection says so and holds what is known so far.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .line_index import LineIndex
from .params import Params

SORTS = ("order", "score", "-score", "verdict", "tool", "id")
PAGE = 50
MOST_ROWS = 200
_MOST_PAGES = 10**9
SEARCH_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Wish:
    """What a list should show."""

    verdict: str = ""
    """One verdict; or `!` and a verdict, for all others."""
    tool: str = ""
    effect: str = ""
    low: float | None = None
    high: float | None = None
    text: str = ""
    sort: str = "order"
    page: int = 0
    size: int = PAGE


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows that were wished for."""

    rows: Sequence[int]
    complete: bool

    def page(self, wish: Wish) -> Sequence[int]:
        """The rows of one page."""
        return self.rows[wish.page * wish.size : (wish.page + 1) * wish.size]


def read_wish(params: Params) -> Wish:
    """The wish of a query string."""
    return Wish(
        verdict=params.text("verdict"),
        tool=params.text("tool"),
        effect=params.text("effect"),
        low=params.score("min"),
        high=params.score("max"),
        text=params.text("q"),
        sort=params.choice("sort", SORTS, "order"),
        page=params.number("page", 0, _MOST_PAGES),
        size=max(1, params.number("size", PAGE, MOST_ROWS)),
    )


def select(index: LineIndex, wish: Wish) -> Selection:
    """The rows of an index that a wish is about."""
    complete = index.complete
    rows: Sequence[int] = range(len(index))
    if wish.text:
        scan = index.scan(wish.text, SEARCH_SECONDS)
        complete = complete and scan.searched >= len(rows)
        rows = scan.rows[:]
    rows = _by_verdict(index, wish.verdict, rows)
    if wish.tool:
        number = index.tool_names.known(wish.tool)
        rows = [row for row in rows if index.tools[row] == number]
    if wish.effect:
        number = index.effect_names.known(wish.effect)
        rows = [row for row in rows if index.effects[row] == number]
    if wish.low is not None or wish.high is not None:
        low, high = _bound(wish.low, -math.inf), _bound(wish.high, math.inf)
        rows = [row for row in rows if low <= index.scores[row] <= high]
    return Selection(_sorted(index, rows, wish.sort), complete)


def _bound(given: float | None, otherwise: float) -> float:
    return otherwise if given is None else given


def _by_verdict(index: LineIndex, verdict: str, rows: Sequence[int]) -> Sequence[int]:
    if not verdict:
        return rows
    number = index.verdict_names.known(verdict.removeprefix("!"))
    if verdict.startswith("!") and index.verdict_names.known(verdict) is None:
        return [row for row in rows if index.verdicts[row] != number]
    number = index.verdict_names.known(verdict)
    return [row for row in rows if index.verdicts[row] == number]


def _sorted(index: LineIndex, rows: Sequence[int], sort: str) -> Sequence[int]:
    """In the order wished for; equal ones, and those without a score at the end, in the order of the file."""
    if sort == "order":
        return rows
    if sort in ("score", "-score"):
        sign = -1 if sort == "-score" else 1
        keys = [math.inf if math.isnan(score) else sign * score for score in index.scores]
        return sorted(rows, key=keys.__getitem__)
    if sort == "id":
        return sorted(rows, key=index.ids.__getitem__)
    names, column = (index.verdict_names, index.verdicts) if sort == "verdict" else (index.tool_names, index.tools)
    order = {number: place for place, number in enumerate(sorted(range(len(names.words)), key=names.words.__getitem__))}
    return sorted(rows, key=lambda row: order[column[row]])
