"""Reports as a grid for the terminal.

Reports flow in as dictionaries (fresh or read from disk), text flows out. The first seven columns are those
that users of EvalScope know and that their scripts may cut apart; what is added stands to the right of
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evalwright.report.display import pad, visible, width
from evalwright.text import localized_section, spoken_language

_NAME_COLUMNS = 80
_NONE = "-"
_HEADERS = ("Model", "Dataset", "Metric", "Subset", "Num", "Score", "Cat.0")
_SCORE = _HEADERS.index("Score")


def render_grid(headers: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """A grid with a line under every row; `align` has an `l` or `r` per column, left where it is short."""
    shown = [[visible(cell) for cell in row] for row in rows]
    titles = [visible(header) for header in headers]
    widths = [max(width(title) + 2, *(width(row[at]) for row in shown), 0) for at, title in enumerate(titles)]
    right = [align[at : at + 1] == "r" for at in range(len(titles))]
    lines = [_rule(widths, "-"), _line(titles, widths, right), _rule(widths, "=")]
    for row in shown:
        lines += [_line(row, widths, right), _rule(widths, "-")]
    return "\n".join(lines)


def render_table(reports: Sequence[Mapping[str, Any]], lang: str | None = None) -> str:
    """All scores of all reports, one line each; `lang` (en, zh) is the language of the added columns."""
    lang = lang or spoken_language()
    words = localized_section("table", lang)
    with_errors = any(report.get("errors") for report in reports)
    rows = [row if with_errors else row[:-1] for report in reports for row in _rows(report)]
    for row, score in zip(rows, _by_point([row[_SCORE] for row in rows]), strict=True):
        row[_SCORE] = score
    headers = [*_HEADERS, words["interval"], *([words["errors"]] if with_errors else [])]
    return render_grid(headers, rows, "llllrrllr")


def score_text(score: Any) -> str:
    """A score as tables and notes show it: at most four places, none of them an idle zero; a count is whole."""
    if not isinstance(score, (int, float)):
        return _NONE
    return str(score) if isinstance(score, int) else f"{score:.4f}".rstrip("0").rstrip(".")


def name_text(name: Any) -> str:
    """A name as tables and notes show it."""
    return visible(str(name), _NAME_COLUMNS)


def _rows(report: Mapping[str, Any]) -> list[list[str]]:
    metrics = report.get("metrics") or [
        {"metric": _NONE, "subset": _NONE, "num": report.get("num", 0), "errors": report.get("errors", 0)}
    ]
    return [_row(report, metric) for metric in metrics]


def _row(report: Mapping[str, Any], metric: Mapping[str, Any]) -> list[str]:
    names = (report.get("model"), report.get("dataset"), metric.get("metric"), metric.get("subset"))
    ci95 = metric.get("ci95")
    return [
        *(name_text(name) for name in names),
        str(metric.get("num", 0)),
        score_text(metric.get("score")),
        "default",
        f"[{_fixed(ci95[0])}, {_fixed(ci95[1])}]" if ci95 else _NONE,
        str(metric.get("errors", report.get("errors", 0))),
    ]


def _fixed(bound: Any) -> str:
    return f"{bound:.4f}" if isinstance(bound, (int, float)) else _NONE


def _by_point(cells: Sequence[str]) -> list[str]:
    """The numbers with spaces after them, so that in a column set to the right their points stand in one line."""
    tails = [len(cell) - cell.find(".") if "." in cell else 0 for cell in cells]
    return [cell + " " * (max(tails) - tail) for cell, tail in zip(cells, tails, strict=True)]


def _rule(widths: Sequence[int], character: str) -> str:
    return "+" + "+".join(character * (columns + 2) for columns in widths) + "+"


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = [pad(cell, columns, right=to) for cell, columns, to in zip(cells, widths, right, strict=True)]
    return "| " + " | ".join(padded) + " |"
