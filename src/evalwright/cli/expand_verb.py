"""evalwright expand: conversations in, one question per tool call out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from evalwright.text import listed, localized, phrase

from .forms import lang_option
from .output import json_option, result, say
from .paths import FileIn, FileOut, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor


@click.command("expand", cls=Verb)
@click.argument("file", type=FileIn())
@click.option("-o", "--out", type=FileOut(), required=True, metavar="OUT")
@click.option("--no-call", is_flag=True)
@click.option("--parallel", type=click.Choice(["split", "together"]), default="split", show_default=True)
@click.option("--assistant-text", type=click.Choice(["keep", "drop"]), default="keep", show_default=True)
@click.option("--acceptable", type=click.Choice(["infer", "off"]), default="infer", show_default=True)
@click.option("--wrap", is_flag=True)
@click.option("--skip-bad-rows", is_flag=True)
@workers_options
@lang_option
@json_option
def command(
    file: str,
    out: str,
    no_call: bool,
    parallel: str,
    assistant_text: str,
    acceptable: str,
    wrap: bool,
    skip_bad_rows: bool,
    as_json: bool,
    workers: Executor,
) -> None:
    """Cut every conversation of FILE into one item per tool call."""
    from evalwright.workbench import ExpandOptions, expand_file

    options = ExpandOptions(no_call, parallel, assistant_text, wrap, acceptable)  # type: ignore[arg-type]
    done = expand_file(file, out, options, skip_bad_rows=skip_bad_rows, workers=workers)
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    document = {
        "conversations": done.conversations,
        "items": done.items,
        "acceptable": dict(done.acceptable),
        "without_calls": done.without_calls,
        "bad_rows": [str(row) for row in done.bad_rows],
    }
    result(document, lambda: _expand_summary(document, out), as_json=as_json and out != "-", to_stderr=out == "-")


def _expand_summary(document: dict[str, object], out: str) -> str:
    lines = [localized("expand.done", out=out, **{key: document[key] for key in ("conversations", "items")})]
    acceptable = document["acceptable"]
    assert isinstance(acceptable, dict)
    if several := acceptable.get("items"):
        reasons = [
            phrase(f"expand.why.{why}", num=num) for why, num in sorted(acceptable.items()) if why != "items" and num
        ]
        lines.append(localized("expand.several", num=several, reasons=listed(reasons)))
    without = document["without_calls"]
    assert isinstance(without, list)
    if without:
        shown = listed(without[:5])
        if len(without) > 5:
            shown = phrase("common.and_more", shown=shown, num=len(without) - 5)
        lines.append(localized("expand.without_calls", num=len(without), shown=shown))
    return "\n".join(lines)
