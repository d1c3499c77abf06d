"""evalwright synth: make conversations from tools, every call executed, every row checked before it is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import INCOMPLETE, OK, THRESHOLD_MISSED, UsageError
from evalwright.synth import SourceAccess
from evalwright.text import in_words, listed, localized, phrase

from .counting import Counting
from .help_page import GroupedCommand
from .model_options import BUDGET, model_options, players_among
from .options import options_of
from .output import json_option, result, say
from .paths import FileIn, FolderOut, ModelIn
from .source_options import EXPLORE_GROUP, STATE_GROUP, TOOL_CHOICE, source_options
from .workers_options import workers_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalwright.chat import JsonObject
    from evalwright.executor import Executor
    from evalwright.synth import Settings, Synthesis

_SHOWN_REASONS = 8


_GROUPS = {
    "size": ("n", "seed", "out", "valid_share", "users", "profile", "negatives"),
    "model": (
        *("wording", "lang", "parallel", "model", "user_model", "api_url", "api_key_env"),
        *("generation_config", "concurrency", "timeout", *BUDGET),
    ),
    "source": ("scenarios", "header", "env", *STATE_GROUP, *TOOL_CHOICE),
    "explore": ("world", *EXPLORE_GROUP),
    "result": ("force", "as_json", "help"),
}


_AS_EXPLORE = (*TOOL_CHOICE, *EXPLORE_GROUP, "header", "env", "base_url", "reset_run", "reset_path", "allow_writes")
_ELSEWHERE = (*_AS_EXPLORE, "max_tokens_total")
"""Options that the help of `explore`, or of `eval`, shows as well."""


@click.command("synth", cls=GroupedCommand, groups=_GROUPS, elsewhere=_ELSEWHERE)
@click.argument("sources", type=FileIn(), nargs=-1, metavar="[SOURCE]...")
@click.option("-n", "--number", "n", default=100, show_default=True, metavar="N")
@click.option("--seed", default=0, show_default=True, metavar="S")
@click.option("-o", "--out", type=FolderOut(), required=True, metavar="DIR")
@click.option("--lang", multiple=True, default=("en",), show_default="en", metavar="en,zh")
@click.option("--parallel", is_flag=True)
@click.option("--profile", default="natural", show_default=True, metavar="NAME")
@click.option("--valid-share", default=0.2, show_default=True, metavar="X")
@click.option("--negatives", is_flag=True)
@click.option("--users", type=int, metavar="N")
@click.option("--wording", default="grammar", show_default=True, metavar="HOW")
@click.option("--user-model", type=ModelIn(), metavar="M")
@model_options
@click.option("--world", type=FileIn(as_path=True), metavar="F")
@source_options
@click.option("--scenarios", type=FileIn(as_path=True), metavar="F")
@options_of(SourceAccess)
@workers_options
@json_option
def command(as_json: bool, workers: Executor, **options: Any) -> int:
    """Make train.jsonl, valid.jsonl, manifest.json and report.html from the tools of SOURCE."""
    from evalwright.report import write_synthesis_page
    from evalwright.synth import synthesise

    players = players_among(options)
    settings = _settings(options)
    counting = Counting("synth", settings.n)
    try:
        done = synthesise(settings, players=players, progress=counting.tick, workers=workers)
    finally:
        counting.end()
    if not done.made:
        result({**done.to_dict(), "report": None}, lambda: _words_about_nothing(done), as_json=as_json)
        return INCOMPLETE if done.unanswered else THRESHOLD_MISSED
    page = write_synthesis_page(done.out)
    result({**done.to_dict(), "report": str(page)}, lambda: words_about(done, page), as_json=as_json)
    if done.unanswered:
        return INCOMPLETE
    return OK if done.made == done.wanted else THRESHOLD_MISSED


def _settings(options: JsonObject) -> Settings:
    from evalwright.synth import Settings, access_among, default_domain

    langs = tuple(part.strip() for part in ",".join(options.pop("lang")).split(",") if part.strip())
    out = options.pop("out")
    if not out:
        raise UsageError.named("synth.no_out_folder")
    users = options.pop("users")
    source, *beside = options.pop("sources") or (default_domain(),)
    sizes = {} if users is None else {"users": users, "orders": 2 * users}
    return Settings(
        out=Path(out),
        langs=langs,
        options=sizes,
        access=access_among(options),
        source=source,
        beside=tuple(beside),
        **options,
    )


def words_about(done: Synthesis, page: Path) -> str:
    """What was made, for people."""
    from evalwright.synth import by_reason
    from evalwright.text import escaped

    numbers = done.manifest["coverage"]
    files = (phrase("synth.files", num=part["rows"], name=name) for name, part in done.manifest["files"].items())
    key = "synth.made_simulated" if done.manifest["simulated"] else "synth.made"
    lines = [localized(key, num=done.made, files=listed(files)), f"  {_coverage_in_words(numbers)}"]
    for lang, share in numbers["self_bleu_4"].items():
        if share is not None:
            values = {"share": f"{share:.2f}", "repeated": numbers["repeated_openings"]}
            lines.append(f"  {localized('synth.wording', lang=lang, **values)}")
    lines += [
        f"  {localized('common.note', note=escaped(in_words(note)))}" for note in by_reason(done.manifest["notes"])
    ]
    lines += [*_never_called(done), *_variations(done), *_words_on_wording(done)]
    if done.rejected:
        reasons = listed(f"{rule} {count:,}" for rule, count in done.rejected.most_common(_SHOWN_REASONS))
        lines.append(f"  {localized('synth.drawn_again', reasons=reasons)}")
    if done.unanswered:
        say(localized("synth.unanswered", num=done.unanswered))
    if done.made < done.wanted:
        say(localized("synth.fewer", made=done.made, wanted=done.wanted, why=_why_fewer(done)))
    return "\n".join([*lines, localized("synth.report", path=escaped(str(page)))])


def _words_about_nothing(done: Synthesis) -> str:
    """That nothing a model said could be kept, and why."""
    if done.unanswered:
        say(localized("synth.unanswered", num=done.unanswered))
    say(localized("synth.fewer", made=done.made, wanted=done.wanted, why=_why_fewer(done)))
    return "\n".join([localized("synth.nothing_written"), *_words_on_wording(done)])


def _coverage_in_words(numbers: Mapping[str, Any]) -> str:
    return localized(
        "synth.numbers",
        messages=f"{numbers['messages_mean']:.2f}",
        calls=f"{numbers['calls_mean']:.2f}",
        used=numbers["tools_used"],
        declared=numbers["tools_declared"],
        transitions=numbers["transitions"],
        plans=f"{numbers['effective_plans']:.0f}",
        errors=numbers["error_results"],
    )


def _why_fewer(done: Synthesis) -> str:
    if done.manifest["wording"] == "simulate":
        return localized("synth.why.players")
    return localized("synth.why.no_more" if done.made else "synth.why.no_story")


def _never_called(done: Synthesis) -> list[str]:
    """Tools that stand in the rows and are used in none of them: whoever trains on the rows should know."""
    from evalwright.text import escaped

    declared = [tool["function"]["name"] for tool in done.manifest.get("catalogue", {}).get("tools", ())]
    unused = [name for name in declared if name not in done.manifest["coverage"]["by_tool"]]
    shown = listed(escaped(name) for name in unused[:_SHOWN_REASONS])
    if len(unused) > _SHOWN_REASONS:
        shown = phrase("common.and_more", shown=shown, num=len(unused) - _SHOWN_REASONS)
    return [f"  {localized('synth.never_called', names=shown)}"] if unused else []


def _variations(done: Synthesis) -> list[str]:
    """What a scenario file's conversations did differently: how often, of how often it could have been."""
    counts = done.manifest.get("scenarios", {}).get("variations", {})
    shown = [f"{name} {each['used']:,}/{each['applicable']:,}" for name, each in counts.items() if each["applicable"]]
    return [f"  {localized('synth.variations', variations=listed(shown))}"] if shown else []


def _words_on_wording(done: Synthesis) -> list[str]:
    """How much of a model's words was kept."""
    worded = done.manifest.get("worded")
    if not worded or not worded["tried"]:
        return []
    from evalwright.text import escaped

    name = escaped(worded["model"]["name"])
    share = f"{worded['kept_share']:.1%}"
    counts = {"kept": worded["kept"], "tried": worded["tried"], "unit": phrase(f"synth.units.{worded['unit']}")}
    told = localized("synth.worded", name=name, share=share, **counts)
    if worded["mended"]:
        told = localized("synth.mended", told=told, num=worded["mended"])
    reasons = sorted(worded["refused"].items(), key=lambda each: (-each[1], each[0]))[:_SHOWN_REASONS]
    if reasons:
        told = localized("synth.not_kept", told=told, reasons=listed(f"{why} {count:,}" for why, count in reasons))
    return [f"  {told}"]
