"""Two models side by side: what was fixed, broken, wrong in both, or merely answered differently.

Two indexes of reviews flow in, pairs of rows flow out, matched by item id. Rows stay rows: reasons and answers are
read from disk for the page that is shown. Whether a difference is real is left to `report`, whose sentence is shown.
"""

from __future__ import annotations

import math
import threading
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evalwright.errors import EvalwrightError, UsageError
from evalwright.report import (
    PairComparison,
    Part,
    RightRule,
    compare_models,
    comparison_remarks,
    comparison_sentence,
    matches,
)
from evalwright.text import localized

from .http_errors import RefusedError
from .index_cache import WHOLE
from .item_answers import ComparePage, CompareSummary, PairLine, RefusedComparison
from .items_api import counted, item_line
from .line_index import LineIndex
from .params import Params
from .run_answers import SideLine
from .runs_api import part_line
from .selection import SEARCH_SECONDS, read_wish
from .shorten import cut
from .stored import RunView

KINDS = ("all", "fixed", "broken", "both_wrong", "both_right", "different")
_KEPT = 4
_OUTCOMES = ("fixed", "broken", "both_wrong", "both_right", "unscored")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One side: a part of a run."""

    view: RunView
    number: int
    part: Part

    def reviews(self) -> LineIndex:
        """Its reviews, all taken in."""
        index = self.view.reviews(self.part, seconds=WHOLE)
        if index is None:
            raise RefusedError(409, localized("viewer_errors.no_reviews"))
        return index

    def line(self) -> SideLine:
        """How it is called."""
        return {
            "run": self.view.entry.id,
            "run_name": cut(self.view.entry.name, 300),
            **part_line(self.number, self.part),
        }


@dataclass(slots=True)
class Pairs:
    """The items that both answered: their rows on either side, and what became of them."""

    rows_a: array[int] = field(default_factory=lambda: array("q"))
    rows_b: array[int] = field(default_factory=lambda: array("q"))
    outcomes: array[int] = field(default_factory=lambda: array("b"))
    different: array[int] = field(default_factory=lambda: array("b"))
    only_a: int = 0
    only_b: int = 0

    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        found = {name: self.outcomes.count(number) for number, name in enumerate(_OUTCOMES)}
        return {**found, "different": self.different.count(1), "all": len(self.rows_a)}

    def of(self, kind: str) -> Sequence[int]:
        """The pairs of one kind."""
        if kind == "all":
            return range(len(self.rows_a))
        if kind == "different":
            return [pair for pair, differs in enumerate(self.different) if differs]
        number = _OUTCOMES.index(kind)
        return [pair for pair, outcome in enumerate(self.outcomes) if outcome == number]


class Pairings:
    """The pairs of the comparisons looked at last: stepping through pages must not match everything anew."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: list[tuple[LineIndex, int, LineIndex, int, Pairs | str]] = []

    def pairs(self, a: LineIndex, b: LineIndex, rule: RightRule, problem: Callable[[], str | None]) -> Pairs | str:
        """The pairs of two indexes as they are now; a text where they cannot be compared, which says why."""
        with self._lock:
            for first, length_a, second, length_b, known in self._kept:
                if first is a and second is b and (length_a, length_b) == (len(a), len(b)):
                    return known
            made = problem() or pair_rows(a, b, rule)
            self._kept = [*self._kept[1 - _KEPT :], (a, len(a), b, len(b), made)]
            return made


def compare_page(a: Chosen, b: Chosen, params: Params, pairings: Pairings) -> ComparePage | RefusedComparison:
    """One page of pairs."""
    wish, kind = read_wish(params), params.choice("kind", KINDS, "all")
    metric = a.view.metric(a.part)
    if a.part.task != b.part.task:
        raise RefusedError(409, localized("viewer_errors.other_task"))
    if metric is None:
        raise RefusedError(409, localized("viewer_errors.no_right_metric"))
    index_a, index_b = a.reviews(), b.reviews()
    pairs = pairings.pairs(index_a, index_b, RightRule(metric), lambda: _incomparable(a, b))
    if isinstance(pairs, str):
        return {"a": a.line(), "b": b.line(), "refused": cut(pairs, 1000)}
    chosen, complete = pairs.of(kind), True
    if wish.tool:
        number = index_a.tool_names.known(wish.tool)
        chosen = [pair for pair in chosen if index_a.tools[pairs.rows_a[pair]] == number]
    if wish.text:
        found_a, found_b = (index.scan(wish.text, SEARCH_SECONDS) for index in (index_a, index_b))
        complete = found_a.searched >= len(index_a) and found_b.searched >= len(index_b)
        rows_a, rows_b = set(found_a.rows), set(found_b.rows)
        chosen = [pair for pair in chosen if pairs.rows_a[pair] in rows_a or pairs.rows_b[pair] in rows_b]
    page = chosen[wish.page * wish.size : (wish.page + 1) * wish.size]
    return {
        "a": a.line(),
        "b": b.line(),
        "metric": metric.name,
        "right": RightRule(metric).text(),
        "counts": pairs.counts(),
        "only_a": pairs.only_a,
        "only_b": pairs.only_b,
        "matching": len(chosen),
        "complete": complete,
        "page": wish.page,
        "size": wish.size,
        "tools": counted(index_a.tool_names),
        "pairs": _pair_lines(pairs, page, index_a, index_b),
    }


def pair_rows(a: LineIndex, b: LineIndex, rule: RightRule) -> Pairs:
    """Match two indexes by item; answers to the same item are averaged first."""
    means_a, means_b = _means(a), _means(b)
    pairs = Pairs(only_b=len(means_b))
    for identifier, (row, score) in means_a.items():
        other = means_b.get(identifier)
        if other is None:
            pairs.only_a += 1
            continue
        pairs.only_b -= 1
        pairs.rows_a.append(row)
        pairs.rows_b.append(other[0])
        pairs.outcomes.append(_outcome(score, other[1], rule))
        pairs.different.append(a.answers[row] != b.answers[other[0]])
    return pairs


def _means(index: LineIndex) -> dict[str, tuple[int, float]]:
    """Every item's first row and mean score."""
    found: dict[str, tuple[int, float]] = {}
    sums: dict[str, list[float]] = {}
    for row, (identifier, score) in enumerate(zip(index.ids, index.mains, strict=False)):
        if identifier in found:
            sums.setdefault(identifier, [found[identifier][1]]).append(score)
        else:
            found[identifier] = (row, score)
    for identifier, scores in sums.items():
        known = [score for score in scores if not math.isnan(score)]
        found[identifier] = (found[identifier][0], sum(known) / len(known) if known else math.nan)
    return found


def _outcome(a: float, b: float, rule: RightRule) -> int:
    if math.isnan(a) or math.isnan(b):
        return _OUTCOMES.index("unscored")
    first, second = rule.holds(a), rule.holds(b)
    if first != second:
        return _OUTCOMES.index("fixed" if second else "broken")
    return _OUTCOMES.index("both_right" if first else "both_wrong")


def _pair_lines(pairs: Pairs, page: Sequence[int], a: LineIndex, b: LineIndex) -> list[PairLine]:
    rows_a, rows_b = [pairs.rows_a[pair] for pair in page], [pairs.rows_b[pair] for pair in page]
    read_a, read_b = list(a.lines(rows_a)), list(b.lines(rows_b))
    if min(len(read_a), len(read_b)) < len(page):
        raise RefusedError(409, localized("viewer_errors.a_file_replaced"))
    return [
        {
            "id": cut(a.ids[rows_a[at]], 300),
            "outcome": _OUTCOMES[pairs.outcomes[pair]],
            "different": bool(pairs.different[pair]),
            "a": item_line(a, rows_a[at], read_a[at]),
            "b": item_line(b, rows_b[at], read_b[at]),
        }
        for at, pair in enumerate(page)
    ]


def compare_summary(a: Chosen, b: Chosen, lang: str) -> CompareSummary:
    """Whether the difference is real, in a sentence, over the whole data set that both answered."""
    a.reviews(), b.reviews()  # they lie inside the directory, which the comparison below does not ask
    try:
        comparison = _compared(a, b)
    except EvalwrightError as error:
        return {"sentence": None, "problem": str(error)}
    remarks = [str(remark) for remark in comparison_remarks(comparison, lang)]
    return {"sentence": comparison_sentence(comparison, lang), "remarks": remarks}


def _incomparable(a: Chosen, b: Chosen) -> str | None:
    """Why two sides cannot be compared; None where they can. Those of one data file need no look at every item."""
    same = [
        (each.part.dataset, each.part.sha256, str(each.part.limit), each.part.options.get("match")) for each in (a, b)
    ]
    if same[0] == same[1]:
        return None
    try:
        _compared(a, b)
    except EvalwrightError as error:
        return str(error)
    return None


def _compared(a: Chosen, b: Chosen) -> PairComparison:
    """The comparison of two sides on the data set that both answered."""
    runs = [a.view.stored] if a.view.entry.id == b.view.entry.id else [a.view.stored, b.view.stored]
    if a.part.dataset == b.part.dataset:
        for comparison in compare_models(matches(runs, [a.part.model, b.part.model]))["comparisons"]:
            if comparison["dataset"] == a.part.dataset:
                return comparison
    raise UsageError(localized("viewer_errors.no_common_data"))
