"""Reports as a grid for the terminal.

Reports flow in as dictionaries (fresh or read from disk), text flows out. The first seven columns are those
that users of EvalScope know and that their scripts may cut apart (in English they have the same names); what is
added stands to the right of them. A narrow terminal gets a small table for each model and data set instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from evalwright.text import localized_section, render_grid, spoken_language, visible, width

from .report_document import MetricRow, Report

_NAME_COLUMNS = 80
_NONE = "-"
_SUBSET, _SCORE, _CATEGORY = 3, 5, 6
"""Where these stand in a row."""
_ALIGN = "llllrrllrr"


def render_table(reports: Sequence[Report], lang: str | None = None, columns: int | None = None) -> str:
    """All scores of all reports, one line each; `lang` (en, zh) is the language of its headers.

    Where so many columns cannot hold it, each model on each data set has a small table of its own.
    """
    lang = lang or spoken_language()
    words = localized_section("table", lang)
    with_errors, apart = any(report.get("errors") for report in reports), has_unasked(reports)
    rows = [row if with_errors else row[:-1] for report in reports for row in _report_rows(report, apart)]
    for row, score in zip(rows, _by_point([row[_SCORE] for row in rows]), strict=True):
        row[_SCORE] = score
    headers = [*words["headers"], words["interval"], *([words["errors"]] if with_errors else [])]
    headers += [words["not_asked"]] if apart else []
    wide = render_grid(headers, rows, _ALIGN)
    if columns is None or width(wide.split("\n", 1)[0]) <= columns:
        return wide
    return "\n".join(
        _block(names, list(group), headers, columns) for names, group in groupby(rows, key=_model_and_dataset)
    )


def _model_and_dataset(row: Sequence[str]) -> tuple[str, str]:
    """Model and data set."""
    return row[0], row[1]


def _block(names: tuple[str, str], rows: list[list[str]], headers: list[str], columns: int) -> str:
    """One model on one data set: metric, number, score and interval; its subset in the title where there is one."""
    subsets = {row[_SUBSET] for row in rows}
    title = " / ".join([*names, *(subsets if len(subsets) == 1 else ())])
    left_out = {0, 1, _CATEGORY, *([_SUBSET] if len(subsets) == 1 else [])}
    kept = [at for at in range(len(headers)) if at not in left_out]
    table = render_grid(
        [headers[at] for at in kept],
        [[row[at] for at in kept] for row in rows],
        "".join(_ALIGN[at] for at in kept),
        columns=columns,
        ruled=False,
    )
    return f"{visible(title, columns)}\n{table}"


def score_text(score: Any) -> str:
    """A score as tables and notes show it: at most four places, none of them an idle zero; a count is whole."""
    if not isinstance(score, (int, float)):
        return _NONE
    return str(score) if isinstance(score, int) else f"{score:.4f}".rstrip("0").rstrip(".")


def name_text(name: Any) -> str:
    """A name as tables and notes show it."""
    return visible(str(name), _NAME_COLUMNS)


def has_unasked(reports: Sequence[Report]) -> bool:
    """Whether some items have no answer because they were never asked."""
    return any(row.get("not_asked") for report in reports for row in report.get("metrics") or ())


def failed_cells(row: MetricRow, report: Report, apart: bool) -> list[str]:
    """How many requests failed; `apart`: and how many were not asked, in a cell of its own."""
    errors, unasked = row.get("errors", report.get("errors", 0)), row.get("not_asked", 0)
    return [str(errors - unasked), str(unasked)] if apart else [str(errors)]


def _report_rows(report: Report, apart: bool) -> list[list[str]]:
    metrics = report.get("metrics") or [_nothing_scored(report)]
    return [_report_row(report, metric, apart) for metric in metrics]


def _nothing_scored(report: Report) -> MetricRow:
    """The row of a report without metrics."""
    return {
        "metric": _NONE,
        "subset": _NONE,
        "num": report.get("num", 0),
        "errors": report.get("errors", 0),
        "score": None,
        "ci95": None,
        "conversations": report.get("conversations", 0),
        "kind": "",
        "design_effect": None,
        "icc": None,
        "n_eff": None,
        "score_if_errors_wrong": None,
    }


def _report_row(report: Report, metric: MetricRow, apart: bool) -> list[str]:
    names = (report.get("model"), report.get("dataset"), metric.get("metric"), metric.get("subset"))
    ci95 = metric.get("ci95")
    return [
        *(name_text(name) for name in names),
        str(metric.get("num", 0)),
        score_text(metric.get("score")),
        "default",
        f"[{_fixed(ci95[0])}, {_fixed(ci95[1])}]" if ci95 else _NONE,
        *failed_cells(metric, report, apart),
    ]


def _fixed(bound: Any) -> str:
    return f"{bound:.4f}" if isinstance(bound, (int, float)) else _NONE


def _by_point(cells: Sequence[str]) -> list[str]:
    """The numbers with spaces after them, so that in a column set to the right their points stand in one line."""
    tails = [len(cell) - cell.find(".") if "." in cell else 0 for cell in cells]
    return [cell + " " * (max(tails) - tail) for cell, tail in zip(cells, tails, strict=True)]
