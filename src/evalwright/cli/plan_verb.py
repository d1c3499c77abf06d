"""evalwright plan: how many conversations does it take to show a difference of this size?"""

from __future__ import annotations

from typing import Any

import click

from evalwright.errors import OK

from .forms import lang_option
from .output import json_option, result
from .paths import RunIn, Verb

_TEXTS: dict[str, dict[str, Any]] = {
    "en": {
        "needed": "To show {delta:.1f} points on {metric} with power {power:g}: {conversations} {unit}, {items} items.",
        "never": "No amount of data in reach shows {delta:g} points on {metric}.",
        "pilot": "The pilot ({models}: {conversations} {unit}, {num} items) could show {least:.1f} points or more.",
        "assumed": "With one model in the pilot, the other is assumed to vary as much, correlated by {correlation:g}; "
        "a pilot of both (--against) says it better.",
        "few": "The pilot has too few {unit} to plan by; take this as a rough guess.",
        "units": {"conversation": "conversations", "record": "records"},
    },
    "zh": {
        "needed": "要以 {power:g} 的功效在 {metric} 上显示出 {delta:.1f} 个百分点的差异，"
        "需要 {conversations} 个{unit}，{items} 个样本。",
        "never": "再多的数据也难以在 {metric} 上显示出 {delta:g} 个百分点的差异。",
        "pilot": "试运行（{models}：{conversations} 个{unit}，{num} 个样本）"
        "能显示出 {least:.1f} 个百分点或更大的差异。",
        "assumed": "试运行中只有一个模型：假定另一个模型的波动相同，相关系数为 {correlation:g}；"
        "用两个模型试运行（--against）更准确。",
        "few": "试运行的{unit}太少，此结果只是粗略估计。",
        "units": {"conversation": "对话", "record": "记录"},
    },
}


@click.command("plan", cls=Verb, short_help="Say from a pilot run how many conversations a difference takes.")
@click.argument("run", type=RunIn())
@click.option("--against", type=RunIn(), metavar="RUN_B", help="A pilot of the other model on the same items.")
@click.option("--delta", type=float, default=0.03, show_default=True, help="The difference to show (0.03 is 3 points).")
@click.option("--power", type=float, default=0.8, show_default=True, help="How often it should be found.")
@click.option(
    "-m", "--model", multiple=True, metavar="NAME", help="Which model, or two of them.  [default: the first two]"
)
@click.option("--metric", metavar="NAME", help="The metric that decides.  [default: the task's own]")
@lang_option
@json_option
def command(
    run: str,
    against: str | None,
    delta: float,
    power: float,
    model: tuple[str, ...],
    metric: str | None,
    lang: str,
    as_json: bool,
) -> int:
    """Say how many conversations, and items, it takes to show a difference, from the pilot run RUN.

    The pilot's own two models are used where it has two; with one model, see docs/statistics.md for what is assumed.
    """
    from evalwright.report import Contestant, contestant, matches, open_run, plan

    runs = [open_run(path) for path in (run, against) if path is not None]
    b: Contestant | None = None
    if len(runs) == 1 and (len(model) == 1 or len(runs[0].models) == 1):
        a = contestant(runs[0], (*model, *runs[0].models)[0])
    else:
        a, b = matches(runs, model)[0]
    document = plan(a, b, delta=delta, power=power, metric=metric)
    result(document, lambda: _words(document, lang), as_json=as_json)
    return OK


def _words(document: dict[str, Any], lang: str) -> str:
    from evalwright.report import name_text

    texts, pilot = _TEXTS[lang], document["pilot"]
    unit, metric = texts["units"][pilot["cluster"]], name_text(document["metric"])
    facts = {**document, "delta": 100 * document["delta"], "unit": unit, "metric": metric}
    lines = [texts["never" if document["conversations"] is None else "needed"].format(**facts)]
    models = ", ".join(name_text(label) for label in pilot["models"])
    facts = {**pilot, "models": models, "unit": unit, "least": 100 * pilot["detectable"]}
    lines.append(texts["pilot"].format(**facts))
    if document["correlation"] is not None:
        lines.append(texts["assumed"].format(correlation=document["correlation"]))
    if pilot.get("too_few"):
        lines.append(texts["few"].format(unit=unit))
    return "\n".join(lines)
