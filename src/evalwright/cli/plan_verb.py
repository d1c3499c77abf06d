"""evalwright plan: how many conversations does it take to show a difference of this size?"""

from __future__ import annotations

from typing import Any

import click

from evalwright.errors import OK
from evalwright.text import localized

from .forms import lang_option
from .output import json_option, result


@click.command("plan", short_help="Say from a pilot run how many conversations a difference takes.")
@click.argument("run")
@click.option("--against", metavar="RUN_B", help="A pilot of the other model on the same items.")
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
    from evalwright.report import Contestant, contestant, matches, open_run, plan

    runs = [open_run(path) for path in (run, against) if path is not None]
    b: Contestant | None = None
    if len(runs) == 1 and (len(model) == 1 or len(runs[0].models) == 1):
        a = contestant(runs[0], (*model, *runs[0].models)[0])
    else:
        a, b = matches(runs, model)[0]
    document = plan(a, b, delta=delta, power=power, metric=metric)
    result(document, lambda: _plan_in_words(document), as_json=as_json)
    return OK


def _plan_in_words(document: dict[str, Any]) -> str:
    from evalwright.report import name_text

    pilot = document["pilot"]
    unit = localized(f"plan.units.{pilot['cluster']}")
    wanted = {
        "metric": name_text(document["metric"]),
        "delta": f"{100 * document['delta']:.1f}",
        "power": f"{document['power']:g}",
        "conversations": document["conversations"],
        "items": document["items"],
        "unit": unit,
    }
    tried = {
        "models": ", ".join(name_text(label) for label in pilot["models"]),
        "conversations": pilot["conversations"],
        "num": pilot["num"],
        "least": f"{100 * pilot['detectable']:.1f}",
        "unit": unit,
    }
    never = document["conversations"] is None
    lines = [
        localized(f"plan.{'never' if never else 'needed'}", **wanted),
        localized("plan.pilot", **tried),
    ]
    if document["correlation"] is not None:
        lines.append(localized("plan.assumed", correlation=f"{document['correlation']:g}"))
    if pilot.get("too_few"):
        lines.append(localized("plan.few", unit=unit))
    return "\n".join(lines)
