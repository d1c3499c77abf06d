"""From reviews to the report document of one model on one data set.

Reviews stream in; out comes a plain dictionary with every score, its interval and what was left out, ready
to be written as JSON. It holds no time, no path and no machine, so that equal runs give equal bytes. Scores
of several subsets are pooled over their items (sums are summed): a mean of means would let a subset of ten weigh as
much as one of a thousand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from evalwright.scoring import Metric
from evalwright.text import Sentence, localized_section

from .answer_notes import answer_counts, answer_warnings
from .causes import NOT_ASKED, cause_rows
from .review_table import Columns, Values, split
from .scores import Score, score
from .statistics import LEVEL, Interval

OVERALL = "OVERALL"
UNJUDGED = "unjudged"
"""The verdict of a review whose judge gave none; it carries no score."""

_LISTED = 100
_MESSAGE_LENGTH = 500


def summarise(
    reviews: Iterable[Mapping[str, Any]],
    *,
    model: str,
    dataset: str,
    metrics: Sequence[Metric],
    failures: Sequence[Mapping[str, Any]] = (),
    invalid: Sequence[Mapping[str, Any]] = (),
    subsets: Sequence[str] = (),
    notes: Sequence[str] = (),
    judge_failures: Sequence[Mapping[str, Any]] = (),
    answered_by: str | None = None,
) -> dict[str, Any]:
    """The report of one model on one data set.

    `failures` are the requests that failed for good (`id`, `kind`, `message`, and `subset` where there are
    several), `invalid` the records that could not be asked, both in the order of the data set. `subsets`
    names the subsets in order, also those of which nothing could be graded; a review that names none
    belongs to the only one, or to "default". `notes` are sentences to be shown with the scores. `judge_failures` are
    the answers that a judge was to see and did not. `answered_by` is the kind of model, as its identity says it.
    """
    columns = Columns(metrics, subsets)
    kinds: Counter[str] = Counter()
    for review in reviews:
        columns.append(review)
        kinds[str(review.get("answer"))] += 1
    missing = _missing_by_subset(columns, failures)
    rows = columns.rows()
    unjudged = columns.verdicts.count(UNJUDGED)
    return {
        "model": _writable_text(model),
        "dataset": _writable_text(dataset),
        "num": len(columns),
        "errors": len(failures),
        "invalid": len(invalid),
        **({"unjudged": unjudged} if unjudged else {}),
        **({"judge_errors": len(judge_failures)} if judge_failures else {}),
        **_answers(kinds, answered_by),
        "conversations": columns.conversations(rows),
        "metrics": _metric_rows(columns, rows, missing),
        "breakdown": {
            "tool": _by_tool(columns, rows),
            "verdict": _by_verdict(columns),
            "position": _by_position(columns, rows),
        },
        "error_kinds": _kinds(failures),
        "causes": [*cause_rows(failures), *cause_rows(judge_failures, "judge")],
        "failed": [_failure_entry(failure) for failure in islice(failures, _LISTED)],
        "invalid_items": [_shortened(item) for item in islice(invalid, _LISTED)],
        **_notes(notes),
        "statistics": {
            "method": dict(localized_section("report.method", "en")),
            "level": LEVEL,
            "cluster": "conversation" if columns.in_conversations else "record",
        },
    }


def _answers(kinds: Counter[str], answered_by: str | None) -> dict[str, Any]:
    """The answers by kind, and what must be said loudly of them; nothing for reviews that do not tell."""
    counts = answer_counts(kinds)
    warnings = answer_warnings(counts, answered_by)
    return {**({"answers": counts} if counts else {}), **({"warnings": warnings} if warnings else {})}


@dataclass(slots=True)
class _Missing:
    """Items without an answer, and how many of them were never asked."""

    errors: int = 0
    unasked: int = 0

    def add(self, failure: Mapping[str, Any]) -> None:
        self.errors += 1
        self.unasked += failure.get("kind") == NOT_ASKED


def _missing_by_subset(columns: Columns, failures: Sequence[Mapping[str, Any]]) -> defaultdict[int | None, _Missing]:
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


def _metric_rows(
    columns: Columns, rows: Sequence[int], missing: defaultdict[int | None, _Missing]
) -> list[dict[str, Any]]:
    names = columns.subsets.names
    places = split(rows, columns.subsets.column) if len(names) > 1 else {0: rows}
    made = []
    for values in columns.values:
        for number, name in enumerate(names):
            made.append(_metric_row(columns, values, name, places.get(number, ()), missing[number]))
        if len(names) > 1:
            made.append(_metric_row(columns, values, OVERALL, rows, missing[None]))
    return made


def _metric_row(
    columns: Columns, values: Values, subset: str, rows: Sequence[int], missing: _Missing
) -> dict[str, Any]:
    kind, found = values.metric.kind, score(columns, values, rows)
    row: dict[str, Any] = {
        "metric": values.metric.name,
        "subset": subset,
        "num": found.num,
        "errors": missing.errors,
        **({"not_asked": missing.unasked} if missing.unasked else {}),
        "score": _stored_number(found.value, kind),
        "ci95": _bounds(found),
        "conversations": found.conversations,
        "kind": kind,
    }
    if found.denominator is not None:
        row["denominator"] = _stored_number(found.denominator, "count" if found.denominator % 1 == 0 else kind)
    row |= _reliability(found.interval)
    row["score_if_errors_wrong"] = _stored_number(found.if_wrong(kind, missing.errors), kind)
    return row


def _reliability(found: Interval | None) -> dict[str, Any]:
    return {
        "design_effect": rounded(found.design_effect) if found else None,
        "icc": rounded(found.icc) if found else None,
        "n_eff": rounded(found.n_eff) if found else None,
        **({"too_few": True} if found and found.too_few else {}),
    }


def _stored_number(value: float | None, kind: str) -> float | None:
    """A value as stored: a count is whole."""
    return int(value) if value is not None and kind == "count" else rounded(value)


def _bounds(found: Score) -> list[float | None] | None:
    return [rounded(found.interval.low), rounded(found.interval.high)] if found.interval else None


def _by_tool(columns: Columns, rows: Sequence[int]) -> list[dict[str, Any]]:
    groups = split(rows, columns.tools.column)
    made = [_group_row(columns, "tool", columns.tools.names[n], group) for n, group in groups.items()]
    return sorted(made, key=lambda row: (-row["num"], row["tool"]))


def _by_position(columns: Columns, rows: Sequence[int]) -> list[dict[str, Any]]:
    groups = split(rows, columns.positions)
    return [_group_row(columns, "position", position, groups[position]) for position in sorted(groups)]


def _group_row(columns: Columns, by: str, name: str | int, rows: Sequence[int]) -> dict[str, Any]:
    found = [(values.metric, score(columns, values, rows)) for values in columns.values]
    return {
        by: name,
        "num": len(rows),
        "conversations": columns.conversations(rows),
        "score": {metric.name: _stored_number(one.value, metric.kind) for metric, one in found},
        "ci95": {metric.name: _bounds(one) for metric, one in found},
    }


def _by_verdict(columns: Columns) -> list[dict[str, Any]]:
    counts = Counter(number for number in columns.verdicts.column if number >= 0)
    made = [
        {"verdict": columns.verdicts.names[number], "num": num, "share": rounded(num / len(columns))}
        for number, num in counts.items()
    ]
    return sorted(made, key=lambda row: (-row["num"], row["verdict"]))


def _kinds(failures: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    counts = Counter(_writable_text(str(failure.get("kind"))) for failure in failures)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _failure_entry(failure: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("id", "subset", "kind", "message") if "subset" in failure else ("id", "kind", "message")
    return _shortened({key: failure.get(key) for key in kept})


def _shortened(item: Mapping[str, Any]) -> dict[str, Any]:
    """The item with long texts cut: an error message can hold a whole reply."""
    return {
        key: _writable_text(value[:_MESSAGE_LENGTH]) if isinstance(value, str) else value for key, value in item.items()
    }


def _notes(notes: Sequence[str]) -> dict[str, Any]:
    """The notes as text, and as what is needed to say them in other languages."""
    texts = [_writable_text(note[:_MESSAGE_LENGTH]) for note in notes]
    pairs = zip(notes, texts, strict=True)
    said = [note.told() if isinstance(note, Sentence) and note == text else None for note, text in pairs]
    return ({"notes": texts} if texts else {}) | ({"said": {"notes": said}} if any(said) else {})


def _writable_text(text: str) -> str:
    """Text that can be written: what no strict reader has seen may hold half a surrogate pair."""
    return text.encode(errors="replace").decode()


def rounded(value: float | None) -> float | None:
    """As stored: six places, more than any interval needs and few enough to be the same on every machine."""
    return None if value is None else round(value, 6) + 0.0
