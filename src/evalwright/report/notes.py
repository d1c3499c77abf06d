"""What must be said with a table of scores: how much it rests on, and what was left out.

Reports flow in, lines of English or Chinese flow out. A score that hides its failed requests or its four
conversations is a wrong score, so these lines belong under every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright.text import (
    Sentence,
    in_words,
    listed,
    localized,
    localized_section,
    spoken_language,
    stored_list,
    use_language,
    visible,
)

from .answer_notes import answer_lines
from .causes import unasked_in
from .confidence_intervals import FEW, THIN
from .criteria_counts import criteria_lines, graded_with_errors
from .effect_counts import effect_lines
from .gold_counts import gold_lines
from .report_document import MetricRow, Report
from .table import name_text, score_text

_NOTE_COLUMNS = 500
_Notes = Mapping[str, Any]
"""The section `notes` of the word files."""


def render_notes(reports: Sequence[Report], lang: str | None = None) -> str:
    """The lines that belong below the table of these reports."""
    lang = lang or spoken_language()
    texts = localized_section("notes", lang)
    with use_language(lang):
        return "\n".join(line for report in reports for line in _notes(report, texts, lang))


def _notes(report: Report, texts: _Notes, lang: str) -> Iterator[str]:
    name = f"{name_text(report.get('model'))} / {name_text(report.get('dataset'))}"
    facts = {"name": name, "num": report.get("num", 0), "units": report.get("conversations", 0)}
    if facts["num"]:
        yield texts[_unit(report)].format(**facts, field=name_text(report.get("statistics", {}).get("group_by")))
    elif report.get("errors"):
        yield texts["nothing"].format(name=name)
    for note in stored_list(report, "notes"):
        yield texts["note"].format(name=name, note=visible(in_words(note), _NOTE_COLUMNS))
    yield from _unscored(report, texts, name)
    if report.get("judge_errors"):
        judged = report.get("num", 0) - report.get("unjudged", 0)
        yield localized(
            "notes.unreached", lang, name=name, judged=judged, num=report.get("num", 0), n=report["judge_errors"]
        )
    yield from gold_lines(report, name, lang)
    yield from effect_lines(report, name, lang)
    yield from criteria_lines(report, name, lang)
    yield from _partial(report, lang, name)
    yield from answer_lines(report, name, lang)
    yield from _left_out(report, texts, name)
    if report.get("invalid"):
        yield texts["invalid"].format(name=name, invalid=report["invalid"])
    yield from _few(report, texts, name)
    yield from _thin(report, lang, name)


def _left_out(report: Report, texts: _Notes, name: str) -> Iterator[str]:
    """How many have no answer, and what the scores would be with them; of nothing there is nothing to say."""
    if not report.get("errors"):
        return
    unasked = unasked_in(report)
    scores = _if_wrong(report) if report.get("num") else ""
    key = ("errors" if scores else "errors_only") + ("_unasked" if unasked else "")
    yield texts[key].format(name=name, errors=report["errors"], unasked=unasked, scores=in_words(scores))


def _unit(report: Report) -> str:
    """What was drawn: conversations, records, or records that were asked repeatedly."""
    cluster = report.get("statistics", {}).get("cluster")
    if cluster != "record":
        return "group" if cluster == "group" else "conversation"
    return "record" if report.get("num") == report.get("conversations") else "repeated"


def _drawn_unit(report: Report) -> str:
    """The same without a difference between records that were asked once and several times."""
    return "record" if _unit(report) == "repeated" else _unit(report)


def _unscored(report: Report, texts: _Notes, name: str) -> Iterator[str]:
    """What has no score, or none that means anything, and why."""
    num, unjudged, pooled = report.get("num", 0), report.get("unjudged", 0), _pooled(report)
    unread = unjudged - report.get("judge_errors", 0)
    if unread:
        yield texts["judged"].format(name=name, judged=num - unjudged, num=num, unjudged=unread)
    told = bool(graded_with_errors(report))  # then a line of its own says why
    missing = [] if told else [metric for metric, row in pooled.items() if not row.get("num")]
    # Where no review was judged the line above has said why.
    if num > unjudged and not told and len(missing) == len(pooled):
        yield texts["unscored"].format(name=name)
    elif num > unjudged and missing:
        yield texts["unscored_metrics"].format(name=name, metrics=texts["comma"].join(missing))
    empty = [metric for metric, row in pooled.items() if row.get("num") and row.get("denominator") == 0]
    if empty:
        yield texts["empty"].format(name=name, metrics=texts["comma"].join(empty))


def _partial(report: Report, lang: str, name: str) -> Iterator[str]:
    """Metrics that count fewer answers than others do, since of some answers they cannot be known."""
    told = {end for row in graded_with_errors(report) for end in (row["metric"], f"{row['metric']}_passed")}
    pooled = {metric: row for metric, row in _pooled(report).items() if "_pass@" not in metric and metric not in told}
    everything = max((row.get("num") or 0 for row in pooled.values()), default=0)
    everything = max(everything, report.get("num", 0)) if told else everything
    fewer: dict[int, list[str]] = {}
    for metric, row in pooled.items():
        if 0 < (row.get("num") or 0) < everything:
            fewer.setdefault(row["num"], []).append(metric)
    for num, metrics in fewer.items():
        yield localized("notes.partial", lang, name=name, metrics=listed(metrics), num=num, all=everything)


def _pooled(report: Report) -> dict[str, MetricRow]:
    """Each metric once, by its name as shown: its pooled row, which is the last one of the metric."""
    return {name_text(row.get("metric")): row for row in report.get("metrics", ())}


def _if_wrong(report: Report) -> Sentence:
    """The rates and means: a count stays the same, and of a ratio it cannot be known."""
    return listed(
        f"{metric} {score_text(row.get('score_if_errors_wrong'))}"
        for metric, row in _pooled(report).items()
        if row.get("kind") not in ("count", "ratio", "number")
    )


def _few(report: Report, texts: _Notes, name: str) -> Iterator[str]:
    """Subsets whose intervals rest on too few, with the most that any of their metrics has."""
    subsets: dict[str, list[MetricRow]] = {}
    for row in report.get("metrics", ()):
        if row.get("ci95"):
            subsets.setdefault(name_text(row.get("subset")), []).append(row)
    unit = texts["units"][_drawn_unit(report)]
    for subset, rows in subsets.items():
        few = [row for row in rows if row.get("too_few")]
        if not few:
            continue
        metrics = texts["comma"].join(name_text(row.get("metric")) for row in few)
        units = max(row.get("conversations", 0) for row in few)
        key = "few" if len(few) == len(rows) else "few_metrics"
        yield texts[key].format(name=name, subset=subset, metrics=metrics, unit=unit, units=units, few=FEW)


def _thin(report: Report, lang: str, name: str) -> Iterator[str]:
    """Metrics of all items whose intervals rest on hardly any failure, where that is not said by `_few` already."""
    thin = [metric for metric, row in _pooled(report).items() if row.get("thin") and not row.get("too_few")]
    if thin:
        yield localized(f"notes.thin.{_drawn_unit(report)}", lang, name=name, metrics=listed(thin), thin=THIN)
