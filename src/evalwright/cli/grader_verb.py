"""evalwright grader: the grader as one file that a hosted service can run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from evalwright.text import localized

from .forms import lang_option
from .paths import FileOut, SettingsIn, Verb


@click.command("grader", cls=Verb)
@click.option("-o", "--out", type=FileOut(), default="-", show_default=True, metavar="FILE")
@click.option("--match", type=click.Choice(["schema", "exact", "foundry"]), default="schema", show_default=True)
@click.option("--match-rules", type=SettingsIn(), metavar="FILE")
@lang_option
def command(out: str, match: str, match_rules: Mapping[str, Any] | None) -> None:
    """Write one Python file with grade(sample, item), needing nothing but the standard library."""
    from evalwright.data import write_atomic
    from evalwright.scoring import standalone_grader
    from evalwright.tasks import match_rules_of

    source = standalone_grader(match_rules_of({"match": match, "match_rules": match_rules}))
    with write_atomic(out) as stream:
        stream.write(source.encode("utf-8"))
    if out != "-":
        click.echo(localized("grader.written", out=out, size=len(source.encode("utf-8")), match=match))
