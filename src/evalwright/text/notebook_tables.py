"""Results as a notebook shows them: a small table with a title, and remarks below it.

Texts flow in, from data as often as not; markup flows out in which every one of them is escaped. There is no script, no
style sheet and no address in it, so that it is the same in every notebook and on the page a notebook is exported to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .terminal import cut, escaped

_CELL = 200
_NUMBER = ' style="text-align:right"'
_TEXT = ' style="text-align:left"'


def notebook_table(
    title: str, headers: Sequence[str], rows: Iterable[Sequence[object]], align: str = "", remarks: Iterable[str] = ()
) -> str:
    """A title, a table and remarks as markup; `align` has an `l` or `r` per column."""
    styles = [_NUMBER if align[at : at + 1] == "r" else _TEXT for at in range(len(headers))]
    head = "".join(f"<th{style}>{markup(header)}</th>" for header, style in zip(headers, styles, strict=True))
    body = "".join(f"<tr>{_cells(row, styles)}</tr>" for row in rows)
    below = "".join(f"<p>{markup(remark, 1000)}</p>" for remark in remarks)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if headers else ""
    return f"<div><p><b>{markup(title, 1000)}</b></p>{table}{below}</div>"


def markup(value: object, columns: int = _CELL) -> str:
    """A value as harmless text inside markup."""
    return escape(cut(escaped(str(value)), columns))


def _cells(row: Sequence[object], styles: Sequence[str]) -> str:
    return "".join(f"<td{style}>{markup(cell)}</td>" for cell, style in zip(row, styles, strict=True))
