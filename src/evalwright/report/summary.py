"""From reviews to the report document of one model on one data set.

Reviews stream in; out comes a plain dictionary with every score, its interval and what was left out, ready
to be written as JSON. It holds no time, no path and no machine, so that equal runs give equal bytes. Scores
of several subsets are pooled over their items (sums are summed): a mean of means would let a subset of ten weigh as
much as one of a thousand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, overload

from evalwright.scoring import Metric
from evalwright.tasks import FailedItem, InvalidItem, ReviewLine
from evalwright.text import Sentence, localized_section

from .answer_notes import answer_counts, answer_warnings
from .causes import NOT_ASKED, cause_rows
from .confidence_intervals import LEVEL, Interval
from .report_document import (
    AnswerFacts,
    Breakdown,
    Denominator,
    GroupNumbers,
    JudgeFacts,
    MetricRow,
    PositionRow,
    Reliability,
    Report,
    ReportNotes,
    ReportStatistics,
    ToolRow,
    Unasked,
    VerdictRow,
)
from .review_table import Columns, Values, split
from .review_tally import ReviewTally
from .scores import Score, score

OVERALL = "OVERALL"
UNJUDGED = "unjudged"
"""The verdict of a review whose judge gave none; it carries no score."""

_USUAL = ("rate", "mean", "ratio", "count")
"""Kinds of metrics whose method every report names."""
_LISTED = 100
_MESSAGE_LENGTH = 500


def summarise(
    reviews: Iterable[ReviewLine] | ReviewTally,
    *,
    model: str,
    dataset: str,
    metrics: Sequence[Metric],
    failures: Sequence[FailedItem] = (),
    invalid: Sequence[InvalidItem] = (),
    subsets: Sequence[str] = (),
    notes: Sequence[str] = (),
    judge_failures: Sequence[FailedItem] = (),
    criteria_failures: Sequence[FailedItem] = (),
    answered_by: str | None = None,
) -> Report:
    """The report of one model on one data set, from its reviews or from a tally of them.

    `failures` are the requests that failed for good (`id`, `kind`, `message`, and `subset` where there are
    several), `invalid` the records that could not be asked, both in the order of the data set. `subsets`
    names the subsets in order, also those of which nothing could be graded; a review that names none
    belongs to the only one, or to "default". `notes` are sentences to be shown with the scores. `judge_failures` are
    the answers that a judge was to see and did not, `criteria_failures` those of judges of criteria. `answered_by` is
    the kind of model, as its identity says it.
    """
    tally = reviews if isinstance(reviews, ReviewTally) else _tallied(reviews, metrics, subsets)
    columns = tally.columns
    missing = _missing_by_subset(columns, failures)
    rows = columns.rows()
    scores = _metric_rows(columns, rows, missing)
    return {
        "model": _writable_text(model),
        "dataset": _writable_text(dataset),
        "num": len(columns),
        "errors": len(failures),
        "invalid": len(invalid),
        **_judge_facts(columns.verdicts.count(UNJUDGED), len(judge_failures)),
        **_answers(tally.kinds, answered_by),
        **tally.gold.part(),
        **tally.effects.part(),
        **tally.criteria.part(scores),
        "conversations": columns.conversations(rows),
        "metrics": scores,
        "breakdown": _breakdown(columns, rows),
        "error_kinds": _kinds(failures),
        "causes": [*cause_rows(failures), *cause_rows([*judge_failures, *criteria_failures], "judge")],
        "failed": [_failure_entry(failure) for failure in islice(failures, _LISTED)],
        "invalid_items": [_invalid_entry(item) for item in islice(invalid, _LISTED)],
        **_notes(notes),
        "statistics": _report_statistics(columns),
    }


def _tallied(reviews: Iterable[ReviewLine], metrics: Sequence[Metric], subsets: Sequence[str]) -> ReviewTally:
    tally = ReviewTally(metrics, subsets)
    for review in reviews:
        tally.add(review)
    return tally


def _breakdown(columns: Columns, rows: Sequence[int]) -> Breakdown:
    by_tool, by_position = _by_tool(columns, rows), _by_position(columns, rows)
    return {"tool": by_tool, "verdict": _by_verdict(columns), "position": by_position}


def _report_statistics(columns: Columns) -> ReportStatistics:
    """How intervals were made, and what was drawn."""
    used = {values.metric.kind for values in columns.values}
    method = {kind: how for kind, how in localized_section("report.method", "en").items() if kind in (*_USUAL, *used)}
    if columns.group_by is not None:
        return {"method": method, "level": LEVEL, "cluster": "group", "group_by": _writable_text(columns.group_by)}
    return {"method": method, "level": LEVEL, "cluster": "conversation" if columns.in_conversations else "record"}


def _judge_facts(unjudged: int, errors: int) -> JudgeFacts:
    """What a judge left open, where it did."""
    made: JudgeFacts = {}
    if unjudged:
        made["unjudged"] = unjudged
    if errors:
        made["judge_errors"] = errors
    return made


def _answers(kinds: Counter[str], answered_by: str | None) -> AnswerFacts:
    """The answers by kind, and what must be said loudly of them; nothing for reviews that do not tell."""
    made: AnswerFacts = {}
    if counts := answer_counts(kinds):
        made["answers"] = counts
    if warnings := answer_warnings(counts, answered_by):
        made["warnings"] = warnings
    return made


@dataclass(slots=True)
class _Missing:
    """Items without an answer, and how many of them were never asked."""

    errors: int = 0
    unasked: int = 0

    def add(self, failure: FailedItem) -> None:
        self.errors += 1
        self.unasked += failure.get("kind") == NOT_ASKED


def _missing_by_subset(columns: Columns, failures: Sequence[FailedItem]) -> defaultdict[int | None, _Missing]:
    """Failures per subset, all under None; those that name none belong to the only subset, or to no one's."""
    counts: defaultdict[int | None, _Missing] = defaultdict(_Missing)
    unnamed = []
    for failure in failures:
        counts[None].add(failure)
        name = failure.get("subset")
        if isinstance(name, str):
            counts[columns.subsets.number(name)].add(failure)
        else:
            unnamed.append(failure)
    if not columns.subsets.names:
        columns.subsets.number("default")
    if len(columns.subsets.names) == 1:
        for failure in unnamed:
            counts[0].add(failure)
    return counts


def _metric_rows(columns: Columns, rows: Sequence[int], missing: defaultdict[int | None, _Missing]) -> list[MetricRow]:
    names = columns.subsets.names
    places = split(rows, columns.subsets.column) if len(names) > 1 else {0: rows}
    made = []
    for values in columns.values:
        for number, name in enumerate(names):
            made.append(_metric_row(columns, values, name, places.get(number, ()), missing[number]))
        if len(names) > 1:
            made.append(_metric_row(columns, values, OVERALL, rows, missing[None]))
    return made


def _metric_row(columns: Columns, values: Values, subset: str, rows: Sequence[int], missing: _Missing) -> MetricRow:
    kind, found = values.metric.kind, score(columns, values, rows)
    return {
        "metric": values.metric.name,
        "subset": subset,
        "num": found.num,
        "errors": missing.errors,
        **_unasked(missing),
        "score": _stored_number(found.value, kind),
        "ci95": _bounds(found),
        "conversations": found.conversations,
        "kind": kind,
        **_denominator(found, kind),
        **_reliability(found.interval),
        "score_if_errors_wrong": _stored_number(found.if_wrong(kind, missing.errors), kind),
    }


def _unasked(missing: _Missing) -> Unasked:
    return {"not_asked": missing.unasked} if missing.unasked else {}


def _denominator(found: Score, kind: str) -> Denominator:
    if found.denominator is None:
        return {}
    return {"denominator": _stored_number(found.denominator, "count" if found.denominator % 1 == 0 else kind)}


def _reliability(found: Interval | None) -> Reliability:
    made: Reliability = {
        "design_effect": rounded(found.design_effect) if found else None,
        "icc": rounded(found.icc) if found else None,
        "n_eff": rounded(found.n_eff) if found else None,
    }
    if found and found.too_few:
        made["too_few"] = True
    if found and found.thin:
        made["thin"] = True
    return made


def _stored_number(value: float | None, kind: str) -> float | None:
    """A value as stored: a count is whole."""
    return int(value) if value is not None and kind == "count" else rounded(value)


def _bounds(found: Score) -> list[float] | None:
    return [rounded(found.interval.low), rounded(found.interval.high)] if found.interval else None


def _by_tool(columns: Columns, rows: Sequence[int]) -> list[ToolRow]:
    groups = split(rows, columns.tools.column)
    made: list[ToolRow] = [
        {"tool": columns.tools.names[number], **_group_numbers(columns, group)} for number, group in groups.items()
    ]
    return sorted(made, key=lambda row: (-row["num"], row["tool"]))


def _by_position(columns: Columns, rows: Sequence[int]) -> list[PositionRow]:
    groups = split(rows, columns.positions)
    return [{"position": place, **_group_numbers(columns, groups[place])} for place in sorted(groups)]


def _group_numbers(columns: Columns, rows: Sequence[int]) -> GroupNumbers:
    found = [(values.metric, score(columns, values, rows)) for values in columns.values]
    return {
        "num": len(rows),
        "conversations": columns.conversations(rows),
        "score": {metric.name: _stored_number(one.value, metric.kind) for metric, one in found},
        "ci95": {metric.name: _bounds(one) for metric, one in found},
    }


def _by_verdict(columns: Columns) -> list[VerdictRow]:
    counts = Counter(number for number in columns.verdicts.column if number >= 0)
    made: list[VerdictRow] = [
        {"verdict": columns.verdicts.names[number], "num": num, "share": rounded(num / len(columns))}
        for number, num in counts.items()
    ]
    return sorted(made, key=lambda row: (-row["num"], row["verdict"]))


def _kinds(failures: Sequence[FailedItem]) -> dict[str, int]:
    counts = Counter(_writable_text(str(failure.get("kind"))) for failure in failures)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _failure_entry(failure: FailedItem) -> FailedItem:
    identifier, kind, message = (_shortened(failure.get(key)) for key in ("id", "kind", "message"))
    if "subset" not in failure:
        return {"id": identifier, "kind": kind, "message": message}
    return {"id": identifier, "subset": _shortened(failure["subset"]), "kind": kind, "message": message}


def _invalid_entry(item: InvalidItem) -> InvalidItem:
    made: Any = {key: _shortened(value) for key, value in item.items()}
    entry: InvalidItem = made
    return entry


def _shortened(value: Any) -> Any:
    """Text that is cut where it is long: an error message can hold a whole reply."""
    return _writable_text(value[:_MESSAGE_LENGTH]) if isinstance(value, str) else value


def _notes(notes: Sequence[str]) -> ReportNotes:
    """The notes as text, and as what is needed to say them in other languages."""
    texts = [_writable_text(note[:_MESSAGE_LENGTH]) for note in notes]
    pairs = zip(notes, texts, strict=True)
    said = [note.told() if isinstance(note, Sentence) and note == text else None for note, text in pairs]
    made: ReportNotes = {}
    if texts:
        made["notes"] = texts
    if any(said):
        made["said"] = {"notes": said}
    return made


def _writable_text(text: str) -> str:
    """Text that can be written: what no strict reader has seen may hold half a surrogate pair."""
    return text.encode(errors="replace").decode()


@overload
def rounded(value: float) -> float: ...


@overload
def rounded(value: float | None) -> float | None: ...


def rounded(value: float | None) -> float | None:
    """As stored: six places, more than any interval needs and few enough to be the same on every machine."""
    return None if value is None else round(value, 6) + 0.0
