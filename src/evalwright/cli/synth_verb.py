"""evalwright synth: make conversations from tools, every call executed, every row checked before it is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalwright.errors import INCOMPLETE, OK, THRESHOLD_MISSED, UsageError
from evalwright.text import in_words, listed, localized, phrase

from .counting import Counting
from .help_page import GroupedCommand
from .options import JsonText
from .output import json_option, result, say
from .paths import FileIn, FolderOut, ModelIn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalwright.chat import JsonObject
    from evalwright.synth import Players, Settings, Synthesis

_SHOWN_REASONS = 8
_ABOUT_MODELS = ("model", "user_model", "api_url", "api_key_env", "generation_config", "concurrency", "timeout")


_GROUPS = {
    "size": ("n", "seed", "out", "valid_share", "users", "profile", "negatives"),
    "model": (
        *("wording", "lang", "parallel", "model", "user_model", "api_url", "api_key_env"),
        *("generation_config", "concurrency", "timeout"),
    ),
    "source": ("allow_writes", "reset", "base_url", "reset_path", "known"),
    "result": ("force", "as_json", "help"),
}


def _default_source() -> str:
    from evalwright.synth import default_domain

    return default_domain()


@click.command("synth", cls=GroupedCommand, groups=_GROUPS)
@click.argument("source", type=FileIn(), default=_default_source)
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
@click.option("-m", "--model", type=ModelIn(), metavar="M")
@click.option("--user-model", type=ModelIn(), metavar="M")
@click.option("--api-url", metavar="U")
@click.option("--api-key-env", default="OPENAI_API_KEY", show_default=True, metavar="NAME")
@click.option("--generation-config", type=JsonText(), metavar="JSON")
@click.option("--concurrency", type=int, metavar="N")
@click.option("--timeout", type=float, metavar="S")
@click.option("--allow-writes", is_flag=True)
@click.option("--reset", default="auto", show_default=True, metavar="HOW")
@click.option("--base-url", metavar="U")
@click.option("--reset-path", metavar="P")
@click.option("--known", type=FileIn(as_path=True), metavar="F")
@json_option
def command(as_json: bool, **options: Any) -> int:
    """Make train.jsonl, valid.jsonl, manifest.json and report.html from the tools of SOURCE."""
    from evalwright.report import write_synthesis_page
    from evalwright.synth import synthesise

    players = _players({key: options.pop(key) for key in _ABOUT_MODELS})
    settings = _settings(options)
    counting = Counting("synth", settings.n)
    try:
        done = synthesise(settings, players=players, progress=counting.tick)
    finally:
        counting.end()
    page = write_synthesis_page(done.out)
    result({**done.to_dict(), "report": str(page)}, lambda: words_about(done, page), as_json=as_json)
    if done.unanswered:
        return INCOMPLETE
    return OK if done.made == done.wanted else THRESHOLD_MISSED


def _settings(options: JsonObject) -> Settings:
    from evalwright.synth import Settings

    langs = tuple(part.strip() for part in ",".join(options.pop("lang")).split(",") if part.strip())
    out = options.pop("out")
    if not out:
        raise UsageError.named("synth.no_out_folder")
    users = options.pop("users")
    sizes = {} if users is None else {"users": users, "orders": 2 * users}
    return Settings(out=Path(out), langs=langs, options=sizes, **options)


def _players(given: JsonObject) -> Players | None:
    """The models that were named."""
    if given["model"] is None:
        unused = [name for name in _ABOUT_MODELS if given[name] is not None and name != "api_key_env"]
        if unused:
            flag = unused[0].replace("_", "-")
            raise UsageError.named("synth.no_model", flag=flag)
        return None
    from evalwright.engine import RetryPolicy
    from evalwright.models import Access, make_models
    from evalwright.synth import Players

    named = [name for name in (given["model"], given["user_model"]) if name]
    assistant, *others = make_models(named, Access(given["api_url"], given["api_key_env"]))
    user = others[0] if others else assistant
    for flag, least, name in (("concurrency", 1, "at_least_one"), ("timeout", 1e-9, "more_than_zero")):
        if given[flag] is not None and not given[flag] >= least:
            raise UsageError.named(f"synth.{name}", flag=flag)
    generation = given["generation_config"] or {}
    if not isinstance(generation, dict):
        raise UsageError.named("synth.generation_config", example='{"temperature": 1}')
    policy = RetryPolicy() if given["timeout"] is None else RetryPolicy(timeout=given["timeout"])
    return Players(assistant, user, generation, policy, given["concurrency"], show_progress=True)


def words_about(done: Synthesis, page: Path) -> str:
    """What was made, for people."""
    from evalwright.text import escaped

    numbers = done.manifest["coverage"]
    files = (phrase("synth.files", num=part["rows"], name=name) for name, part in done.manifest["files"].items())
    key = "synth.made_simulated" if done.manifest["simulated"] else "synth.made"
    lines = [localized(key, num=done.made, files=listed(files)), f"  {_coverage_in_words(numbers)}"]
    for lang, share in numbers["self_bleu_4"].items():
        if share is not None:
            values = {"share": f"{share:.2f}", "repeated": numbers["repeated_openings"]}
            lines.append(f"  {localized('synth.wording', lang=lang, **values)}")
    lines += [f"  {localized('common.note', note=escaped(in_words(note)))}" for note in done.manifest["notes"]]
    lines += [*_never_called(done), *_words_on_wording(done)]
    if done.rejected:
        reasons = listed(f"{rule} {count:,}" for rule, count in done.rejected.most_common(_SHOWN_REASONS))
        lines.append(f"  {localized('synth.drawn_again', reasons=reasons)}")
    if done.unanswered:
        say(localized("synth.unanswered", num=done.unanswered))
    if done.made < done.wanted:
        say(localized("synth.fewer", made=done.made, wanted=done.wanted, why=_why_fewer(done)))
    return "\n".join([*lines, localized("synth.report", path=escaped(str(page)))])


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
    reasons = sorted(worded["refused"].items(), key=lambda each: (-each[1], each[0]))[:_SHOWN_REASONS]
    if reasons:
        told = localized("synth.not_kept", told=told, reasons=listed(f"{why} {count:,}" for why, count in reasons))
    return [f"  {told}"]
