"""evalwright show: one conversation as a trace, each argument with where it came from."""

from __future__ import annotations

import os
import sys

import click

from evalwright.text import localized

from .forms import lang_option
from .output import columns, json_option, result, say
from .paths import FileIn, FileOut, Verb

_WIDEST, _USUAL = 120, 100


@click.command("show", cls=Verb)
@click.argument("file", type=FileIn())
@click.option("--index", type=click.IntRange(min=0), metavar="N")
@click.option("--id", "identifier", metavar="ID")
@click.option("--most-calls", is_flag=True)
@click.option("--full", is_flag=True)
@click.option("--html", type=FileOut(), metavar="PAGE")
@click.option("--color/--no-color", default=None)
@lang_option
@json_option
def command(
    file: str,
    index: int | None,
    identifier: str | None,
    most_calls: bool,
    full: bool,
    html: str | None,
    color: bool | None,
    as_json: bool,
) -> None:
    """Draw one conversation of FILE, the first unless told otherwise."""
    from evalwright.data import write_atomic
    from evalwright.workbench import show, trace_text

    trace = show(file, index=index, id=identifier, most_calls=most_calls)
    if html is not None:
        with write_atomic(html) as stream:
            stream.write(trace.to_html().encode("utf-8", "backslashreplace"))
        if html != "-":
            say(localized("common.page", path=html))
        if not as_json or html == "-":
            return
    if as_json:
        result(trace.to_dict(), str, as_json=True)
        return
    painted = _wanted(color)
    room = min(columns() or _USUAL, _WIDEST)
    click.echo(trace_text(trace, columns=room, color=painted, full=full), color=painted)


def _wanted(color: bool | None) -> bool:
    """Colours where they are asked for, else on a terminal that takes them (see no-color.org)."""
    if color is not None:
        return color
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
