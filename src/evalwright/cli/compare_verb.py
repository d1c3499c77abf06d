"""evalwright compare: is the new model better, where, and can it be believed?"""

from __future__ import annotations

import click

from evalwright.errors import OK, THRESHOLD_MISSED
from evalwright.text import spoken_language

from .forms import lang_option, write_text
from .output import columns, json_option, result, say
from .paths import FileOut, RunIn, Verb


@click.command("compare", cls=Verb)
@click.argument("runs", type=RunIn(), nargs=-1, required=True, metavar="RUN_A [RUN_B...]")
@click.option("--models", nargs=2, metavar="A B")
@click.option("-m", "--model", multiple=True, metavar="NAME")
@click.option("--metric", metavar="NAME")
@click.option("--max-regression", type=click.FloatRange(0, 1), metavar="X")
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
    everything: bool,
    markdown: str | None,
    html: str | None,
    junit: str | None,
    as_json: bool,
) -> int:
    """Compare the models of two runs, or of one, on the same items; the first is what the others are held against."""
    from evalwright.report import (
        compare_models,
        comparison_junit,
        comparison_markdown,
        comparison_page,
        matches,
        open_run,
        regression_lines,
        render_comparison,
    )

    found = matches([open_run(run) for run in runs], (*(models or ()), *model))
    document = compare_models(found, metric=metric, max_regression=max_regression)
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
