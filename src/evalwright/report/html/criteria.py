"""The table of testing criteria of one data set: score and pass rate with their intervals, errors apart from failures.

Reports flow in, one table as markup flows out, or nothing where no criteria were given. A report of an older version,
or one that somebody changed, may lack any number: what is not there is a dash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..table import score_text
from .pictures import Reports
from .safe import breakable, listed, mapping, markup, one_line
from .svg import colour
from .words import Words

_COLUMNS = ("criterion", "type", "score", "pass_rate", "passed", "failed", "errors")


def criteria_table(reports: Reports, models: Sequence[str], words: Words) -> str:
    """Every criterion of every model."""
    rows = "".join(_criterion_rows(reports, models, words))
    if not rows:
        return ""
    names = mapping(words["criteria"])
    heads = [markup(names[key]) for key in _COLUMNS]
    if len(reports) > 1:
        heads.insert(1, markup(words["model"]))
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return (
        f'<section class="criteria"><h3>{markup(names["title"])}</h3>\n<p class="dim">{markup(names["note"])}</p>\n'
        f'<div class="scroll"><table class="grid"><thead><tr>{top}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>\n"
    )


def _criterion_rows(reports: Reports, models: Sequence[str], words: Words) -> Iterator[str]:
    """One criterion after the other, the models below each other."""
    of_criterion: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for model, report in reports:
        for row in map(mapping, listed(report.get("criteria"))):
            of_criterion.setdefault(str(row.get("id")), []).append((model, row))
    for found in of_criterion.values():
        for model, row in found:
            key = f'<span class="key {colour(model)}"></span>'
            who = f'<td data-head="{markup(words["model"])}">{key}{breakable(models[model])}</td>'
            yield f"<tr>{_criterion_name(row)}{who if len(reports) > 1 else ''}{_criterion_cells(row, words)}</tr>\n"


def _criterion_name(row: dict[str, Any]) -> str:
    return f"<td>{breakable(one_line(row.get('name')))}</td>"


def _criterion_cells(row: dict[str, Any], words: Words) -> str:
    names = mapping(words["criteria"])
    made = [
        ("type", markup(one_line(row.get("type")))),
        ("score", f"{_estimate(row, 'score', 'ci95')} {_graded_answers(row, words)}"),
        ("pass_rate", _estimate(row, "pass_rate", "pass_ci95")),
        ("passed", _number_of(row.get("passed"))),
        ("failed", _number_of(row.get("failed"))),
        ("errors", f"{_number_of(row.get('errors'))} {_error_kinds(row)}".rstrip()),
    ]
    return "".join(f'<td data-head="{markup(names[key])}">{text}</td>' for key, text in made)


def _estimate(row: dict[str, Any], value: str, interval: str) -> str:
    """A number with its interval; a sum or a criterion that graded nothing has none."""
    score, ends = row.get(value), listed(row.get(interval))
    if not isinstance(score, int | float):
        return "-"
    told = f"<b>{score_text(score)}</b>"
    if len(ends) == len(("low", "high")) and all(isinstance(end, int | float) for end in ends):
        told += f' <span class="interval">[{ends[0]:.4f}, {ends[1]:.4f}]</span>'
    return told


def _graded_answers(row: dict[str, Any], words: Words) -> str:
    return f'<span class="dim">{markup(words["num"])}={_number_of(row.get("num"))}</span>'


def _number_of(value: Any) -> str:
    return str(value) if isinstance(value, int) else "-"


def _error_kinds(row: dict[str, Any]) -> str:
    """Why some answers have no score."""
    kinds = mapping(row.get("error_kinds")).items()
    told = ", ".join(f"{one_line(str(kind))} {_number_of(num)}" for kind, num in kinds)
    return f'<span class="dim">{markup(told)}</span>' if told else ""
