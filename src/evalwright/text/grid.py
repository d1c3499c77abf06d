"""A table as a grid of text that fits the terminal.

Headers and cells flow in, text flows out, in the first form that is narrow enough: the grid, with long texts cut; the
same without its lines; the first cell on a line of its own with the others below it; a line for every cell. Without a
width it is the grid as it is, for files and pipes have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .terminal import cut
from .visible_text import pad, visible, width
from .wrapping import wrap

_CUT_AT_LEAST = 16
"""A text is not cut shorter than this to keep the grid."""
_WORD = 14
"""A header's word that is longer is broken where columns are few."""
_INDENT = "  "
_GAP = "  "

Rows = Sequence[Sequence[str]]


def render_grid(
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    align: str = "",
    *,
    columns: int | None = None,
    ruled: bool = True,
) -> str:
    """The table in at most so many columns; `align` has an `l` or `r` per column, left where it is short.

    `ruled` draws a line under every row of the grid, not only under the last.
    """
    titles, cells = [visible(header) for header in headers], [[visible(cell) for cell in row] for row in rows]
    right = [align[at : at + 1] == "r" for at in range(len(titles))]
    widths = [max(width(title) + 2, *(width(row[at]) for row in cells), 0) for at, title in enumerate(titles)]
    if columns is None or _framed(widths) <= columns:
        return _grid([titles], cells, widths, right, ruled=ruled)
    narrower = _narrower(titles, cells, right, columns)
    if narrower is not None:
        return _grid(_stacked_headers(titles, narrower), cells, narrower, right, ruled=ruled)
    room = (titles, cells, right, columns)
    return _frameless(*room) or _led(*room) or _stack_cells(titles, cells, columns)


def _framed(widths: Sequence[int]) -> int:
    """The columns of a grid whose cells are so wide."""
    return sum(widths) + 3 * len(widths) + 1


def _narrower(titles: Sequence[str], cells: Rows, right: Sequence[bool], columns: int) -> list[int] | None:
    """Widths at which the grid fits: headers broken, then the widest texts cut; None where that is not enough."""
    natural = _needed(titles, cells)
    least = [
        each if number or not at else max(_least(title), min(each, _CUT_AT_LEAST))
        for at, (title, each, number) in enumerate(zip(titles, natural, right, strict=True))
    ]
    if _framed(least) > columns:
        return None
    while _framed(natural) > columns:
        widest = max((at for at in range(len(natural)) if natural[at] > least[at]), key=lambda at: natural[at])
        natural[widest] -= 1
    return natural


def _needed(titles: Sequence[str], cells: Rows) -> list[int]:
    """The columns of each column whose header may be broken and whose cells may not."""
    return [max(_least(title), *(width(row[at]) for row in cells), 0) for at, title in enumerate(titles)]


def _least(title: str) -> int:
    """The columns that a header needs when it is broken into lines."""
    return max((min(width(word), _WORD) for word in title.split()), default=1)


def _stacked_headers(titles: Sequence[str], widths: Sequence[int]) -> list[list[str]]:
    """The header in as many lines as it takes, the last line being full."""
    broken = [wrap(title, columns).lines for title, columns in zip(titles, widths, strict=True)]
    height = max(map(len, broken))
    return [[([""] * (height - len(lines)) + lines)[row] for lines in broken] for row in range(height)]


def _grid(
    titles: Sequence[Sequence[str]], cells: Rows, widths: Sequence[int], right: Sequence[bool], *, ruled: bool
) -> str:
    lines = [_rule(widths, "-"), *(_grid_line(row, widths, right) for row in titles), _rule(widths, "=")]
    for at, row in enumerate(cells):
        lines.append(_grid_line(row, widths, right))
        if ruled or at == len(cells) - 1:
            lines.append(_rule(widths, "-"))
    return "\n".join(lines)


def _rule(widths: Sequence[int], character: str) -> str:
    return "+" + "+".join(character * (columns + 2) for columns in widths) + "+"


def _grid_line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    return "| " + " | ".join(_padded(cells, widths, right)) + " |"


def _padded(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    return [pad(cut(cell, columns), columns, right=to) for cell, columns, to in zip(cells, widths, right, strict=True)]


def _frameless(titles: Sequence[str], cells: Rows, right: Sequence[bool], columns: int) -> str | None:
    """Columns side by side without lines between them; None where they do not fit."""
    widths = _needed(titles, cells)
    if sum(widths) + len(_GAP) * (len(widths) - 1) > columns:
        return None
    heads = [*_stacked_headers(titles, widths), ["-" * columns for columns in widths]]
    return "\n".join(_GAP.join(_padded(row, widths, right)).rstrip() for row in [*heads, *cells])


def _led(titles: Sequence[str], cells: Rows, right: Sequence[bool], columns: int) -> str | None:
    """The first cell of a row on its own line, the others side by side below it; None where they do not fit."""
    below = (
        _frameless(titles[1:], [row[1:] for row in cells], right[1:], columns - len(_INDENT)) if titles[1:] else None
    )
    if below is None:
        return None
    lines = [f"{_INDENT}{line}" for line in below.split("\n")]
    heads = len(lines) - len(cells)
    for row, line in zip(cells, lines[heads:], strict=True):
        lines += [cut(row[0], columns), line]
    return "\n".join([cut(titles[0], columns), *lines[:heads], *lines[heads + len(cells) :]])


def _stack_cells(titles: Sequence[str], cells: Rows, columns: int) -> str:
    """A line for every cell, named by its header."""
    lines: list[str] = []
    for row in cells:
        lines.append(cut(row[0], columns))
        for title, cell in zip(titles[1:], row[1:], strict=True):
            lines += [cut(f"{_INDENT}{line}", columns) for line in wrap(f"{title}: {cell}", columns - 2).lines]
    return "\n".join(lines) if lines else "\n".join(cut(title, columns) for title in titles)
