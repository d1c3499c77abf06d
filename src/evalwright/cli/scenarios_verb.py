"""evalwright scenarios: a scenario file to begin with, and what is wrong with one, by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import click

from evalwright.errors import INCOMPLETE, OK, THRESHOLD_MISSED, UsageError
from evalwright.synth import SourceAccess
from evalwright.text import in_words, localized

from .forms import write_text
from .help_page import GroupedCommand
from .model_options import BUDGET, MODEL_GROUP, model_options, players_among
from .options import options_of
from .output import json_option, result, say
from .paths import FileIn, FileOut
from .source_options import EXPLORE_GROUP, STATE_GROUP, TOOL_CHOICE, source_options

if TYPE_CHECKING:
    from evalwright.chat import JsonObject
    from evalwright.synth import ModelDraft, Players, ScenarioCheck, Settings

_CHECK = "check"


class FindingLine(TypedDict):
    """Something wrong in a scenario file."""

    line: int
    severity: str
    kind: str
    message: str
    cure: str


class ScenariosDocument(TypedDict):
    """What `scenarios check --json` prints."""

    file: str
    scenarios: int
    languages: list[str]
    findings: list[FindingLine]


class LeftOutPiece(TypedDict):
    """A piece of a draft that was given up."""

    name: str
    kind: str
    why: str
    line: int


class DraftDocument(TypedDict):
    """What `scenarios -m --json` prints."""

    file: str | None
    model: str
    tried: int
    kept: int
    repaired: int
    unanswered: int
    left_out: list[LeftOutPiece]


_SHOWN_PIECES = 20
_GROUPS = {
    "model": (*MODEL_GROUP, *BUDGET),
    "source": ("world", "header", "env", *STATE_GROUP),
    "choice": TOOL_CHOICE,
    "explore": EXPLORE_GROUP,
    "result": ("output", "lang", "force", "as_json", "help"),
}


@click.command(
    "scenarios", cls=GroupedCommand, groups=_GROUPS, elsewhere=(*TOOL_CHOICE, *EXPLORE_GROUP, "max_tokens_total")
)
@click.argument("words", type=FileIn(), nargs=-1, required=True, metavar="[check FILE] SOURCE...")
@click.option("-o", "--output", type=FileOut(), metavar="FILE")
@click.option("--lang", multiple=True, metavar="en,zh")
@click.option("--world", type=FileIn(as_path=True), metavar="F")
@model_options
@source_options
@options_of(SourceAccess)
@json_option
def command(words: tuple[str, ...], output: str | None, lang: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Write a scenario file to begin with, or check one."""
    langs = tuple(part.strip() for part in ",".join(lang).split(",") if part.strip())
    players = players_among(options)
    if words[0] == _CHECK and len(words) > 1 and output is None:
        return _check_file(words[1], words[2:], langs, options, as_json=as_json)
    if words[0] == _CHECK or output is None:
        raise UsageError.named("scenarios.usage")
    settings = _settings_for(words, langs, options)
    return _write_starter(output, settings) if players is None else _write_draft(output, settings, players, as_json)


def _settings_for(sources: tuple[str, ...], langs: tuple[str, ...], options: JsonObject) -> Settings:
    from evalwright.synth import Settings, access_among

    access = access_among(options)
    return Settings(out=Path(), source=sources[0], beside=sources[1:], langs=langs or ("en",), access=access, **options)


def _check_file(
    path: str, sources: tuple[str, ...], langs: tuple[str, ...], options: JsonObject, *, as_json: bool
) -> int:
    from evalwright.synth import check_scenario_file, languages_wanted

    settings = None
    if sources:
        settings = languages_wanted(path, _settings_for(sources, langs, options), langs)
    done = check_scenario_file(path, settings)
    result(_scenarios_document(path, done), lambda: _listing(path, done), as_json=as_json)
    return THRESHOLD_MISSED if done.errors else OK


def _write_starter(output: str, settings: Settings) -> int:
    from evalwright.synth import scenario_starter
    from evalwright.text import escaped

    write_text(output, scenario_starter(settings))
    if output != "-":
        say(localized("scenarios.started", path=escaped(output)))
    return OK


def _write_draft(output: str, settings: Settings, players: Players, as_json: bool) -> int:
    """A file whose words a model found; nothing is written where none of them hold."""
    from evalwright.synth import draft_with_model

    if output == "-":
        raise UsageError.named("scenarios.draft_out")
    done = draft_with_model(settings, players, Path(output))
    if done.text:
        write_text(output, done.text)
    result(_draft_document(output, done), lambda: _draft_in_words(output, done), as_json=as_json)
    if done.unanswered:
        say(localized("scenarios.drafted.unanswered", num=done.unanswered))
        return INCOMPLETE
    return OK if done.text else THRESHOLD_MISSED


def _draft_document(output: str, done: ModelDraft) -> DraftDocument:
    pieces: list[LeftOutPiece] = [
        {"name": each.name, "kind": each.kind, "why": str(each.why), "line": each.line} for each in done.left_out
    ]
    return {
        "file": output if done.text else None,
        "model": str(done.model["name"]),
        "tried": done.tried,
        "kept": done.kept,
        "repaired": done.repaired,
        "unanswered": done.unanswered,
        "left_out": pieces,
    }


def _draft_in_words(output: str, done: ModelDraft) -> str:
    """How many of how many hold, and why the others do not."""
    from evalwright.text import visible

    values = {"path": visible(output, 400), "model": visible(str(done.model["name"]), 100), "tried": done.tried}
    told = localized(f"scenarios.drafted.{'summary' if done.text else 'nothing'}", kept=done.kept, **values)
    if done.repaired and done.text:
        told = localized("scenarios.drafted.repaired", told=told, num=done.repaired)
    keys = {"scenario": "not_kept", "fact": "no_words", "rule": "rule", "tool": "not_asked"}
    lines = [told]
    for each in done.left_out[:_SHOWN_PIECES]:
        words = {"name": visible(each.name, 100), "why": visible(in_words(each.why), 300)}
        lines.append(f"  {localized(f'scenarios.drafted.{keys[each.kind]}', **words)}")
    if len(done.left_out) > _SHOWN_PIECES:
        lines.append(f"  {localized('scenarios.drafted.more', num=len(done.left_out) - _SHOWN_PIECES)}")
    return "\n".join(lines if done.text else [*lines, localized("scenarios.drafted.begin")])


def _scenarios_document(path: str, done: ScenarioCheck) -> ScenariosDocument:
    findings: list[FindingLine] = [
        {
            "line": found.line,
            "severity": found.severity,
            "kind": found.kind,
            "message": str(found.message),
            "cure": str(found.cure),
        }
        for found in done.findings
    ]
    count = len(done.file.scenarios)
    return {"file": path, "scenarios": count, "languages": list(done.file.languages), "findings": findings}


def _listing(path: str, done: ScenarioCheck) -> str:
    """One line for each finding, its place first, as editors and compilers write it."""
    from evalwright.text import visible

    lines = []
    for found in done.findings:
        told = localized("scenarios.finding", message=in_words(found.message), cure=in_words(found.cure))
        if found.severity == "warning":
            told = localized("scenarios.warning", told=told)
        lines.append(f"{visible(f'{path}:{found.line}', 400)}: {visible(told, 600)}")
    values = {"scenarios": len(done.file.scenarios), "languages": ", ".join(done.file.languages)}
    warnings = len(done.findings) - done.errors
    key = "unread" if not done.file.languages else "found" if done.errors else "warned" if warnings else "clean"
    lines.append(localized(f"scenarios.{key}_all", errors=done.errors, warnings=warnings, **values))
    return "\n".join(lines)
