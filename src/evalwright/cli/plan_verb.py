"""evalwright plan: how many conversations does it take to show a difference of this size?"""

from __future__ import annotations

import click

from evalwright.errors import OK
from evalwright.text import spoken_language

from .forms import lang_option
from .output import json_option, result
from .paths import RunIn, Verb


@click.command("plan", cls=Verb)
@click.argument("run", type=RunIn())
@click.option("--against", type=RunIn(), metavar="RUN_B")
@click.option("--delta", type=float, default=0.03, show_default=True)
@click.option("--power", type=float, default=0.8, show_default=True)
@click.option("-m", "--model", multiple=True, metavar="NAME")
@click.option("--metric", metavar="NAME")
@click.option("--group-by", metavar="FIELD")
@lang_option
@json_option
def command(
    run: str,
    against: str | None,
    delta: float,
    power: float,
    model: tuple[str, ...],
    metric: str | None,
    group_by: str | None,
    as_json: bool,
) -> int:
    """Say how many conversations, and items, it takes to show a difference, from the pilot run RUN."""
    from evalwright.report import plan_runs, render_plan

    document = plan_runs(
        run, against, delta=delta, power=power, models=model, metric=metric, group_by=group_by
    ).document
    result(document, lambda: render_plan(document, spoken_language()), as_json=as_json)
    return OK
