"""Markdown: nothing from data becomes a link, an image, an element, a mention, or another cell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalwright.report.compare import compare_models
from evalwright.report.markdown import comparison_markdown, list_line, markdown_table, report_markdown, safe_text
from evalwright.report.model_pairs import matches
from evalwright.report.runs import open_run

from .run_help import review, write_run

HOSTILE = [
    "[x](javascript:alert(1))",
    "![](http://evil.example/?q=1)",
    "<script>alert(1)</script>",
    "<details><img src=x onerror=alert(1)>",
    "a | b \\| c",
    "`code` ``` fence",
    "@everyone and mail@evil.example",
    "https://evil.example www.evil.example",
    "line\nbreak\r\n# heading",
    "_emphasis_ __init__ *bold* ~~gone~~",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_means_something_is_written_as_an_entity(text: str) -> None:
    made = safe_text(text)
    assert not set("<>[]|`*\\\n\r~!") & set(made)
    assert not re.search(r"@\w|://|www\.", made)
    assert not re.search(r"&(?!#\d+;)", made)


def test_names_stay_readable() -> None:
    assert safe_text("next_call_exact of tool-name 0.5 (订单)") == "next_call_exact of tool-name 0.5 (订单)"
    assert safe_text("__init__") == "&#95;&#95;init&#95;&#95;"


def test_a_line_of_a_list_starts_nothing_else() -> None:
    assert list_line("# heading").startswith("- &#35; heading")
    assert list_line("- again").startswith("- &#45; again")
    assert list_line("") == "- "


def test_every_row_of_a_table_has_all_cells() -> None:
    made = markdown_table(["A", "B|C"], [[text, "1"] for text in HOSTILE], "lr")
    assert {line.count("|") for line in made.splitlines()} == {3}
    assert made.splitlines()[1] == "| --- | ---: |"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_reports_and_comparisons_hold_no_markup_of_the_data(tmp_path: Path, lang: str) -> None:
    for number, text in enumerate(HOSTILE):
        a, b = (review("c#0", s, tool=text, verdict=text, reason=text) | {"id": text} for s in (0.0, 1.0))
        run = open_run(write_run(tmp_path / str(number), {text: [a], "other": [b]}))
        pages = report_markdown(run.reports(), lang), comparison_markdown(compare_models(matches([run])), lang)
        for page in pages:
            assert not re.search(r"<\w|\]\(|://|@\w", page)
        assert "## " in pages[1] and "**" in pages[1]
