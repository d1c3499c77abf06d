"""A comparison in words: the sentence that says whether the difference is real, and the tables behind it.

The document of `compare` flows in, text in English or Chinese flows out, for terminals here and, through the same
tables, for Markdown. Differences of shares are given in points: 0.062 is 6.2 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.text import (
    in_words,
    localized,
    localized_section,
    render_grid,
    spoken_language,
    stored_words,
    use_language,
    visible,
    width,
)

from .comparison_document import (
    ComparisonDocument,
    DifferenceNumbers,
    DifferenceRow,
    Flip,
    FlipCounts,
    PairComparison,
    gain_sign,
)
from .confidence_intervals import FEW
from .table import name_text, score_text

SHOWN = 20
_REASON_COLUMNS = 160
_NONE = "-"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table before it is drawn."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str


def render_comparison(
    document: ComparisonDocument, lang: str = "en", *, everything: bool = False, columns: int | None = None
) -> str:
    """All comparisons for a terminal of so many columns; of fixed and broken items the first 20, or everything."""
    blocks = [_block(each, lang, everything, columns) for each in document["comparisons"]]
    return "\n\n".join(blocks)


def sentence(comparison: PairComparison, lang: str | None = None) -> str:
    """Whether the difference is real, how large it is, and what this data could have shown."""
    lang = lang or spoken_language()
    texts = localized_section("compare", lang)
    row = main_row(comparison)
    names = dict(zip("ab", _labels(comparison), strict=True))
    if row["difference"] is None or row["ci95"] is None:
        return str(texts["nothing"].format(**names, metric=name_text(row["metric"])))
    sign = {"better": 1, "worse": -1}.get(comparison["outcome"], 0) * gain_sign(row) or 1
    ends = sorted(sign * end for end in row["ci95"])
    exact = row["kind"] == "count"
    facts = {
        "difference": _points(sign * row["difference"], exact=exact, signed=comparison["outcome"] == "no_difference"),
        "low": _points(ends[0], exact=exact),
        "high": _points(ends[1], exact=exact),
        "unit": texts["unit_count"] if exact else texts["unit"],
        "metric": name_text(row["metric"]),
        "p": p_text(comparison["p_holm"], sign="= "),
        "base": _sentence_base(comparison, row, lang),
        "least": _points(row["detectable"], exact=exact),
    }
    return str(texts[comparison["outcome"]].format(**names, **facts))


def _sentence_base(comparison: PairComparison, row: DifferenceRow, lang: str) -> str:
    """What the sentence rests on."""
    field = name_text(comparison.get("group_by"))
    numbers = {"conversations": row["conversations"], "num": row["num"]}
    return localized(f"compare.{comparison['cluster']}", lang, field=field, **numbers)


def remarks(comparison: PairComparison, lang: str = "en") -> list[str]:
    """What must be said with the sentence: what was left out, how few there are, what else differs."""
    texts = localized_section("compare", lang)
    found = (
        [texts["counts"].format(**comparison["counts"], right=_right(comparison, lang))] if _shared(comparison) else []
    )
    left_out = comparison["left_out"]
    if left_out["num"]:
        found.append(localized("compare.left_out", lang, **left_out))
    if comparison["counts"].get("unscored"):
        found.append(localized("compare.unscored", lang, num=comparison["counts"]["unscored"]))
    found += [*_gold_remarks(comparison, lang), *_harm_remarks(comparison, lang)]
    if comparison.get("ungrouped"):
        told = {"field": name_text(comparison.get("group_by")), "num": comparison["ungrouped"]}
        found.append(localized("grouping.missing", lang, all=comparison["num"], **told))
    with use_language(lang):
        found += [in_words(note) for note in comparison.get("amended", ())]
    row = main_row(comparison)
    if row.get("too_few"):
        unit = texts["units"][comparison["cluster"]]
        found.append(texts["few"].format(unit=unit, num=row["conversations"], few=FEW))
    for note in comparison["notes"]:
        name = texts["settings"][note["setting"]]
        found.append(texts["setting"].format(name=name, a=visible(str(note["a"]), 200), b=visible(str(note["b"]), 200)))
    return found


def _harm_remarks(comparison: PairComparison, lang: str) -> list[str]:
    """How much of it does harm, where the answers were executed: a difference that nobody should have to look for."""
    found = []
    for row in comparison["metrics"]:
        if row.get("lower_is_better") and row["metric"] != comparison["metric"] and row["ci95"] is not None:
            a, b, difference, interval = _cells(row)[1:]
            told = {"a": a, "b": b, "difference": difference, "interval": interval, "metric": name_text(row["metric"])}
            found.append(localized("compare.less_is_better", lang, unit=localized("compare.unit", lang), **told))
    return found


def _gold_remarks(comparison: PairComparison, lang: str) -> list[str]:
    """What the items with more than one right answer did, and what the expected calls alone would have said."""
    gold = comparison.get("gold")
    if gold is None:
        return []
    counts = {key: gold[key] for key in ("several", "matched_a", "matched_b")}
    found = [localized("compare.several_right", lang, **counts)]
    a, b = gold["alone_a"], gold["alone_b"]
    if a is not None and b is not None:
        told = {"a": score_text(a), "b": score_text(b), "metric": name_text(comparison["metric"])}
        unit = localized("compare.unit", lang)
        found.append(localized("compare.gold_alone", lang, difference=_points(b - a, signed=True), unit=unit, **told))
    return found


def regression_lines(document: ComparisonDocument, lang: str = "en") -> list[str]:
    """What --max-regression found, a line per comparison that is worse by more than allowed."""
    texts, limit = localized_section("compare", lang), document.get("max_regression")
    lines: list[str] = []
    if limit is None:
        return lines
    for each in document["comparisons"]:
        row = main_row(each)
        if row["difference"] is None or (difference := gain_sign(row) * row["difference"]) >= -limit:
            continue
        facts = {"b": name_text(each["b"]["label"]), "worse": f"{-100 * difference:.1f}", "limit": f"{100 * limit:g}"}
        lines.append(texts["regression" if each["regression"] else "not_shown"].format(**facts))
    return lines


def main_row(comparison: PairComparison) -> DifferenceRow:
    """The row of the metric that decides."""
    return next(row for row in comparison["metrics"] if row["metric"] == comparison["metric"])


def flips_of(comparison: PairComparison, which: str) -> list[Flip]:
    """The items that were `fixed`, or `broken`."""
    return comparison["fixed"] if which == "fixed" else comparison["broken"]


def grids(comparison: PairComparison, lang: str = "en", models: Sequence[str] = ()) -> Iterator[Grid]:
    """The tables: metrics, tools, positions, verdicts; `models` are other names for the two, where short ones help.

    Two who have no item in common have no table either: all its cells would be empty.
    """
    if not _shared(comparison):
        return
    texts = localized_section("compare", lang)
    models = models or _labels(comparison)
    metric_rows = [
        [name_text(row["metric"]), *_cells(row, row["kind"] == "count"), p_text(row["p"]), _detectable_points(row)]
        for row in comparison["metrics"]
    ]
    headers = [texts["metric"], texts["num"], *models, *texts["difference_headers"], "p", texts["least"]]
    yield Grid(texts["by_metric"], headers, metric_rows, "lrrrrrrr")
    flips = (texts["fixed"], texts["broken"])
    if comparison["tool"]:
        rows = [
            [name_text(row["tool"]), *_cells(row), p_text(row["p_holm"]), *_flips(row)] for row in comparison["tool"]
        ]
        headers = [texts["tool"], texts["num"], *models, *texts["difference_headers"], "p (Holm)", *flips]
        yield Grid(texts["by_tool"].format(metric=comparison["metric"]), headers, rows, "lrrrrrrrr")
    if comparison["position"]:
        rows = [[str(row["position"]), *_cells(row), *_flips(row)] for row in comparison["position"]]
        headers = [texts["position"], texts["num"], *models, *texts["difference_headers"], *flips]
        yield Grid(texts["by_position"].format(metric=comparison["metric"]), headers, rows, "rrrrrrrr")
    rows = [
        [verdict_text(row["a"], lang), verdict_text(row["b"], lang), str(row["num"])] for row in comparison["verdict"]
    ]
    yield Grid(texts["by_verdict"], [*models, texts["num"]], rows, "llr")


def change_lines(comparison: PairComparison, which: str, lang: str = "en", limit: int | None = None) -> list[str]:
    """Fixed or broken items, each with both verdicts and reasons; the last line says how many more there are."""
    items = flips_of(comparison, which)
    lines = [
        f"{name_text(item['id'])}: {_side_verdict_text(item, 'a', lang)} -> {_side_verdict_text(item, 'b', lang)}"
        for item in items[:limit]
    ]
    if limit is not None and len(items) > limit:
        lines.append(localized_section("compare", lang)["more"].format(num=len(items) - limit))
    return lines


def _side_verdict_text(item: Flip, side: str, lang: str) -> str:
    """What one side answered, in a word, and why that is so."""
    reason = stored_words(item, f"reason_{side}", lang)
    verdict = verdict_text(item["verdict_a"] if side == "a" else item["verdict_b"], lang)
    return localized("compare.side", lang, verdict=verdict, reason=visible(reason, _REASON_COLUMNS))


def verdict_text(verdict: Any, lang: str) -> str:
    """The name of a verdict; in English it is the name by which files know it."""
    names = localized_section("page.verdict_names", lang) if lang != "en" else {}
    return str(names[verdict]) if verdict in names else name_text(verdict)


def p_text(p: float | None, sign: str = "") -> str:
    """A p as people read it."""
    if p is None:
        return _NONE
    return "< 0.001" if p < 0.001 else f"{sign}{p:.3f}"


def _block(comparison: PairComparison, lang: str, everything: bool, columns: int | None) -> str:
    texts = localized_section("compare", lang)
    lines = [sentence(comparison, lang), *remarks(comparison, lang)]
    tables = list(grids(comparison, lang))
    if columns is not None and any(_grid_columns(table) > columns for table in tables):
        tables = list(grids(comparison, lang, ("A", "B")))
        lines += ["", *(f"{letter}: {label}" for letter, label in zip("AB", _labels(comparison), strict=True))]
    for grid in tables:
        lines += ["", grid.title, render_grid(grid.headers, grid.rows, grid.align, columns=columns)]
    for which in ("fixed", "broken"):
        if changed := flips_of(comparison, which):
            title = texts[f"{which}_title"].format(num=len(changed))
            shown = change_lines(comparison, which, lang, None if everything else SHOWN)
            lines += ["", title, *(f"  {line}" for line in shown)]
    return "\n".join(lines)


def _shared(comparison: PairComparison) -> bool:
    """Whether some item was scored by both."""
    return any(row["num"] for row in comparison["metrics"])


def _labels(comparison: PairComparison) -> list[str]:
    """How the two models are called."""
    return [name_text(side["label"]) for side in (comparison["a"], comparison["b"])]


def _grid_columns(grid: Grid) -> int:
    """How wide the table is as it stands."""
    return width(render_grid(grid.headers, grid.rows, grid.align).split("\n", 1)[0])


def _right(comparison: PairComparison, lang: str) -> str:
    text = str(comparison["right"])
    return text.replace(">=", "≥") if lang == "zh" else text


def _cells(row: DifferenceNumbers, exact: bool = False) -> list[str]:
    """How many, both scores, the difference and its interval."""
    if row["difference"] is None or row["ci95"] is None:
        return [str(row["num"]), score_text(row["score_a"]), score_text(row["score_b"]), _NONE, _NONE]
    low, high = (_points(end, exact=exact) for end in row["ci95"])
    difference = _points(row["difference"], exact=exact, signed=True)
    return [str(row["num"]), score_text(row["score_a"]), score_text(row["score_b"]), difference, f"[{low}, {high}]"]


def _flips(row: FlipCounts) -> list[str]:
    return [str(row["fixed"]), str(row["broken"])]


def _points(value: float, *, exact: bool = False, signed: bool = False) -> str:
    """A share in points; a count as it is. Nothing is written as minus zero."""
    shown = round(value if exact else 100 * value, 1) + 0.0
    return f"{shown:+.1f}" if signed and shown else f"{shown:.1f}"


def _detectable_points(row: DifferenceRow) -> str:
    value = row.get("detectable")
    return _NONE if value is None else _points(value, exact=row["kind"] == "count")
