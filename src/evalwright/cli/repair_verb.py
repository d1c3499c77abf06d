"""evalwright repair: set the damaged lines of a run aside, and say what is owed."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalwright.errors import INCOMPLETE, OK

from .forms import lang_option
from .output import json_option, result
from .paths import Verb

if TYPE_CHECKING:
    from evalwright.chat import JsonObject
    from evalwright.rundir import Repair

_LISTED = 20


@click.command("repair", cls=Verb)
@click.argument("run", type=click.Path(path_type=Path))
@lang_option
@json_option
def command(run: Path, as_json: bool) -> int:
    """Look at every line of RUN; set aside those that were damaged, with the scores that rest on them."""
    from evalwright.data import declare_outputs
    from evalwright.report import open_run
    from evalwright.rundir import repair_run

    declare_outputs(folders=[run])
    open_run(run)  # says which run was probably meant, where this is none
    done = repair_run(run)
    result(_repair_document(done), lambda: words_of_repair(done), as_json=as_json)
    return INCOMPLETE if done.owed else OK


def _repair_document(done: Repair) -> JsonObject:
    return {**dataclasses.asdict(done), "run": str(done.run)}


def words_of_repair(done: Repair) -> str:
    """What was found, where it went, what is owed."""
    from evalwright.rundir import SET_ASIDE
    from evalwright.text import escaped, localized

    lines = [
        localized(
            "run_dir.repair.set_aside",
            **_bad_line_values(bad.file, bad.line, localized(f"run_dir.repair.{bad.reason}")),
        )
        for bad in done.set_aside[:_LISTED]
    ]
    if done.set_aside:
        count = len(done.set_aside)
        lines.append(localized("run_dir.repair.where", n=count, folder=done.run / SET_ASIDE))
    else:
        lines.append(localized("run_dir.repair.sound", run=done.run, lines=done.lines))
    if done.unprotected:
        lines.append(localized("run_dir.repair.unprotected", n=done.unprotected))
    for owed in done.owed:
        named = {"model": owed.model, "subset": owed.subset}
        if owed.answers:
            lines.append(localized("run_dir.repair.owed", **named, n=owed.answers))
        elif owed.verdicts:
            lines.append(localized("run_dir.repair.verdicts", **named, n=owed.verdicts))
        else:
            lines.append(localized("run_dir.repair.review", **named))
    if done.owed:
        lines.append(localized("run_dir.repair.next", run=done.run))
    return "\n".join(map(escaped, lines))


def _bad_line_values(file: str, line: int, reason: str) -> JsonObject:
    return {"file": file, "line": line, "reason": reason}
