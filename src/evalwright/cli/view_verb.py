"""evalwright view: runs and conversations in the browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from evalwright.errors import OK
from evalwright.text import localized

from .forms import lang_option
from .paths import FileIn, Verb


@click.command("view", cls=Verb)
@click.argument("path", default="outputs", metavar="[DIR]", type=FileIn(as_path=True))
@click.option("--port", type=click.IntRange(1, 65535), metavar="N")
@click.option("--host", metavar="H")
@click.option("--marks", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--open/--no-open", "open_it", default=None)
@lang_option
def command(path: Path, port: int | None, host: str | None, marks: Path | None, open_it: bool | None) -> int:
    """Show the run directories and .jsonl files under DIR (default: outputs), or one .jsonl file."""
    from evalwright.data import guarded_outputs
    from evalwright.view import serve

    wanted = sys.stdout.isatty() if open_it is None else open_it

    def tell(address: str) -> None:
        click.echo(localized("view.address", address=address))
        if wanted:
            import webbrowser

            webbrowser.open(address)

    try:
        with guarded_outputs([]):  # DIR is looked at, and marks are kept in it: it is no input that must not be touched
            serve(path, host=host, port=port, tell=tell, marks=marks)
    except KeyboardInterrupt:
        click.echo(err=True)
    return OK
