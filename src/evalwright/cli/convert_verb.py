"""evalwright convert: conversations in another dialect, and by field what it could not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from evalwright.text import in_words, localized, recognised

from .forms import lang_option
from .output import json_option, result, say
from .paths import FileIn, FileOut, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor
    from evalwright.workbench import Converted


@click.command("convert", cls=Verb)
@click.argument("file", type=FileIn())
@click.option("-o", "--out", type=FileOut(), required=True, metavar="OUT")
@click.option("--to", "to", required=True, metavar="FORMAT")
@click.option("--skip-bad-rows", is_flag=True)
@workers_options
@lang_option
@json_option
def command(file: str, out: str, to: str, skip_bad_rows: bool, as_json: bool, workers: Executor) -> None:
    """Write the conversations of FILE, of whatever dialect, in another one."""
    from evalwright.workbench import convert

    done = convert(file, out, to, skip_bad_rows=skip_bad_rows, workers=workers)
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    result(done.to_dict(), lambda: _convert_summary(done, out), as_json=as_json and out != "-", to_stderr=out == "-")


def _convert_summary(done: Converted, out: str) -> str:
    from evalwright.workbench import visible

    lines = [localized("convert.done", conversations=done.conversations, format=done.to, out=out)]
    for name, count in sorted(done.lost.items()):
        shown = visible(in_words(recognised(name, "convert.lost")))
        lines.append(f"  {localized('convert.not_held', name=shown, count=count)}")
    for name, count in sorted(done.warnings.items()):
        lines.append(f"  {localized('convert.warning', name=in_words(name), count=count)}")
    return "\n".join(lines)
