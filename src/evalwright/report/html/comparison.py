"""The page of a comparison: the sentence, the tables, and what was fixed and broken. Plain markup, no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalwright.text import localized, localized_section, stored_words

from ..compare_words import Grid, flips_of, grids, remarks, sentence, verdict_text
from ..comparison_document import ComparisonDocument, Flip, PairComparison
from .frame import head
from .safe import LINE, breakable, markup, one_line

_UNFOLDED = 50
"""Changed items that stand open; the others can be unfolded."""


def comparison_page(document: ComparisonDocument, lang: str = "en") -> str:
    """All comparisons of a document as one self-contained page."""
    return "".join(_page(document, lang))


def _page(document: ComparisonDocument, lang: str) -> Iterator[str]:
    title = localized("compare.title", lang)
    yield from head(title, lang)
    yield f"<body><header><h1>{markup(title)}</h1></header><main>\n"
    for comparison in document["comparisons"]:
        yield from _comparison_section(comparison, lang)
    yield "</main></body></html>\n"


def _comparison_section(comparison: PairComparison, lang: str) -> Iterator[str]:
    yield f'<section class="comparison"><p><strong>{markup(sentence(comparison, lang))}</strong></p><ul>'
    yield "".join(f"<li>{markup(line)}</li>" for line in remarks(comparison, lang))
    yield '</ul></section>\n<div class="tables">\n'
    for grid in grids(comparison, lang):
        yield f'<section class="table"><h2>{markup(grid.title)}</h2>\n{grid_table(grid)}</section>\n'
    yield "</div>\n"
    for which in ("broken", "fixed"):
        if comparison[which]:
            yield from _changes(comparison, which, lang)


def grid_table(grid: Grid) -> str:
    """A table; numbers stand under one another."""
    top = "".join(
        f'<th scope="col"{_side(at)}>{breakable(cell)}</th>' for cell, at in zip(grid.headers, grid.align, strict=True)
    )
    rows = "".join(f"<tr>{_cells(row, grid)}</tr>\n" for row in grid.rows)
    table = f'<table class="grid"><thead><tr>{top}</tr></thead>\n<tbody>{rows}</tbody></table>'
    return f'<div class="scroll">{table}</div>\n'


def _cells(row: Sequence[str], grid: Grid) -> str:
    """The cells of a row, each with its head, for screens too narrow for columns. A number is never broken."""
    return "".join(
        f'<td{_side(at)} data-head="{markup(head)}">{markup(cell) if at == "r" else breakable(cell)}</td>'
        for cell, head, at in zip(row, grid.headers, grid.align, strict=True)
    )


def _side(align: str) -> str:
    return ' class="n"' if align == "r" else ""


def _changes(comparison: PairComparison, which: str, lang: str) -> Iterator[str]:
    """The items that changed, each with both verdicts and reasons."""
    items = flips_of(comparison, which)
    title = localized_section("compare", lang)[f"{which}_title"].format(num=len(items))
    yield f'<section class="changed {which}"><h2>{markup(title)}</h2>\n'
    yield _change_table(comparison, items[:_UNFOLDED], lang)
    if len(items) > _UNFOLDED:
        more = localized("compare.more", lang, num=len(items) - _UNFOLDED)
        folded = _change_table(comparison, items[_UNFOLDED:], lang)
        yield f"<details><summary>{markup(more)}</summary>\n{folded}</details>"
    yield "</section>\n"


def _change_table(comparison: PairComparison, items: Sequence[Flip], lang: str) -> str:
    labels = [one_line(side["label"]) for side in (comparison["a"], comparison["b"])]
    heads = [localized("compare.item", lang), *labels]
    top = "".join(f'<th scope="col">{markup(text)}</th>' for text in heads)
    rows = []
    for item in items:
        cells = "".join(
            f'<td data-head="{markup(label)}"><span class="verdict">'
            f"{markup(verdict_text(verdict, lang))}</span> "
            f"{markup(one_line(stored_words(item, f'reason_{side}', lang), LINE))}</td>"
            for side, label, verdict in zip("ab", labels, (item["verdict_a"], item["verdict_b"]), strict=True)
        )
        rows.append(f'<tr><th scope="row"><code>{markup(one_line(item["id"]))}</code></th>{cells}</tr>\n')
    return f'<table class="changes"><thead><tr>{top}</tr></thead>\n<tbody>{"".join(rows)}</tbody></table>\n'
