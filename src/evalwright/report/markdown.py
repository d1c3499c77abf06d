"""Reports and comparisons as Markdown, for the pages that CI servers show.

Documents flow in, Markdown flows out. Names, verdicts and reasons come from data: characters that mean something in
Markdown or HTML are written as entities, and what pages turn into links or calls to people is broken up by an
invisible character, so that nothing from data becomes a link, an image, an element or a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evalwright.text import localized_section, spoken_language, visible

from .causes import render_causes
from .compare_words import SHOWN, change_lines, flips_of, grids, remarks, sentence
from .comparison_document import ComparisonDocument
from .notes import render_notes
from .report_document import MetricRow, Report
from .table import failed_cells, has_unasked, name_text, score_text

_JOINER = "\u2060"
_MARKUP = re.compile(r"[\\`*{}\[\]<>!|~&$^]|(?<![^\W_])_|_(?![^\W_])")
"""An underscore inside a word, as in pass_rate, means nothing."""
_LINKS = re.compile(r"@|:(?=//)|www(?=\.)", re.IGNORECASE)


def safe_text(text: str) -> str:
    """Text that is shown as it is, on one line, inside a cell or a sentence."""
    broken = _LINKS.sub(lambda found: found[0] + _JOINER, visible(text))
    return _MARKUP.sub(lambda found: f"&#{ord(found[0])};", broken)


def list_line(text: str) -> str:
    """A line of a list, whose text cannot start a heading or another list."""
    first = f"&#{ord(text[0])};" if text[:1] in ("#", "-", "+", "=") else safe_text(text[:1])
    return f"- {first}{safe_text(text[1:])}"


def markdown_table(headers: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """A table; `align` as for a grid of the terminal."""
    rules = ["---:" if align[at : at + 1] == "r" else "---" for at in range(len(headers))]
    lines = [[safe_text(header) for header in headers], rules, *([safe_text(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def report_markdown(reports: Sequence[Report], lang: str | None = None) -> str:
    """The table of all scores, and the notes that belong to it."""
    lang = lang or spoken_language()
    words, apart = localized_section("table", lang), has_unasked(reports)
    rows = [_score_cells(report, row, apart) for report in reports for row in report.get("metrics", ())]
    headers = [*words["markdown_headers"], *([words["not_asked"]] if apart else [])]
    table = markdown_table(headers, rows, "llllrrlrr")
    lines = [*render_notes(reports, lang).splitlines(), *render_causes(reports, lang).splitlines()]
    notes = [list_line(line.strip()) for line in lines]
    return "\n".join(["# evalwright", "", table, "", *notes, ""])


def _score_cells(report: Report, row: MetricRow, apart: bool) -> list[str]:
    names = (report.get("model"), report.get("dataset"), row.get("metric"), row.get("subset"))
    ends = row.get("ci95")
    interval = f"[{score_text(ends[0])}, {score_text(ends[1])}]" if ends else "-"
    score = score_text(row.get("score"))
    shown = [*(name_text(name) for name in names), str(row.get("num")), score, interval]
    return [*shown, *failed_cells(row, report, apart)]


def comparison_markdown(document: ComparisonDocument, lang: str = "en", *, everything: bool = False) -> str:
    """All comparisons: the sentence, what belongs to it, the tables, and the items that changed."""
    texts, lines = localized_section("compare", lang), ["# evalwright compare", ""]
    for comparison in document["comparisons"]:
        lines += [f"**{safe_text(sentence(comparison, lang))}**", ""]
        lines += [*(list_line(line) for line in remarks(comparison, lang)), ""]
        for grid in grids(comparison, lang):
            lines += [f"## {safe_text(grid.title)}", "", markdown_table(grid.headers, grid.rows, grid.align), ""]
        for which in ("fixed", "broken"):
            if changed := flips_of(comparison, which):
                lines += [f"## {texts[f'{which}_title'].format(num=len(changed))}", ""]
                shown = change_lines(comparison, which, lang, None if everything else SHOWN)
                lines += [*(list_line(line) for line in shown), ""]
    return "\n".join(lines)
