"""The pictures of one data set: which numbers of its reports go into which drawing.

Reports and tallies flow in, figures as markup flow out. A picture shows what the report documents say and computes
nothing of its own, so it can be checked against them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright.text import in_words, listed

from ..report_document import GroupNumbers, Report
from ..table import score_text
from .safe import mapping, markup, one_line
from .svg import Mark, Row, bar_rows, colour, columns, heat_map, interval_rows
from .tally import Tally
from .usage import Total, Usage, quantile
from .words import Words, page_sentence, verdict_name

_TOOLS = 40
_POSITIONS = 40
_VERDICTS = 24
_HEAT = 24
_QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}

Reports = Sequence[tuple[int, Report]]
"""The place of a model, and its report."""


def figure(title: str, body: str, note: str = "", kind: str = "") -> str:
    """A picture with its title."""
    below = f'<figcaption class="dim">{markup(note)}</figcaption>' if note else ""
    return f'<figure class="{kind}"><h3>{markup(title)}</h3>{body}{below}</figure>\n'


def legend(models: Sequence[str]) -> str:
    """Which colour is whose."""
    keys = (f'<li><span class="key {colour(at)}"></span>{markup(name)}</li>' for at, name in enumerate(models))
    return f'<ul class="legend">{"".join(keys)}</ul>\n'


def data_set_pictures(reports: Reports, tallies: Sequence[Tally], models: Sequence[str], words: Words) -> Iterator[str]:
    """All pictures of one data set; those that its data does not have are left out."""
    main = tallies[0].main if tallies else None
    if main is not None and main.kind != "count":
        yield from _by_tool(reports, main.name, len(models), words)
        yield from _by_position(reports, main.name, len(models), words)
    yield from _verdicts(reports, len(models), words)
    yield from _endings(reports, len(models), words)
    for tally in tallies:
        if tally.called:
            title = words["heat"] if len(models) == 1 else f"{models[tally.model]}{words['colon']}{words['heat']}"
            rows, heads, cells = _heat(tally.called, words)
            drawn = heat_map((rows, heads), cells, words["heat_cell"], same_is_right=True)
            yield figure(title, f'<div class="scroll">{drawn}</div>', words["heat_note"], "heat")


def _by_tool(reports: Reports, metric: str, models: int, words: Words) -> Iterator[str]:
    names, found = _breakdown(reports, "tool", metric, models)
    if not names:
        return
    rows = [Row(one_line(name), found[name]) for name in names[:_TOOLS]]
    yield figure(words["by_tool"], interval_rows(rows), _picture_note(metric, len(names) - _TOOLS, words), "by-tool")


def _by_position(reports: Reports, metric: str, models: int, words: Words) -> Iterator[str]:
    names, found = _breakdown(reports, "position", metric, models)
    shown = sorted(names)[:_POSITIONS]
    if len(shown) < 2:
        return
    series = [[found[name][model] for name in shown] for model in range(models)]
    drawn = columns([str(name) for name in shown], series)
    yield figure(words["by_position"], drawn, _picture_note(metric, len(names) - _POSITIONS, words), "by-position")


def _breakdown(reports: Reports, by: str, metric: str, models: int) -> tuple[list[Any], dict[Any, list[Mark | None]]]:
    """Names in the order of the first report that has them, and one mark per model for each."""
    found: dict[Any, list[Mark | None]] = {}
    for model, report in reports:
        for name, row in _rows_by(report, by):
            low, high = row["ci95"].get(metric) or (None, None)
            marks = found.setdefault(name, [None] * models)
            marks[model] = Mark(row["score"].get(metric), low, high, row["num"])
    return list(found), found


def _rows_by(report: Report, by: str) -> Sequence[tuple[str | int, GroupNumbers]]:
    """The rows of a breakdown, each with what it is about."""
    found = report.get("breakdown")
    if not found:
        return []
    if by == "tool":
        return [(row["tool"], row) for row in found.get("tool", ())]
    return [(row["position"], row) for row in found.get("position", ())]


def _verdicts(reports: Reports, models: int, words: Words) -> Iterator[str]:
    found: dict[str, list[Mark | None]] = {}
    shares: dict[str, list[str]] = {}
    for model, report in reports:
        for row in report.get("breakdown", {}).get("verdict", ()):
            marks = found.setdefault(row["verdict"], [None] * models)
            texts = shares.setdefault(row["verdict"], [""] * models)
            marks[model] = Mark(row["num"], num=row["num"])
            texts[model] = f"{row['num']} ({100 * row['share']:.1f}%)"
    names = list(found)[:_VERDICTS]
    if not names:
        return
    rows = [Row(verdict_name(words, one_line(name)), found[name]) for name in names]
    note = page_sentence(words, "more_rows", num=len(found) - _VERDICTS) if len(found) > _VERDICTS else ""
    yield figure(words["verdicts"], bar_rows(rows, [shares[name] for name in names]), note, "verdicts")


def _endings(reports: Reports, models: int, words: Words) -> Iterator[str]:
    """How answers ended: with a call, a stop, cut off, refused, filtered, empty; as far as the reports say it."""
    found: dict[str, list[int]] = {}
    for model, report in reports:
        for name, num in mapping(report.get("answers")).items():
            if isinstance(num, int) and num:
                found.setdefault(name, [0] * models)[model] = num
    names = sorted(found, key=lambda name: (-sum(found[name]), name))[:_VERDICTS]
    if not names:
        return
    rows = [
        Row(words["endings"].get(name, one_line(name)), [Mark(num, num=num) if num else None for num in found[name]])
        for name in names
    ]
    yield figure(words["answers_ended"], bar_rows(rows, [[f"{num}" for num in found[name]] for name in names]))


def _heat(called: Counter[tuple[str, str]], words: Words) -> tuple[list[str], list[str], list[list[int]]]:
    """The tools that are expected most, on both sides in the same order, then those called besides; others together."""
    rows, besides = _axis(called, 0, words), _axis(called, 1, words)
    heads = [name for name in dict.fromkeys([*rows, *besides]) if name != words["other"]]
    if any(actual not in heads for _, actual in called):
        heads.append(words["other"])
    cells = [[0] * len(heads) for _ in rows]
    for (expected, actual), num in called.items():
        row = rows.index(expected if expected in rows else words["other"])
        cells[row][heads.index(actual if actual in heads else words["other"])] += num
    return rows, heads, cells


def _axis(called: Counter[tuple[str, str]], side: int, words: Words) -> list[str]:
    totals: Counter[str] = Counter()
    for pair, num in called.items():
        totals[pair[side]] += num
    ordered = sorted(totals, key=lambda name: (name == words["other"], -totals[name], name))
    if len(ordered) <= _HEAT:
        return ordered
    return [*ordered[: _HEAT - 1], words["other"]]


def _picture_note(metric: str, more: int, words: Words) -> str:
    note = str(words["pictured"]).format(metric=one_line(metric))
    return _noted([note, page_sentence(words, "more_rows", num=more)] if more > 0 else [note], words)


def _noted(notes: Sequence[str], words: Words) -> str:
    return in_words(listed(notes, "semicolon"), words["lang"])


def token_picture(usages: Mapping[int, Usage], models: Sequence[str], words: Words) -> str:
    """Mean tokens per answer, and the totals in words; nothing where no server told."""
    rows, texts, notes = [], [], []
    for name in ("prompt", "completion"):
        marks = [_mean(getattr(usages[model], name)) if model in usages else None for model in range(len(models))]
        rows.append(Row(words["tokens_row"][name], marks))
        texts.append([score_text(round(mark.score, 1)) if mark and mark.score is not None else "" for mark in marks])
    if not any(mark for row in rows for mark in row.marks):
        return ""
    for model, usage in usages.items():
        if usage.prompt.num or usage.completion.num:
            totals = {name: f"{getattr(usage, name).sum:.0f}" for name in ("prompt", "completion")}
            num = max(usage.prompt.num, usage.completion.num)
            notes.append(page_sentence(words, "tokens_note", model=models[model], num=num, **totals))
    return figure(words["tokens"], bar_rows(rows, texts), _noted(notes, words), "tokens")


def latency_picture(usages: Mapping[int, Usage], models: Sequence[str], words: Words) -> str:
    """How long answers took; nothing where nobody measured."""
    ordered = {model: sorted(usage.latency) for model, usage in usages.items() if usage.latency}
    if not ordered:
        return ""
    rows, texts = [], []
    for name, share in _QUANTILES.items():
        marks = [
            Mark(round(quantile(ordered[model], share), 1)) if model in ordered else None
            for model in range(len(models))
        ]
        rows.append(Row(words["latency_row"][name], marks))
        texts.append([f"{mark.score:.0f} {words['ms']}" if mark else "" for mark in marks])
    return figure(words["latency"], bar_rows(rows, texts), kind="latency")


def _mean(numbers: Total) -> Mark | None:
    return Mark(round(numbers.sum / numbers.num, 4), num=numbers.num) if numbers.num else None
