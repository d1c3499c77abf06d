"""evalwright verify: prove a directory that synth wrote again, row by row, with every call executed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import OK, THRESHOLD_MISSED
from evalwright.text import in_words, localized, phrase

from .audit_verb import severity_column
from .counting import Counting
from .forms import lang_option
from .output import json_option, result
from .paths import FileIn, Verb

if TYPE_CHECKING:
    from evalwright.synth import Verified

_SHOWN = 20


@click.command("verify", cls=Verb)
@click.argument("directory", type=FileIn(as_path=True), metavar="DIR")
@click.option("--run", is_flag=True)
@click.option("--replay/--no-replay", default=True)
@lang_option
@json_option
def command(directory: Path, run: bool, replay: bool, as_json: bool) -> int:
    """Prove every row of DIR again from its manifest.json, and name the place of whatever was changed."""
    from evalwright.synth import prove

    counting = Counting("verify", 0)
    try:
        done = prove(directory, run=run, replay=replay, progress=counting.tick)
    finally:
        counting.end()
    result(done.to_dict(), lambda: words_of_proof(done), as_json=as_json)
    return OK if done.ok else THRESHOLD_MISSED


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
    key = "verify.as_written" if done.ok else "verify.errors"
    counts = {"rows": done.rows, "errors": done.errors, "warnings": done.warnings}
    return "\n".join([*lines, localized(key, replayed=replayed, **counts)])
