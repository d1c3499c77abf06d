"""evalwright report: the report of a run again, in another form."""

from __future__ import annotations

import click

from evalwright.errors import OK

from .forms import lang_option, write_text
from .output import columns, json_option, result, say
from .paths import FileOut, RunIn, Verb


@click.command("report", cls=Verb)
@click.argument("run", type=RunIn())
@click.option("-o", "--out", type=FileOut(), metavar="FILE")
@click.option("--junit", type=FileOut(), metavar="FILE")
@click.option("--markdown", type=FileOut(), metavar="FILE")
@click.option("--csv", type=FileOut(), metavar="FILE")
@lang_option
@json_option
def command(run: str, out: str | None, junit: str | None, markdown: str | None, csv: str | None, as_json: bool) -> int:
    """Show the scores of RUN again, and write them in other forms."""
    from evalwright.data import write_atomic
    from evalwright.report import (
        data_remarks,
        open_run,
        render_notes,
        render_table,
        report_markdown,
        run_junit,
        write_csv,
        write_html,
    )
    from evalwright.rundir import require_sound
    from evalwright.text import localized, spoken_language

    stored = open_run(run)
    unprotected = require_sound(stored.path)
    reports = stored.reports()
    if unprotected:
        say(localized("run_dir.unprotected", path=run, n=unprotected))
    if out:
        for line in data_remarks(stored, spoken_language()):
            say(line)
        write_html(stored, out, latency=True)
    if junit:
        write_text(junit, run_junit(stored))
    if markdown:
        write_text(markdown, report_markdown(reports))
    if csv:
        with write_atomic(csv) as stream:
            write_csv(stored, stream)
    piped = "-" in (junit, markdown, csv)
    parts = (render_table(reports, columns=columns(to_stderr=piped)), render_notes(reports))
    words = "\n".join(part for part in parts if part)
    result({"run": run, "reports": reports}, lambda: words, as_json=as_json, to_stderr=piped)
    return OK
