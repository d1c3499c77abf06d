"""The page of a comparison: the sentence, the tables, and what was fixed and broken. Plain markup, no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evalwright.report.compare_words import Grid, change_lines, grids, remarks, sentence
from evalwright.report.html.frame import head
from evalwright.report.html.safe import markup
from evalwright.text import localized_section


def comparison_page(document: Mapping[str, Any], lang: str = "en") -> str:
    """All comparisons of a document as one self-contained page."""
    return "".join(_page(document, lang))


def _page(document: Mapping[str, Any], lang: str) -> Iterator[str]:
    title = localized_section("compare", lang)["title"]
    yield from head(title, lang)
    yield f"<body><header><h1>{markup(title)}</h1></header><main>\n"
    for comparison in document["comparisons"]:
        yield from _comparison(comparison, lang)
    yield "</main></body></html>\n"


def _comparison(comparison: Mapping[str, Any], lang: str) -> Iterator[str]:
    yield f'<section class="comparison"><p><strong>{markup(sentence(comparison, lang))}</strong></p><ul>'
    yield "".join(f"<li>{markup(line)}</li>" for line in remarks(comparison, lang))
    yield "</ul></section>\n"
    for grid in grids(comparison, lang):
        yield _table(grid)
    for which in ("broken", "fixed"):
        if comparison[which]:
            title = localized_section("compare", lang)[f"{which}_title"].format(num=len(comparison[which]))
            lines = change_lines(comparison, which, lang)
            yield f"<h2>{markup(title)}</h2>\n<ul>{''.join(f'<li>{markup(line)}</li>' for line in lines)}</ul>\n"


def _table(grid: Grid) -> str:
    head = "".join(f"<th>{markup(cell)}</th>" for cell in grid.headers)
    rows = "".join(f"<tr>{''.join(f'<td>{markup(cell)}</td>' for cell in row)}</tr>\n" for row in grid.rows)
    return f'<h2>{markup(grid.title)}</h2>\n<div class="scroll"><table><tr>{head}</tr>\n{rows}</table></div>\n'
