"""evalwright verify: prove a directory that synth wrote again, row by row, with every call executed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import OK, THRESHOLD_MISSED, UsageError
from evalwright.synth import SourceAccess
from evalwright.text import in_words, localized, phrase, render_grid, terminal_columns

from .audit_verb import severity_column
from .counting import Counting
from .forms import lang_option
from .options import options_of
from .output import json_option, result, say
from .paths import FileIn, Verb
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.executor import Executor
    from evalwright.synth import LoggedCalls, Verified

_SHOWN = 20
_SHOWN_CALLS = 5


@click.command("verify", cls=Verb)
@click.argument("places", nargs=-1, required=True, type=FileIn(as_path=True), metavar="DIR|FILE...")
@click.option("--against", type=FileIn(), metavar="SOURCE")
@click.option("--skip-bad-rows", is_flag=True)
@click.option("--run", is_flag=True)
@options_of(SourceAccess, "header", "env", "call_timeout", "start_timeout")
@click.option("--state", multiple=True, type=FileIn(), metavar="PATH")
@click.option("--replay/--no-replay", default=True)
@workers_options
@lang_option
@json_option
def command(
    places: tuple[Path, ...],
    against: str | None,
    skip_bad_rows: bool,
    run: bool,
    state: tuple[str, ...],
    replay: bool,
    as_json: bool,
    workers: Executor,
    **options: Any,
) -> int:
    """Prove every row of DIR again from its manifest.json, or the logged calls of FILE... on the server of today."""
    from evalwright.synth import access_among, prove

    if against is not None:
        return _against(against, places, skip_bad_rows, as_json, options)
    if len(places) > 1:
        raise UsageError.named("verify.one_directory")
    (directory,) = places

    counting = Counting("verify", 0)
    try:
        access = access_among(options)
        tick = counting.tick
        done = prove(directory, run=run, replay=replay, access=access, state=state, progress=tick, workers=workers)
    finally:
        counting.end()
    if done.by_one and workers.workers > 1:
        say(localized("verify.by_one"))
    result(done.to_dict(), lambda: words_of_proof(done), as_json=as_json)
    return OK if done.ok else THRESHOLD_MISSED


def _against(source: str, files: tuple[Path, ...], skip_bad_rows: bool, as_json: bool, options: Any) -> int:
    """Which logged calls still give the same on a server."""
    from evalwright.synth import access_among, verify_against

    done = verify_against(source, files, access=access_among(options), skip_bad_rows=skip_bad_rows)
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    result(done.to_dict(), lambda: _words_of_calls(done), as_json=as_json)
    return OK if done.ok else THRESHOLD_MISSED


def _words_of_calls(done: LoggedCalls) -> str:
    """The table by tool, the first differences, and the sum."""
    columns = ("same", "other", "fails_now", "works_now", "gone", "not_called", "no_result", "unreadable")
    used = [name for name in columns if done.count(name)]
    heads = [localized("verify.against.tool"), *(localized(f"verify.against.{name}") for name in used)]
    rows = [[tool, *(str(counts.get(name, 0)) for name in used)] for tool, counts in sorted(done.tools.items())]
    align = "l" + "r" * len(used)
    lines = [render_grid(heads, rows, align, columns=terminal_columns(sys.stdout), ruled=False)] if rows else []
    for each in done.differences[:_SHOWN_CALLS]:
        lines += ["", f"{each['file']}:{each['line']}  {each['tool']} {each['arguments']}"]
        lines += [
            f"  {localized('verify.against.then')}  {each['logged']}",
            f"  {localized('verify.against.now')}  {each['now']}",
        ]
    tried = sum(map(done.count, ("same", "other", "fails_now", "works_now")))
    left = done.count("not_called")
    return "\n".join([*lines, localized("verify.against.sum", same=done.count("same"), tried=tried, left=left)])


def words_of_proof(done: Verified) -> str:
    """The result for people: the first findings with their places, then the verdict."""
    from evalwright.workbench import visible

    lines = []
    shown = sorted(done.findings, key=lambda finding: finding.severity != "error")[:_SHOWN]
    for finding in shown:
        where = finding.file if finding.line is None else f"{finding.file}:{finding.line}"
        place = f"{visible(where, 200)} {visible(finding.path, 160)}".rstrip()
        rule = localized("verify.rule", rule=finding.rule, place=place)
        lines.append(f"{severity_column(finding.severity)}  {rule}  {visible(in_words(finding.text))}")
    if len(done.findings) > len(shown):
        more = localized("common.and_more_json", num=sum(done.counts.values()) - len(shown))
        lines.append(f"         {more}")
    replayed = phrase("verify.replayed" if done.replayed else "verify.not_replayed")
    if done.replayed and not done.end_observed:
        replayed = phrase("verify.end_not_observed", replayed=replayed)
    key = "verify.as_written" if done.ok else "verify.errors"
    counts = {"rows": done.rows, "errors": done.errors, "warnings": done.warnings}
    return "\n".join([*lines, localized(key, replayed=replayed, **counts)])
