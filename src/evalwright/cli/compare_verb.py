"""evalwright compare: is the new model better, where, and can it be believed?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from evalwright.errors import OK, THRESHOLD_MISSED
from evalwright.text import spoken_language

from .forms import lang_option, write_text
from .output import columns, json_option, result, say
from .paths import FileOut, MarksIn, RunIn, Verb


@click.command("compare", cls=Verb)
@click.argument("runs", type=RunIn(), nargs=-1, required=True, metavar="RUN_A [RUN_B...]")
@click.option("--models", nargs=2, metavar="A B")
@click.option("-m", "--model", multiple=True, metavar="NAME")
@click.option("--metric", metavar="NAME")
@click.option("--max-regression", type=click.FloatRange(0, 1), metavar="X")
@click.option("--group-by", metavar="FIELD")
@click.option("--marks", type=MarksIn(), metavar="FILE")
@click.option("--all", "everything", is_flag=True)
@click.option("--markdown", type=FileOut(), metavar="FILE")
@click.option("--html", type=FileOut(), metavar="FILE")
@click.option("--junit", type=FileOut(), metavar="FILE")
@lang_option
@json_option
def command(
    runs: tuple[str, ...],
    models: tuple[str, str] | None,
    model: tuple[str, ...],
    metric: str | None,
    max_regression: float | None,
    group_by: str | None,
    marks: Mapping[str, Any] | None,
    everything: bool,
    markdown: str | None,
    html: str | None,
    junit: str | None,
    as_json: bool,
) -> int:
    """Compare the models of two runs, or of one, on the same items; the first is what the others are held against."""
    from evalwright.report import (
        compare_runs,
        comparison_junit,
        comparison_markdown,
        comparison_page,
        regression_lines,
        render_comparison,
    )

    document = compare_runs(
        *runs,
        models=(*(models or ()), *model),
        metric=metric,
        max_regression=max_regression,
        group_by=group_by,
        marks=marks,
    ).document
    if markdown:
        write_text(markdown, comparison_markdown(document, spoken_language(), everything=everything))
    if html:
        write_text(html, comparison_page(document, spoken_language()))
    if junit:
        write_text(junit, comparison_junit(document, spoken_language()))
    result(
        document,
        lambda: render_comparison(document, spoken_language(), everything=everything, columns=columns()),
        as_json=as_json,
    )
    for line in regression_lines(document, spoken_language()):
        say(line)
    return THRESHOLD_MISSED if max_regression is not None and document["regression"] else OK
