"""evalwright report: the report of a run again, in another form."""

from __future__ import annotations

import click

from evalwright.errors import OK

from .forms import lang_option, write_text
from .output import json_option, result


@click.command("report", short_help="Show a run's report again: table, JUnit XML, Markdown, CSV.")
@click.argument("run")
@click.option("-o", "--out", metavar="FILE", help="Write the page again, with latency, as one HTML file.")
@click.option("--junit", metavar="FILE", help="Write a test case per item, grouped by tool, as JUnit XML.")
@click.option("--markdown", metavar="FILE", help="Write a summary for the pages of a CI server.")
@click.option("--csv", metavar="FILE", help="Write every answer with its scores, safe to open in a spreadsheet.")
@lang_option
@json_option
def command(run: str, out: str | None, junit: str | None, markdown: str | None, csv: str | None, as_json: bool) -> int:
    """Show the scores of RUN again, and write them in other forms."""
    from evalwright.data import write_atomic
    from evalwright.report import (
        open_run,
        render_notes,
        render_table,
        report_markdown,
        run_junit,
        write_csv,
        write_html,
    )

    stored = open_run(run)
    reports = stored.reports()
    if out:
        write_html(stored, out, latency=True)
    if junit:
        write_text(junit, run_junit(stored))
    if markdown:
        write_text(markdown, report_markdown(reports))
    if csv:
        with write_atomic(csv) as stream:
            write_csv(stored, stream)
    words = "\n".join(part for part in (render_table(reports), render_notes(reports)) if part)
    result({"run": run, "reports": reports}, lambda: words, as_json=as_json, to_stderr="-" in (junit, markdown, csv))
    return OK
