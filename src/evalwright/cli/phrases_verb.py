"""evalwright phrases check: what in phrase files cannot be said, is never reached, or lacks its other language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from evalwright.errors import OK, THRESHOLD_MISSED
from evalwright.text import in_words, localized

from .forms import lang_option
from .output import json_option, result
from .paths import FileIn, Verb

if TYPE_CHECKING:
    from evalwright.synth import PhraseCheck


class FaultLine(TypedDict):
    """Something wrong in a phrase file."""

    file: str
    line: int | None
    kind: str
    rule: str
    text: str


class PhrasesDocument(TypedDict):
    """What `phrases check --json` prints."""

    files: int
    rules: int
    faults: list[FaultLine]


@click.command("phrases", cls=Verb)
@click.argument("action", type=click.Choice(["check"]), metavar="check")
@click.argument("paths", type=FileIn(as_path=True), nargs=-1, metavar="[FILE_OR_FOLDER]...")
@lang_option
@json_option
def command(action: str, paths: tuple[Path, ...], as_json: bool) -> int:
    """Check phrase files and name each fault with its file and line."""
    from evalwright.synth import check_phrases

    del action  # there is one so far
    done = check_phrases(paths)
    result(_document(done), lambda: _listing(done), as_json=as_json)
    return THRESHOLD_MISSED if done.faults else OK


def _document(done: PhraseCheck) -> PhrasesDocument:
    faults: list[FaultLine] = [
        {"file": str(fault.path), "line": fault.line, "kind": fault.kind, "rule": fault.rule, "text": fault.problem}
        for fault in done.faults
    ]
    return {"files": done.files, "rules": done.rules, "faults": faults}


def _listing(done: PhraseCheck) -> str:
    """One line for each fault, its place first, as editors and compilers write it."""
    from evalwright.workbench import visible

    lines = []
    for fault in done.faults:
        place = str(fault.path) if fault.line is None else f"{fault.path}:{fault.line}"
        problem = localized("phrases.in_rule", rule=fault.rule, problem=fault.problem) if fault.rule else fault.problem
        lines.append(f"{visible(place, 400)}: {visible(in_words(problem), 400)}")
    key = "phrases.found" if done.faults else "phrases.clean"
    return "\n".join([*lines, localized(key, files=done.files, rules=done.rules, faults=len(done.faults))])
