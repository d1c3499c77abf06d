"""The first look at the reviews of a run: how many went wrong in which way, and which tool was called for which.

Reviews stream by and are gone; counters stay, with a limit on how many different names they tell apart, so that
neither a long run nor a hostile one fills the memory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.scoring import Metric, is_review
from evalwright.tasks import ReviewLine

from ..pass_rule import RightRule, main_metric
from ..runs import Part, StoredRun
from .safe import listed, mapping, one_line
from .words import Words

_DISTINCT = 2000
"""Names that are told apart; those that come later are put together."""
_FIRST = 1000
_FIRST_BYTES = 5_000_000
"""Failures that are kept from the first look, and what they may take."""
_INDEX = re.compile(r"\[\d+\]")


class Group(NamedTuple):
    """Failures of one kind."""

    verdict: str
    tool: str
    cause: str


@dataclass(slots=True)
class Tally:
    """One model on one data set."""

    model: int
    dataset: str
    parts: Sequence[Part]
    main: Metric | None
    number: int = 0
    """Its place among all tallies of the run."""
    rule: RightRule = field(init=False)
    groups: Counter[Group] = field(default_factory=Counter)
    unscored: int = 0
    called: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Items by tool expected and tool called."""
    first: list[tuple[str, Group, ReviewLine]] = field(default_factory=list)
    """The first failures, with the subset and the group of each: mostly all that a page has room for."""
    _room: int = _FIRST_BYTES
    reviewed: Counter[str] = field(default_factory=Counter)
    """Reviews by subset."""

    def __post_init__(self) -> None:
        if self.main is not None:
            self.rule = RightRule(self.main)

    @property
    def wrong(self) -> int:
        """Items that are wrong by the rule of the task."""
        return self.groups.total() - self.unscored

    def right(self, review: ReviewLine) -> bool | None:
        """Whether a review's answer is right; None where it has no score."""
        if self.main is None:
            return None
        try:
            part = self.main.of(mapping(review.get("score")))
            return None if part is None or not part[1] else self.rule.holds(part[0] / part[1])
        except (TypeError, ValueError, ArithmeticError):
            return None  # a fact is no number

    def keep(self, subset: str, group: Group, review: ReviewLine) -> None:
        """Keep a failure while there is room."""
        if len(self.first) < _FIRST and self._room > 0:
            self._room -= len(dumps(review))
            self.first.append((subset, group, review))

    def group(self, review: ReviewLine, words: Words) -> Group:
        """The group of a failure that is known, or the one for all others of its verdict."""
        found = group_of(review, words)
        return found if found in self.groups else Group(found.verdict, words["other"], "")


def tally_run(run: StoredRun, words: Words) -> list[Tally]:
    """Count all reviews of a run; one tally per data set and model, in that order."""
    places = {model: place for place, model in enumerate(run.models)}
    found: list[Tally] = []
    for dataset in dict.fromkeys(part.dataset for part in run.parts):
        for model in run.models:
            parts = [part for part in run.parts_of(model).get(dataset, ()) if part.reviews.is_file()]
            if parts:
                main = main_metric(parts[0].task, run.metrics(model, dataset))
                found.append(_tally_reviews(Tally(places[model], dataset, parts, main, len(found)), words))
    return found


def group_of(review: ReviewLine, words: Words) -> Group:
    """In which way an answer is wrong: verdict, tool, and what about it, without the values of the single item."""
    details = graded_details(review)
    return Group(one_line(review.get("verdict")), one_line(review.get("tool")), _cause(review, details, words))


def graded_details(review: Mapping[str, Any]) -> JsonObject:
    """The details of a graded call; a function-call record that says which call was due has them one step down."""
    details = mapping(review.get("details"))
    for each in details.values():
        if type(each) is dict and is_review(each):
            inner = mapping(each.get("details"))
            return {**details, **inner} if inner else details
    return details


def call_names(calls: Any) -> list[str]:
    """The names in a list of calls, as they are shown."""
    return [one_line(mapping(call).get("name")) or "?" for call in listed(calls)]


def _tally_reviews(tally: Tally, words: Words) -> Tally:
    for part in tally.parts:
        for review in part.read_reviews():
            tally.reviewed[part.subset] += 1
            _count_call(tally, review, words)
            right = tally.right(review)
            if right is not True:
                tally.unscored += right is None
                found = group_of(review, words)
                known = found in tally.groups or len(tally.groups) < _DISTINCT
                group = found if known else Group(found.verdict, words["other"], "")
                tally.groups[group] += 1
                tally.keep(part.subset, group, review)
    return tally


def _count_call(tally: Tally, review: ReviewLine, words: Words) -> None:
    if not isinstance(review.get("tool"), str):
        return
    details = graded_details(review)
    if not isinstance(details.get("expected"), list):
        return
    called = " + ".join(sorted(call_names(details.get("given")))) or words["no_call"]
    due = " + ".join(sorted(call_names(details["expected"]))) or words["no_call"]
    pair = (one_line(due), one_line(called))
    known = pair in tally.called or len(tally.called) < _DISTINCT
    tally.called[pair if known else (words["other"], words["other"])] += 1


def _cause(review: ReviewLine, details: Mapping[str, Any], words: Words) -> str:
    differences: Iterable[Any] = listed(details.get("arguments"))
    for difference in differences:
        path = _INDEX.sub("[]", one_line(mapping(difference).get("path"))) or "$"
        kind = one_line(mapping(difference).get("kind"))
        return f"{path}{words['colon']}{words['kinds'].get(kind, kind)}"
    if review.get("verdict") == "no_choice":
        return one_line(details.get("how"))
    if review.get("tool") is not None and (names := call_names(details.get("given"))):
        return one_line(str(words["called"]).format(names=" + ".join(names)))
    return ""
