"""evalwright explore: try the tools of a source, and say what can be used of them, how, and what cannot and why."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import INCOMPLETE, OK
from evalwright.synth import SourceAccess
from evalwright.text import in_words, localized

from .forms import lang_option
from .help_page import GroupedCommand
from .options import options_of
from .output import json_option, result, say
from .paths import FileIn, FileOut
from .source_options import EXPLORE_GROUP, STATE_GROUP, TOOL_CHOICE, source_options

if TYPE_CHECKING:
    from evalwright.synth import ToolSummary, World, WorldSummary

_COLUMNS = 80
_GROUPS = {
    "source": ("header", "env", *STATE_GROUP),
    "choice": TOOL_CHOICE,
    "explore": EXPLORE_GROUP,
    "result": ("output", "force", "lang", "as_json", "help"),
}


@click.command("explore", cls=GroupedCommand, groups=_GROUPS)
@click.argument("sources", type=FileIn(), nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", type=FileOut(), metavar="FILE")
@source_options
@options_of(SourceAccess)
@lang_option
@json_option
def command(sources: tuple[str, ...], output: str | None, as_json: bool, **options: Any) -> int:
    """Find out what the tools of SOURCE hold and do, without changing anything."""
    from evalwright.synth import Settings, access_among, explored, world_summary, write_world

    access = access_among(options)
    began = time.monotonic()
    world = explored(Settings(out=Path(), source=sources[0], beside=sources[1:], access=access, **options))
    seconds = time.monotonic() - began
    if output is not None:
        write_world(output, world)
        say(localized("explore.written", path=output))
    summary = world_summary(world)
    result({**summary}, lambda: _in_lines(world, summary, seconds), as_json=as_json)
    return INCOMPLETE if world.incomplete else OK


def _in_lines(world: World, summary: WorldSummary, seconds: float) -> str:
    used = [each for each in summary["tools"] if each["usable"]]
    counts = {"used": len(used), "num": len(summary["tools"]), "calls": world.spent.get("calls", 0)}
    lines = [*_wrapped(localized("explore.counts", seconds=f"{seconds:.1f}", **counts))]
    if used:
        lines += ["", localized("explore.can"), *(line for each in used for line in _used_lines(each))]
    if len(used) < len(summary["tools"]):
        lines += ["", localized("explore.cannot"), *_unused_lines(summary["tools"])]
    lines += ["", *_wrapped(in_words(summary["state"]))]
    if summary["observed_by"]:
        lines += _wrapped(localized("explore.observed", names=", ".join(summary["observed_by"])))
    for note in summary["notes"]:
        lines += _wrapped(in_words(note))
    if summary["incomplete"]:
        lines += _wrapped(localized("explore.incomplete", seconds=f"{world.limits.seconds:g}"))
    return "\n".join(lines)


def _used_lines(each: ToolSummary) -> list[str]:
    """A tool, what it does and who says so; below it where its values come from."""
    by_source: dict[str, list[str]] = {}
    for name, where in each["values"].items():
        by_source.setdefault(in_words(where), []).append(name)
    values = [localized("explore.value", names=", ".join(names), where=where) for where, names in by_source.items()]
    changing = [localized("explore.changing")] if each.get("changing") else []
    effect = localized(f"explore.effects.{each['effect']}", by=localized(f"explore.by.{each['by']}"))
    first = _wrapped(localized("explore.tool", tool=each["tool"], effect=effect), "  ")
    return [*first, *(line for told in [*values, *changing] for line in _wrapped(told, "      "))]


def _unused_lines(tools: list[ToolSummary]) -> list[str]:
    """The tools that share a reason, under it."""
    by_reason: dict[str, list[str]] = {}
    for each in tools:
        if not each["usable"]:
            by_reason.setdefault(in_words(each.get("why_not", "")), []).append(each["tool"])
    lines: list[str] = []
    for why, names in by_reason.items():
        lines += [*_wrapped(", ".join(names), "  "), *_wrapped(why, "      ")]
    return lines


def _wrapped(text: str, inset: str = "") -> list[str]:
    from evalwright.text import escaped, wrap

    return [inset + line for line in wrap(escaped(text), _COLUMNS - len(inset)).lines]
