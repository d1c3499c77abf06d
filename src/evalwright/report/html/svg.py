"""Drawing: small functions from numbers to inline SVG.

Every mark carries its numbers as data attributes, so that a test, or anyone, can read a picture back. Horizontal
places are percentages, which lets a picture be as wide as its place on a phone or on paper without its text shrinking.
Colours come from classes: the page's policy allows no style attribute, and dark and light need different ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..table import score_text
from .safe import breakable, markup

COLOURS = 8
_ROW = 18
_HEIGHT, _TOP, _FOOT = 190, 8, 20
_CELL, _LABEL, _LETTER = 28, 9, 6.4
_SHADES = 8
_TICKS = (0, 0.25, 0.5, 0.75, 1)
_X_LABELS = 12


@dataclass(frozen=True, slots=True)
class Mark:
    """One number of a picture."""

    score: float | None
    low: float | None = None
    high: float | None = None
    num: int | None = None

    def attributes(self) -> str:
        """The numbers as they are stored, to be read back."""
        pairs = (("score", self.score), ("low", self.low), ("high", self.high), ("num", self.num))
        return "".join(f' data-{name}="{value}"' for name, value in pairs if value is not None)

    def text(self) -> str:
        """The number as people read it."""
        if self.score is None or self.low is None or self.high is None:
            return score_text(self.score)
        return f"{self.score:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Row:
    """A label and one number per model; None where a model has none."""

    label: str
    marks: Sequence[Mark | None]


def interval_rows(rows: Sequence[Row]) -> str:
    """Points with their intervals on a scale from 0 to 1, a line per model under each label."""
    drawn = "".join(_chart_row(row, [_interval(at, mark) for at, mark in enumerate(row.marks)]) for row in rows)
    ticks = "".join(
        f'<text x="{percent(tick)}" y="12" text-anchor="{_anchor(tick)}">{tick:g}</text>' for tick in _TICKS
    )
    return f'<div class="chart">{drawn}<div class="row"><svg class="axis" height="16">{ticks}</svg></div></div>'


def bar_rows(rows: Sequence[Row], texts: Sequence[Sequence[str]]) -> str:
    """Bars from 0 to the largest number, with these texts beside them."""
    largest = max((mark.score or 0 for row in rows for mark in row.marks if mark), default=0) or 1
    drawn = []
    for row, said in zip(rows, texts, strict=True):
        pairs = enumerate(zip(row.marks, said, strict=True))
        drawn.append(_chart_row(row, [_bar(at, mark, text, largest) for at, (mark, text) in pairs]))
    return f'<div class="chart">{"".join(drawn)}</div>'


def mini_interval(place: int, mark: Mark) -> str:
    """An interval without words, for a cell of a table."""
    return _plot(place, mark, "mini") if mark.low is not None else ""


def columns(labels: Sequence[str], series: Sequence[Sequence[Mark | None]]) -> str:
    """One point per label and model, joined by lines, with intervals: for what has an order, such as positions."""
    heights = [(_y(tick), f"{tick:g}") for tick in _TICKS]
    scale = "".join(f'<text x="28" y="{y + 4:g}" text-anchor="end">{text}</text>' for y, text in heights)
    grid = "".join(f'<line class="grid" x1="0" x2="100%" y1="{y:g}" y2="{y:g}"/>' for y, _ in heights)
    step = math.ceil(len(labels) / _X_LABELS)
    feet = "".join(
        f'<text x="{percent((at + 0.5) / len(labels))}" y="{_HEIGHT - 4}" text-anchor="middle">{markup(label)}</text>'
        for at, label in enumerate(labels)
        if at % step == 0
    )
    drawn = "".join(_series(place, marks, len(series)) for place, marks in enumerate(series))
    return (
        f'<div class="columns"><svg class="axis scale" width="32" height="{_HEIGHT}">{scale}</svg>'
        f'<svg class="axis" height="{_HEIGHT}" role="img">{grid}{drawn}{feet}</svg></div>'
    )


def heat_map(
    names: tuple[Sequence[str], Sequence[str]], cells: Sequence[Sequence[int]], titles: str, *, same_is_right: bool
) -> str:
    """Counts as shaded squares, rows by columns; `titles` has places for expected, called and num.

    `same_is_right`: a cell whose row and column have one name is marked as right, which not every table means.
    """
    rows, heads = names
    left = 12 + _LETTER * max(_width(name) for name in rows)
    top = 12 + _LETTER * max(_width(name) for name in heads)
    width, height = left + _CELL * len(heads) + 4, top + _CELL * len(rows) + 4
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    drawn = [f'<svg class="heat" {size} role="img">']
    for at, name in enumerate(heads):
        x = left + _CELL * (at + 0.5) + 4
        drawn.append(f'<text transform="translate({x:.1f} {top - 6:.1f}) rotate(-90)">{markup(name)}</text>')
    for at, name in enumerate(rows):
        y = top + _CELL * at
        drawn.append(f'<text x="{left - 6:.1f}" y="{y + _CELL / 2 + 3:.1f}" text-anchor="end">{markup(name)}</text>')
        total = sum(cells[at]) or 1
        for over, num in enumerate(cells[at]):
            title = titles.format(expected=name, called=heads[over], num=num)
            right = same_is_right and name == heads[over]
            drawn.append(_cell((left + _CELL * over, y), (at, over), num, total, title, right))
    return "".join([*drawn, "</svg>"])


def percent(share: float) -> str:
    """A place between left and right."""
    return f"{100 * min(max(share, 0.0), 1.0):.2f}%"


def colour(place: int) -> str:
    """The class of a model's colour."""
    return f"m{place % COLOURS}"


def _width(name: str) -> int:
    return len(name) + sum(not each.isascii() for each in name)


def _cell(at: tuple[float, float], place: tuple[int, int], num: int, total: int, title: str, right: bool) -> str:
    x, y = at
    shade = math.ceil(_SHADES * num / total)
    side = f'width="{_CELL - 2}" height="{_CELL - 2}"'
    classes = f"h{shade}{' right' if right else ''}"
    numbers = f'data-row="{place[0]}" data-column="{place[1]}" data-num="{num}"'
    box = (
        f'<rect x="{x:.1f}" y="{y:.1f}" {side} rx="3" class="{classes}" {numbers}><title>{markup(title)}</title></rect>'
    )
    if not num:
        return box
    place_of_text = f'x="{x + _CELL / 2 - 1:.1f}" y="{y + _CELL / 2 + 3:.1f}"'
    return box + f'<text {place_of_text} text-anchor="middle" class="on{shade}">{num}</text>'


def _chart_row(row: Row, lines: Sequence[str]) -> str:
    label = breakable(row.label)
    return f'<div class="row"><div class="label">{label}</div><div class="lines">{"".join(lines)}</div></div>'


def _interval(place: int, mark: Mark | None) -> str:
    if mark is None:
        return ""
    num = "" if mark.num is None else f' <span class="dim">n={mark.num}</span>'
    return f'<div class="line">{_plot(place, mark, "plot")}<span class="value">{mark.text()}{num}</span></div>'


def _plot(place: int, mark: Mark, kind: str) -> str:
    middle = _ROW / 2
    grid = "".join(
        f'<line class="grid" x1="{percent(tick)}" x2="{percent(tick)}" y1="0" y2="{_ROW}"/>' for tick in _TICKS
    )
    whisker = ""
    if mark.low is not None and mark.high is not None:
        ends = f'x1="{percent(mark.low)}" x2="{percent(mark.high)}"'
        whisker = f'<line class="whisker" {ends} y1="{middle:g}" y2="{middle:g}"/>'
    point = "" if mark.score is None else f'<circle cx="{percent(mark.score)}" cy="{middle:g}" r="4.5"/>'
    head = f'<svg class="{kind} {colour(place)}" height="{_ROW}" role="img" data-model="{place}"{mark.attributes()}>'
    return f"{head}<title>{mark.text()}</title>{grid}{whisker}{point}</svg>"


def _bar(place: int, mark: Mark | None, text: str, largest: float) -> str:
    if mark is None:
        return ""
    long = percent((mark.score or 0) / largest)
    head = f'<svg class="plot {colour(place)}" height="{_ROW}" role="img" data-model="{place}"{mark.attributes()}>'
    bar = f'<rect x="0" y="3" width="{long}" height="{_ROW - 6}" rx="2"/>'
    title = f"<title>{markup(text)}</title>"
    return f'<div class="line">{head}{title}{bar}</svg><span class="value">{markup(text)}</span></div>'


def _series(place: int, marks: Sequence[Mark | None], models: int) -> str:
    """One model's points; those of several models stand side by side."""
    shift = (place - (models - 1) / 2) * min(0.15, 0.6 / models)
    drawn, before = [], None
    for at, mark in enumerate(marks):
        if mark is None or mark.score is None:
            before = None
            continue
        x, y = percent((at + 0.5 + shift) / len(marks)), _y(mark.score)
        if before is not None:
            drawn.append(f'<line class="join" x1="{before[0]}" y1="{before[1]:.1f}" x2="{x}" y2="{y:.1f}"/>')
        if mark.low is not None and mark.high is not None:
            ends = f'y1="{_y(mark.low):.1f}" y2="{_y(mark.high):.1f}"'
            drawn.append(f'<line class="whisker" x1="{x}" x2="{x}" {ends}/>')
        about = f'data-model="{place}" data-column="{at}"{mark.attributes()}'
        drawn.append(f'<circle cx="{x}" cy="{y:.1f}" r="4.5" {about}><title>{mark.text()}</title></circle>')
        before = (x, y)
    return f'<g class="{colour(place)}">{"".join(drawn)}</g>'


def _y(share: float) -> float:
    return _TOP + (1 - min(max(share, 0.0), 1.0)) * (_HEIGHT - _TOP - _FOOT)


def _anchor(tick: float) -> str:
    return "start" if tick == 0 else "end" if tick == 1 else "middle"
