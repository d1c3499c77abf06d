"""What testing criteria say of all answers: counted over reviews for a report, said in a line where some gave no score.

Reviews flow in one by one; out flows the part `criteria` of a report, with every criterion's score and pass rate as the
metrics have them. Errors stand apart: they are neither passed nor failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.tasks import ReviewLine
from evalwright.text import listed, localized, visible

from .report_document import CriteriaPart, CriterionRow, MetricRow, Report

_NAME = 120


@dataclass(slots=True)
class _Counts:
    name: str
    type: str
    metric: str
    passed: int = 0
    failed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class CriteriaTally:
    """Reviews of one model on one data set, counted on the way."""

    _counts: dict[str, _Counts] = field(default_factory=dict)

    def add(self, review: ReviewLine) -> None:
        """Count one review, where criteria graded its answer."""
        details = review.get("details")
        graded = details.get("criteria") if isinstance(details, Mapping) else None
        for each in graded if isinstance(graded, list) else ():
            if isinstance(each, Mapping) and isinstance(each.get("id"), str):
                self._count_graded(each)

    def merge(self, later: CriteriaTally) -> None:
        """Take in the counts of the next reviews."""
        for identifier, more in later._counts.items():
            counts = self._counts.setdefault(identifier, _Counts(more.name, more.type, more.metric))
            counts.passed, counts.failed = counts.passed + more.passed, counts.failed + more.failed
            counts.kinds += more.kinds

    def _count_graded(self, graded: Mapping[str, Any]) -> None:
        name = str(graded.get("name"))
        metric = str(graded.get("metric", name.strip()))
        counts = self._counts.setdefault(graded["id"], _Counts(name, str(graded.get("type")), metric))
        error, passed = graded.get("error"), graded.get("passed")
        if isinstance(error, Mapping):
            counts.kinds[str(error.get("kind"))] += 1
        elif isinstance(passed, bool):
            counts.passed += passed
            counts.failed += not passed

    def part(self, metrics: Sequence[MetricRow]) -> CriteriaPart:
        """What the report says; nothing where there are no criteria."""
        pooled = {row["metric"]: row for row in metrics}
        rows = [_row(identifier, counts, pooled) for identifier, counts in self._counts.items()]
        return {"criteria": rows} if rows else {}


def _row(identifier: str, counts: _Counts, pooled: Mapping[str, MetricRow]) -> CriterionRow:
    score = pooled.get(counts.metric)
    passes = pooled.get(f"{counts.metric}_passed", score)
    return {
        "id": identifier,
        "name": counts.name,
        "type": counts.type,
        "metric": counts.metric,
        "num": counts.passed + counts.failed,
        "score": score["score"] if score else None,
        "ci95": score["ci95"] if score else None,
        "passed": counts.passed,
        "failed": counts.failed,
        "pass_rate": passes["score"] if passes else None,
        "pass_ci95": passes["ci95"] if passes else None,
        "errors": counts.kinds.total(),
        "error_kinds": dict(sorted(counts.kinds.items())),
    }


def graded_with_errors(report: Report) -> list[CriterionRow]:
    """The criteria of a report that gave some answers no score."""
    rows = report.get("criteria")
    found = rows if isinstance(rows, list) else []
    return [row for row in found if isinstance(row, Mapping) and isinstance(row.get("errors"), int) and row["errors"]]


def criteria_lines(report: Report, name: str, lang: str) -> Iterator[str]:
    """Which criteria gave how many answers no score, and why."""
    for row in graded_with_errors(report):
        kinds = row.get("error_kinds")
        told = [f"{visible(str(kind), _NAME)} {num}" for kind, num in kinds.items()] if isinstance(kinds, dict) else []
        values = {"criterion": visible(str(row.get("name")), _NAME), "n": row["errors"], "kinds": listed(told)}
        yield localized("notes.criterion_errors", lang, name=name, all=row["errors"] + (row.get("num") or 0), **values)
