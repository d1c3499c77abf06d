"""A plan in words: how many conversations a difference takes, and what the answer rests on."""

from __future__ import annotations

from evalwright.text import listed, localized

from .comparison_document import Pilot, PlanDocument
from .table import name_text


def render_plan(document: PlanDocument, lang: str = "en") -> str:
    """The plan in a few lines, the answer first."""
    pilot = document["pilot"]
    wanted = {
        "metric": name_text(document["metric"]),
        "delta": f"{100 * document['delta']:.1f}",
        "power": f"{document['power']:g}",
        "conversations": document["conversations"],
        "items": document["items"],
        "unit": _unit(pilot, document["conversations"], lang),
    }
    tried = {
        "models": listed(name_text(label) for label in pilot["models"]),
        "conversations": pilot["conversations"],
        "num": pilot["num"],
        "least": f"{100 * pilot['detectable']:.1f}",
        "unit": _unit(pilot, pilot["conversations"], lang),
    }
    never = document["conversations"] is None
    lines = [
        localized(f"plan.{'never' if never else 'needed'}", lang, **wanted),
        localized("plan.pilot", lang, **tried),
    ]
    if document["correlation"] is not None:
        lines.append(localized("plan.assumed", lang, correlation=f"{document['correlation']:g}"))
    if pilot.get("too_few"):
        lines.append(localized("plan.few", lang, unit=_unit(pilot, None, lang)))
    if pilot.get("ungrouped"):
        told = {"field": name_text(pilot.get("group_by")), "num": pilot["ungrouped"]}
        lines.append(localized("grouping.missing", lang, all=pilot["num"], **told))
    return "\n".join(lines)


def _unit(pilot: Pilot, count: int | None, lang: str) -> str:
    """What is counted, as it is called for so many (None: for any number)."""
    return localized(f"plan.units.{pilot['cluster']}", lang, n=count)
