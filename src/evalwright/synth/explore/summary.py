"""What exploring found, as short facts for people: which tools can be used and how, which cannot and why."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from evalwright.text import Sentence, listed, phrase

from ..environment import Effect
from ..generic.parameters import Param
from ..generic.value_flow import Flow
from ..sources import Evidence
from .learning import flow_of
from .world import World

_MOST_PRODUCERS = 2


class ToolSummary(TypedDict):
    """One tool."""

    tool: str
    effect: Effect
    by: Evidence
    """Who says so."""
    usable: bool
    values: dict[str, str]
    """For each value that it needs, where it comes from."""
    changing: NotRequired[bool]
    """Whether it gives something else each time."""
    why_not: NotRequired[str]


class WorldSummary(TypedDict):
    """The document of `explore --json`."""

    source: str
    tools: list[ToolSummary]
    notes: list[str]
    state: str
    """How it is put back, and whether that was seen to work."""
    observed_by: list[str]
    """The tools by whose results the state is known."""
    spent: dict[str, int]
    limits: dict[str, float]
    incomplete: str


def world_summary(world: World) -> WorldSummary:
    """What was found."""
    flow = flow_of(world)
    return {
        "source": world.source.text,
        "tools": [_tool_summary(world, flow, name) for name in flow.views],
        "notes": [note for note in flow.notes if not any(note.startswith(f"{name}: ") for name in flow.views)],
        "state": state_in_words(world),
        "observed_by": list(dict.fromkeys(read.tool for read in world.reads)),
        "spent": dict(world.spent),
        "limits": {
            "calls": world.limits.calls_for(len(world.source.tools)),
            "seconds": world.limits.seconds,
            "bytes": world.limits.bytes,
        },
        "incomplete": world.incomplete,
    }


def _tool_summary(world: World, flow: Flow, name: str) -> ToolSummary:
    view, usable = flow.views[name], name in flow.usable
    made: ToolSummary = {
        "tool": name,
        "effect": view.effect,
        "by": world.evidence.get(name, "words"),
        "usable": usable,
        "values": {param.name: _where_from(world, flow, name, param) for param in view.required} if usable else {},
    }
    if name in world.changing:
        made["changing"] = True
    if not usable:
        made["why_not"] = flow.left_out.get(name, "")
    return made


def _where_from(world: World, flow: Flow, tool: str, param: Param) -> Sentence:
    """Where the value of a parameter comes from."""
    if param.options:
        return phrase("explore.from.options")
    edges = [edge for edge in flow.edges if edge.consumer == tool and edge.param == param.name]
    seen = list(dict.fromkeys(edge.producer for edge in edges if edge.seen)) or [edge.producer for edge in edges]
    if any(param.key in record for record in flow.known):
        return phrase("explore.from.known")
    if seen:
        return phrase("explore.from.results", tools=listed(seen[:_MOST_PRODUCERS]))
    if param.key in flow.by_key:
        return phrase("explore.from.seen")
    return phrase("explore.from.examples" if param.examples else "explore.from.free")


def state_in_words(world: World) -> Sentence:
    """How the state is put back, and whether that was seen to work."""
    facts = world.reset
    if "write" not in world.source.effects.values():
        return phrase("explore.state.not_needed")
    if facts.way == "none":
        return phrase("explore.state.none" if world.forbidden else "explore.state.own")
    way = phrase(f"synth.way.{facts.way}")
    if facts.proved:
        key = (
            "explore.state.proved_restart"
            if facts.restarts and facts.way in ("state", "run")
            else "explore.state.proved"
        )
        return phrase(key, way=way, tool=facts.tool)
    if facts.proved is None:
        return phrase("explore.state.untried", way=way)
    why = phrase(f"explore.state.{facts.why.replace('-', '_')}", way=way, tool=facts.tool)
    if facts.undone_by:
        return phrase("explore.state.undone", why=why, tool=facts.undone_by)
    return phrase("explore.state.left", why=why, left=listed(facts.left, "semicolon")) if facts.left else why
