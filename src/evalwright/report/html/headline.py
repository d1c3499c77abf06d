"""The table of scores of one data set: a column per model, or a row per model where there are many.

Reports flow in, one table as markup flows out. Every cell carries its numbers as data attributes, so that the table
can be read back and checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..report_document import MetricRow
from ..table import score_text
from .pictures import Reports
from .safe import breakable, markup, one_line
from .svg import Mark, colour, mini_interval
from .words import Words, page_sentence

_SIDE_BY_SIDE = 3
"""Models that stand as columns; more are rows, for there are fewer metrics than that."""
_HALF_A_PAGE = 2
"""Columns of scores that stand in half of a usual window."""

LONG_TABLE = 6
"""Rows beyond which a table is long: its rows are made lower, and pictures have room beside it."""

_Name = tuple[str, str]
"""Metric and subset."""
_Cells = Mapping[_Name, Mapping[int, MetricRow]]


def headline(reports: Reports, models: Sequence[str], words: Words) -> str:
    """The scores of one data set."""
    found: dict[_Name, dict[int, MetricRow]] = {}
    for model, report in reports:
        for row in report.get("metrics", ()):
            found.setdefault((str(row["metric"]), str(row["subset"])), {})[model] = row
    shown = [model for model, _ in reports]
    if has_many(shown):
        return _row_per_model(found, shown, models, words)
    return _column_per_model(found, shown, models, words)


def has_many(shown: Sequence[int]) -> bool:
    """Whether these models are too many to stand side by side."""
    return len(shown) > _SIDE_BY_SIDE


def lead_class(reports: Reports) -> str:
    """How much room the scores take beside what went wrong: a table that is cut off tells less than one below."""
    shown = [model for model, _ in reports]
    subsets = {row.get("subset") for _, report in reports for row in report.get("metrics", ())}
    columns = len(shown) + (len(subsets) > 1)
    if has_many(shown):
        return "lead many"
    return "lead single" if len(shown) == 1 else "lead wide" if columns > _HALF_A_PAGE else "lead"


def _column_per_model(found: _Cells, shown: Sequence[int], models: Sequence[str], words: Words) -> str:
    several = _has_subsets(found)
    heads = "".join(f'<th scope="col">{_model_heading(at, models)}</th>' for at in shown)
    subset_head = f'<th scope="col">{markup(words["subset"])}</th>' if several else ""
    top = f'<th scope="col">{markup(words["metric"])}</th>{subset_head}{heads}'
    rows = []
    for (metric, subset), cells in found.items():
        head = f'<th scope="row">{breakable(one_line(metric))}</th>'
        head += f"<td>{markup(one_line(subset))}</td>" if several else ""
        made = "".join(_score_cell(at, _model_heading(at, models), cells.get(at), words) for at in shown)
        rows.append(f"<tr>{head}{made}</tr>")
    return _scores_table(top, rows, "dense" if len(rows) > LONG_TABLE else "")


def _row_per_model(found: _Cells, shown: Sequence[int], models: Sequence[str], words: Words) -> str:
    several = _has_subsets(found)
    names = {name: one_line(name[0]) + (f" · {one_line(name[1])}" if several else "") for name in found}
    heads = "".join(f'<th scope="col">{breakable(text)}</th>' for text in names.values())
    top = f'<th scope="col">{markup(words["model"])}</th>{heads}'
    rows = []
    for at in shown:
        made = "".join(_score_cell(at, markup(names[name]), cells.get(at), words) for name, cells in found.items())
        rows.append(f'<tr><th scope="row">{_model_heading(at, models)}</th>{made}</tr>')
    return _scores_table(top, rows)


def _scores_table(top: str, rows: Sequence[str], kind: str = "") -> str:
    body = "".join(rows)
    return (
        f'<div class="scroll"><table class="numbers scores {kind}"><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>\n"
    )


def _has_subsets(found: _Cells) -> bool:
    return len({subset for _, subset in found}) > 1


def _model_heading(place: int, models: Sequence[str]) -> str:
    return f'<span class="key {colour(place)}"></span>{breakable(models[place])}'


def _score_cell(model: int, who: str, row: MetricRow | None, words: Words) -> str:
    """A score; `who` is what the column says, for screens on which there are no columns."""
    if row is None:
        return "<td>-</td>"
    low, high = row.get("ci95") or (None, None)
    mark = Mark(row.get("score"), low, high, row.get("num"))
    interval = "" if low is None or high is None else f'<span class="interval">[{low:.4f}, {high:.4f}]</span>'
    small = [f"{words['num']}={row.get('num')}"]
    unasked = row.get("not_asked", 0)
    if failed := (row.get("errors") or 0) - unasked:
        small.append(page_sentence(words, "errors_short", errors=failed))
    if unasked:
        small.append(page_sentence(words, "unasked_short", unasked=unasked))
    if row.get("too_few"):
        small.append(words["few"])
    elif row.get("thin"):
        small.append(words["thin"])
    return (
        f'<td class="score"{mark.attributes()} data-model="{model}"><span class="who">{who}</span>'
        f"<b>{score_text(row.get('score'))}</b> {interval}"
        f'{mini_interval(model, mark)}<span class="dim">{markup(" · ".join(small))}</span></td>'
    )
