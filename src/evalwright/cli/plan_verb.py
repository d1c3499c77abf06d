"""evalwright plan: how many conversations does it take to show a difference of this size?"""

from __future__ import annotations

import click

from evalwright.errors import OK
from evalwright.text import spoken_language

from .forms import lang_option
from .output import json_option, result
from .paths import RunIn, Verb


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
    as_json: bool,
) -> int:
    """Say how many conversations, and items, it takes to show a difference, from the pilot run RUN.

    The pilot's own two models are used where it has two; with one model, see docs/statistics.md for what is assumed.
    """
    from evalwright.report import plan_runs, render_plan

    document = plan_runs(run, against, delta=delta, power=power, models=model, metric=metric).to_dict()
    result(document, lambda: render_plan(document, spoken_language()), as_json=as_json)
    return OK
