"""From observed calls to a value flow: which result fits which parameter, what users may know, what can be used.

The same calls in the same order give the same flow, whether they are just being made or come from a file. An edge is
kept for what was seen: a value that a tool returned at a path was accepted by another as a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.chat import Arguments, toolbox
from evalwright.text import phrase
from evalwright.workbench import read_result_text

from ..environment import Effect
from ..generic.entity_types import infer
from ..generic.feedable_tools import find_usable
from ..generic.parameters import Param
from ..generic.toolview import ToolView, views_of
from ..generic.value_extraction import Found, bundles_in, names_listed, values_in
from ..generic.value_flow import Edge, Flow
from ..row_types import Tools
from .world import DrawnRecord, ObservedCall, ResourceText, World, value_of_content

_MOST_ORIGINS = 8


def flow_of(world: World) -> Flow:
    """The value flow of a world: a function of it alone."""
    learner = Learner(empty_flow(world.source.tools, world.source.effects, world.source.output_schemas))
    learner.learn_known(world)
    for each in world.calls:
        learner.learn(_as_compared(each, world))
    flow = learner.flow
    flow.changing = [name for name in flow.views if name in world.changing]
    flow.notes += changing_notes(world)
    _match(flow)
    find_usable(flow, simulated=world.simulated, refused=_refusals(world))
    return flow


def empty_flow(tools: Tools, effects: Mapping[str, Effect], output_schemas: Mapping[str, Any]) -> Flow:
    """What is known before anything was called."""
    views = views_of(tools, effects, output_schemas)
    return Flow(views, infer(views.values()), toolbox(tools))


def changing_notes(world: World) -> list[str]:
    """What is said of tools that give something else each time."""
    changing = [name for name in world.source.names() if name in world.changing and name not in world.set_aside]
    return [phrase(_CHANGING_NOTES[world.changing[name]], name=name[:80]) for name in changing]


_CHANGING_NOTES = {
    "differs": "synth.note.changing",
    "replay": "synth.note.changing",
    "not-asked-twice": "synth.note.not_asked_twice",
}


def _refusals(world: World) -> dict[str, str]:
    """Why tools may not be used, whatever is known of them."""
    refused: dict[str, str] = dict.fromkeys(world.forbidden, phrase("synth.unused.changes"))
    refused |= {name: phrase(f"synth.unused.{why.replace('-', '_')}") for name, why in world.set_aside.items()}
    return refused | dict.fromkeys(world.untried, phrase("synth.unused.untried"))


def _as_compared(each: ObservedCall | DrawnRecord, world: World) -> ObservedCall | DrawnRecord:
    """Of a tool that gives something else each time, the part that was there again."""
    if not isinstance(each, ObservedCall) or each.steady is None or each.tool not in world.changing:
        return each
    return ObservedCall(each.tool, each.arguments, each.ok, each.content, each.steady, each.made_up)


class Learner:
    """A flow that grows with every call."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.worked: set[str] = set()
        self._origins: dict[Any, list[tuple[str, str]]] = {}
        """For each value that was returned: by which tool, and where."""

    def learn_known(self, world: World) -> None:
        """Take in what users know, and what resources tell."""
        for record in world.known:
            for bundle in bundles_in(record, None):
                self.flow.known.append(bundle)
                self.flow.keep(bundle)
        for resource in world.resources:
            self.learn_resource(resource)

    def learn_resource(self, resource: ResourceText) -> None:
        """Take in the records of a resource."""
        told = value_of_content(resource.text)
        if isinstance(told, str) and read_result_text(told).shape not in ("record", "records"):
            return  # what a document lists are no things that anybody could name
        for bundle in bundles_in(told, None):
            self.flow.keep(bundle)

    def learn(self, seen: ObservedCall | DrawnRecord) -> None:
        """Take in one call, or one record of a made-up backend."""
        if isinstance(seen, DrawnRecord):
            for bundle in bundles_in(seen.record, seen.about):
                self.flow.keep(bundle)
        elif seen.tool not in self.flow.views:
            return
        elif seen.ok:
            self._learn_success(self.flow.views[seen.tool], seen)
        elif seen.tool not in self.worked:
            self.flow.failed[seen.tool] = seen.content[:200]

    def _learn_success(self, view: ToolView, seen: ObservedCall) -> None:
        flow, about = self.flow, self.flow.about(view.name)
        self.worked.add(view.name)
        flow.failed.pop(view.name, None)
        given = [(param, argument_at_path(seen.arguments, param)) for param in view.required]
        for param, value in given:
            for producer, path in self._origins.get(value, []) if _is_plain(value) else ():
                flow.edges[Edge(producer, path, view.name, param.name, seen=True)] = None
        for found in values_in(seen.value, about):
            self._remember_origin(view, found)
        if view.effect == "write":
            return  # what was made is gone again, so nobody can know it
        asked = {param.key: value for param, value in given if param.kind or param.type == "string"}
        flow.listed |= names_listed(seen.value, about)
        if not tells_something(seen.value):
            asked = {key: value for key, value in asked.items() if value not in seen.made_up}
        for bundle in bundles_in(seen.value, about):
            # What a search is asked about and what it finds belong together only where it finds one thing.
            flow.keep({**asked, **bundle} if isinstance(seen.value, dict) else bundle)
        if asked and not isinstance(seen.value, dict) and tells_something(seen.value):
            flow.keep(asked)

    def _remember_origin(self, view: ToolView, found: Found) -> None:
        self.flow.producers.setdefault(found.key, {})[view.name] = None
        origins = self._origins.setdefault(found.value, [])
        if len(origins) < _MOST_ORIGINS and (view.name, found.path) not in origins:
            origins.append((view.name, found.path))


def tells_something(value: Any) -> bool:
    """Whether a result holds more than nothing: a count of 0 and an empty list say that there is none."""
    if isinstance(value, Mapping):
        return any(map(tells_something, value.values()))
    return bool(value)


def argument_at_path(arguments: Arguments, param: Param) -> Any:
    """The value of a parameter in the arguments of a call; of several, the first; None where it was left away."""
    here: Any = arguments
    for step in param.path:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return None
    return here[0] if isinstance(here, list) and here else here


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _match(flow: Flow) -> None:
    """Edges that stand to reason: the same sort of value, though not seen to be accepted."""
    for view in flow.views.values():
        if view.act == "create" and flow.kinds.target.get(view.name):
            flow.producers.setdefault(f"{flow.kinds.target[view.name]}_id", {})[view.name] = None
    known = {(edge.producer, edge.consumer, edge.param) for edge in flow.edges}
    for view in flow.views.values():
        for param in view.params:
            for producer in flow.producers.get(param.key, ()):
                if producer != view.name and param.kind and (producer, view.name, param.name) not in known:
                    flow.edges[Edge(producer, param.key, view.name, param.name, seen=False)] = None
