"""What other right answers changed: counted over reviews for a report, said in lines for people.

An item may have more than one right answer (`acceptable`, `argument_rules`), and a review keeps what the expected calls
alone would have said where that differs. Reviews flow in one by one; out flows the part `gold` of a report, which is
there only where it says something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalwright.tasks import ReviewLine
from evalwright.text import listed, localized

from .report_document import GoldCounts, GoldPart, Report
from .table import score_text

ALONE_METRICS = ("next_call_score", "next_call_exact")
"""The metrics of which a review tells what the expected calls alone would have given."""
_PLACES = 6
_BILLION = 10**9


def is_several(review: ReviewLine) -> bool:
    """Whether the item of a review has more than one right answer."""
    return review.get("several_right") is True


def matched_other(review: ReviewLine) -> bool:
    """Whether an answer is right by another one than the expected."""
    found = _review_details(review).get("matched")
    return found is not None and isinstance(found, Mapping)


def value_alone(review: ReviewLine, metric: str) -> float | None:
    """The value of a metric that the expected calls alone would have given; None where it has none."""
    facts = review.get("score")
    value = facts.get(metric) if isinstance(facts, dict | Mapping) else None
    if value is None:
        return None
    alone = _review_details(review).get("gold_alone")
    if alone is not None and isinstance(alone, Mapping) and isinstance(alone.get("score"), int | float):
        return float(alone["score"]) if metric == "next_call_score" else float(alone["score"] == 1.0)
    return float(value) if isinstance(value, int | float) else None


def _review_details(review: ReviewLine) -> Mapping[str, Any]:
    details = review.get("details")
    return details if isinstance(details, dict | Mapping) else {}


@dataclass(slots=True)
class GoldTally:
    """Reviews of one model on one data set, counted on the way. The answers to one item lie one after the other."""

    several: int = 0
    unfair: int = 0
    matched: int = 0
    in_words: int = 0
    by_rules: int = 0
    _first: tuple[object, object] | None = None
    _first_counts: tuple[bool, bool] = False, False
    """Whether the first item has several right answers, and whether it is unfair."""
    _last: tuple[object, object] | None = None
    _sums: dict[str, int] = field(default_factory=dict)
    """In billionths, so that they are the same in any order."""
    _counts: dict[str, int] = field(default_factory=dict)

    def add(self, review: ReviewLine) -> None:
        """Count one review."""
        item = review.get("subset"), review.get("id")
        if item != self._last:
            found = is_several(review), "unfair" in review
            if self._last is None:
                self._first, self._first_counts = item, found
            self._last = item
            self.several += found[0]
            self.unfair += found[1]
        details = _review_details(review)
        other = matched_other(review)
        self.matched += other
        self.in_words += other and not details.get("given")
        alone = details.get("gold_alone")
        self.by_rules += not other and alone is not None and isinstance(alone, Mapping)
        for metric in ALONE_METRICS:
            value = value_alone(review, metric)
            if value is not None:
                self._sums[metric] = self._sums.get(metric, 0) + round(value * _BILLION)
                self._counts[metric] = self._counts.get(metric, 0) + 1

    def merge(self, later: GoldTally) -> None:
        """Take in the counts of the next reviews."""
        is_same = later._first is not None and later._first == self._last
        self.several += later.several - (is_same and later._first_counts[0])
        self.unfair += later.unfair - (is_same and later._first_counts[1])
        if self._last is None:
            self._first, self._first_counts = later._first, later._first_counts
        self._last = later._last or self._last
        self.matched, self.in_words = self.matched + later.matched, self.in_words + later.in_words
        self.by_rules += later.by_rules
        for metric, total in later._sums.items():
            self._sums[metric] = self._sums.get(metric, 0) + total
            self._counts[metric] = self._counts.get(metric, 0) + later._counts[metric]

    def part(self) -> GoldPart:
        """What the report says; nothing where every item has one right answer that nobody doubts."""
        if not self.several and not self.unfair:
            return {}
        made: GoldCounts = {
            "several": self.several,
            "matched": self.matched,
            "in_words": self.in_words,
            "by_rules": self.by_rules,
            "unfair": self.unfair,
            "gold_alone": {name: self._mean_alone(name) for name in self._sums},
        }
        return {"gold": made}

    def _mean_alone(self, metric: str) -> float:
        return round(self._sums[metric] / (self._counts[metric] * _BILLION), _PLACES) + 0.0


def gold_lines(report: Report, name: str, lang: str) -> Iterator[str]:
    """What a reader must know of the items that have several right answers, and of those whose gold is wrong."""
    counts = report.get("gold")
    if not isinstance(counts, Mapping):
        return
    if counts.get("several"):
        told = {key: counts.get(key, 0) for key in ("several", "matched", "in_words", "by_rules")}
        yield localized("notes.several_right", lang, name=name, **told)
        now = {row.get("metric"): score_text(row.get("score")) for row in report.get("metrics", ())}
        stated = counts.get("gold_alone")
        alone = {metric: score_text(value) for metric, value in stated.items()} if isinstance(stated, Mapping) else {}
        both = [(metric, value, now[metric]) for metric, value in alone.items() if metric in now]
        if both and all(value == other for _, value, other in both):
            yield localized("notes.gold_alone_same", lang, name=name)
        elif both:
            parts = [localized("notes.one_alone", lang, metric=each, alone=one, now=other) for each, one, other in both]
            yield localized("notes.gold_alone", lang, name=name, scores=listed(parts))
    if counts.get("unfair"):
        yield localized("notes.unfair", lang, name=name, num=counts["unfair"])
