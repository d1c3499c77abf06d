"""evalwright curate: keep the conversations that pass the rules, and say of each other one what it failed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from evalwright.text import listed, localized, phrase

from .audit_verb import bound_in_words
from .forms import lang_option
from .help_page import GroupedCommand
from .output import json_option, result, say
from .paths import FileIn, FileOut
from .workers_options import workers_options

if TYPE_CHECKING:
    from evalwright.chat import JsonObject
    from evalwright.workbench import Curated

_SHOWN = 60


_GROUPS = {
    "rules": ("rules_file", "sequence", "same", "grounded", "schema_valid", "answered", "audit"),
    "size": (
        *("min_calls", "max_calls", "min_messages", "max_messages", "uses", "not_uses"),
        *("dedupe", "cap_per_plan"),
    ),
    "result": ("out", "rejected", "skip_bad_rows", "workers", "executor", "force", "as_json", "help"),
}


@click.command("curate", cls=GroupedCommand, groups=_GROUPS)
@click.argument("file", type=FileIn())
@click.option("-o", "--out", type=FileOut(), required=True, metavar="OUT")
@click.option("--rules", "rules_file", type=FileIn(), metavar="F")
@click.option("--sequence", multiple=True, metavar="'A -> B'")
@click.option("--same", multiple=True, metavar="PARAM")
@click.option("--grounded", is_flag=True)
@click.option("--schema-valid", is_flag=True)
@click.option("--answered", is_flag=True)
@click.option("--audit", multiple=True, metavar="RULE")
@click.option("--min-calls", type=int, metavar="N")
@click.option("--max-calls", type=int, metavar="N")
@click.option("--min-messages", type=int, metavar="N")
@click.option("--max-messages", type=int, metavar="N")
@click.option("--uses", multiple=True, metavar="TOOL")
@click.option("--not-uses", multiple=True, metavar="TOOL")
@click.option("--dedupe", is_flag=True)
@click.option("--cap-per-plan", type=int, metavar="N")
@click.option("--rejected", type=FileOut(), metavar="F")
@click.option("--skip-bad-rows", is_flag=True)
@workers_options
@lang_option
@json_option
def command(file: str, out: str, rules_file: str | None, rejected: str | None, **options: Any) -> None:
    """Keep the conversations of FILE that pass every rule; a conversation may fail several."""
    from evalwright.text import escaped
    from evalwright.workbench import CurateRules, curate

    as_json, skip, workers = (options.pop(name) for name in ("as_json", "skip_bad_rows", "workers"))
    rules = CurateRules.read(rules_file, _flags(options))
    done = curate(file, out, rules, rejected=rejected, skip_bad_rows=skip, workers=workers)
    for row in done.bad_rows:
        say(localized("common.left_out", row=row.words()))
    piped = "-" in (out, rejected)
    result(done.to_dict(), lambda: _curate_summary(done, out), as_json=as_json and not piped, to_stderr=piped)
    if done.conversations and not done.kept:
        say(localized("outputs.nothing_kept", out=escaped(out)))


def _flags(options: JsonObject) -> JsonObject:
    """The flags as settings: `--same` belongs to every `--sequence`."""
    same, sequences = options.pop("same"), options.pop("sequence")
    if same and not sequences:
        raise click.UsageError(localized("usage_line.same"))
    return {**options, "sequence": [{"calls": text, "same": same} for text in sequences]}


def _curate_summary(done: Curated, out: str) -> str:
    counts = {"kept": done.kept, "conversations": done.conversations, "rejected": done.rejected}
    lines = [localized("curate.done", out=out, **counts)]
    width = max(map(len, done.rules), default=0)
    lines += [f"  {rule:<{width}}  {localized('curate.rule', num=f'{done.fell[rule]:>6}')}" for rule in done.rules]
    together: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for rejection in done.rejections:
        together[rejection.rules].append(rejection.conversation)
    for rules, names in sorted(together.items(), key=lambda entry: -len(entry[1])):
        shown = listed(names[:_SHOWN])
        if len(names) > _SHOWN:
            more = phrase("common.and_more_json", num=len(names) - _SHOWN)
            shown = listed([shown, more], "space")
        lines.append(localized("curate.failed", rules=" + ".join(rules), names=shown))
    lines += [localized("common.bound_compared", name=bound_in_words(name)) for name in done.full]
    return "\n".join(lines)
