"""evalwright grader: the grader as one file that a hosted service can run."""

from __future__ import annotations

import click

from evalwright.text import localized

from .forms import lang_option
from .paths import FileOut, Verb


@click.command("grader", cls=Verb)
@click.option("-o", "--out", type=FileOut(), default="-", show_default=True, metavar="FILE")
@click.option("--match", type=click.Choice(["schema", "exact", "foundry"]), default="schema", show_default=True)
@lang_option
def command(out: str, match: str) -> None:
    """Write one Python file with grade(sample, item), needing nothing but the standard library."""
    from evalwright.data import write_atomic
    from evalwright.scoring import MatchRules, standalone_grader

    source = standalone_grader(MatchRules(mode=match))  # type: ignore[arg-type]
    with write_atomic(out) as stream:
        stream.write(source.encode("utf-8"))
    if out != "-":
        click.echo(localized("grader.written", out=out, size=len(source.encode("utf-8")), match=match))
