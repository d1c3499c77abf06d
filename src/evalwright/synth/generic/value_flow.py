"""Which result fits which parameter: found out by calling what may be called and watching where values turn up again.

Tools that need nothing come first; what they return is given to tools that take such values, and so on, within a
bounded number of calls and seconds. An edge is kept for what was seen: the value that a tool returned at a path was
accepted by another as a parameter. Records seen on the way are kept as what a user may know.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalwright.chat import Arguments, Toolbox, toolbox
from evalwright.text import phrase

from ..environment import Environment, Result, carried_out
from .entity_types import Kinds, infer
from .feedable_tools import find_usable
from .names import is_opaque
from .parameters import Param, place
from .plausible import plausible
from .samples import sample
from .simulated import SimulatedEnvironment
from .toolview import ToolView, views_of
from .value_extraction import Bundle, Found, bundles_in, names_listed, values_in

_ROUNDS = 5
_TRIES = 3
_MAX_BUNDLES = 5_000
_A_WHILE = 1.1
"""Seconds between two calls that are compared."""
_SECONDS_AGAIN = 15.0
"""For asking again, however long the trying took: a slow tool must not keep the others from being looked at."""
_PEERS = 24
"""Bundles that are compared before one is chosen for a tool."""


class Edge(NamedTuple):
    """A value of one tool's result that another tool takes."""

    producer: str
    path: str
    consumer: str
    param: str
    seen: bool
    """Whether it was seen to be accepted, not only to be of the same sort."""


@dataclass(slots=True)
class Flow:
    """What is known of a set of tools after trying them."""

    views: dict[str, ToolView]
    kinds: Kinds
    checks: Toolbox
    producers: dict[str, dict[str, None]] = field(default_factory=dict)
    """For each sort of value the tools that return it, in the order they were seen."""
    edges: dict[Edge, None] = field(default_factory=dict)
    known: list[Bundle] = field(default_factory=list)
    """What users know of themselves, as far as anybody told."""
    listed: set[str] = field(default_factory=set)
    """Sorts of values that lists in plain text name, such as paths: looked up there like ids."""
    bundles: list[Bundle] = field(default_factory=list)
    by_key: dict[str, list[int]] = field(default_factory=dict)
    usable: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    """Tools that gave nothing but refusals, and the last one."""
    changing: list[str] = field(default_factory=list)
    """Tools that give something else when they are asked the same again, such as the weather."""

    def about(self, tool: str) -> str | None:
        """The thing that a tool is about."""
        return self.kinds.target.get(tool) or self.views[tool].noun

    def known_within(self, share: tuple[float, float]) -> list[Bundle]:
        """What the users on one side know: everybody is on one side, in the order in which they were told."""
        known = self.known
        mine = [each for at, each in enumerate(known) if share[0] <= (at + 0.5) / len(known) < share[1]]
        return mine or ([known[0] if share[0] == 0 else known[-1]] if known else [])

    def may_say(self, key: str) -> bool:
        """Whether a user would know such a value: where it is told what users know, nothing else is."""
        return not self.known or any(key in record for record in self.known)

    def keep(self, bundle: Bundle) -> None:
        """Remember a record."""
        if len(self.bundles) < _MAX_BUNDLES and bundle not in self.bundles[-50:]:
            for key in bundle:
                self.by_key.setdefault(key, []).append(len(self.bundles))
            self.bundles.append(bundle)

    def bundle(self, rng: random.Random, keys: Sequence[str]) -> Bundle:
        """A record that has as many of these values as can be found together."""
        held = [self.by_key[key] for key in keys if key in self.by_key]
        if not held:
            return {}
        rarest = min(held, key=len)
        peers = [self.bundles[rng.choice(rarest)] for _ in range(min(_PEERS, len(rarest)))]
        return max(peers, key=lambda bundle: sum(key in bundle for key in keys))


def discover(
    environment: Environment,
    rng: random.Random,
    *,
    output_schemas: Mapping[str, Any] | None = None,
    known: Iterable[Mapping[str, Any]] = (),
    calls: int = 200,
    seconds: float = 30.0,
    locale: str = "en",
) -> Flow:
    """Try the tools that change nothing, and say which value fits where. `known`: records that users know."""
    tools = environment.tools()
    effects = {view: environment.effect(view) for view in views_of(tools)}
    views = views_of(tools, effects, output_schemas)
    flow = Flow(views, infer(views.values()), toolbox(tools))
    for record in known:
        for bundle in bundles_in(record, None):
            flow.known.append(bundle)
            flow.keep(bundle)
    trial = _Trial(environment, flow, rng, calls, time.monotonic() + seconds, locale)
    trial.run()
    trial.ask_again()
    _match(flow)
    find_usable(flow, environment)
    return flow


class _Answered(NamedTuple):
    """A call that gave something: when, and after how many seconds."""

    arguments: Arguments
    value: Any
    at: float
    took: float


class _Trial:
    """The calls that are made to find out."""

    def __init__(
        self, environment: Environment, flow: Flow, rng: random.Random, calls: int, until: float, locale: str
    ) -> None:
        self._base = environment
        self._here = environment.fork()
        self._flow, self._rng, self._calls, self._until = flow, rng, calls, until
        self._locale = locale
        self._origins: dict[Any, list[tuple[str, str]]] = {}
        """For each value that was returned: by which tool, and where."""
        self.worked: set[str] = set()
        self._made_up: set[str] = set()
        """Texts that nobody has told: they count as known only once a tool has given something for them."""
        self._unsteady = not getattr(environment, "steady", True)
        self._first: dict[str, _Answered] = {}
        """For each tool its first call that gave something."""

    def run(self) -> None:
        """Go round until a round brings nothing new or the limits are met."""
        for _ in range(_ROUNDS):
            before = (len(self._flow.bundles), len(self.worked))
            for view in self._flow.views.values():
                if view.effect != "write" and view.problem is None:
                    self._try(view)
            if (len(self._flow.bundles), len(self.worked)) == before or self._over():
                break

    def ask_again(self) -> None:
        """Where it cannot be promised that none does, find out which tools give something else a second later."""
        until = max(self._until, time.monotonic() + _SECONDS_AGAIN)
        quick_first = sorted(self._first.items(), key=lambda each: round(each[1].took))
        for name, first in quick_first if self._unsteady else ():
            if self._calls <= 0 or time.monotonic() > until:
                self._set_apart(name, "not_asked_twice")
                continue
            self._calls -= 1
            time.sleep(max(first.at + _A_WHILE - time.monotonic(), 0))
            again = carried_out(self._here, name, first.arguments)
            if again.ok and again.value != first.value:
                self._set_apart(name, "changing")

    def _set_apart(self, name: str, why: str) -> None:
        """Note that nobody can promise the same result of this tool again."""
        self._flow.changing.append(name)
        self._flow.notes.append(phrase(f"synth.note.{why}", name=name[:80]))

    def _over(self) -> bool:
        kept = len(self._first) if self._unsteady else 0  # one call for each, to ask again
        return self._calls <= kept or time.monotonic() > self._until

    def _try(self, view: ToolView) -> None:
        for _ in range(_TRIES if view.required else 1):
            if self._over():
                return
            arguments = self._arguments(view)
            if arguments is None or self._flow.checks.problem(view.name, arguments) is not None:
                continue
            self._calls -= 1
            began = time.monotonic()
            result = carried_out(self._here, view.name, arguments)
            if result.ok:
                now = time.monotonic()
                self._first.setdefault(view.name, _Answered(arguments, result.value, now, now - began))
                self._learn(view, arguments, result)
            elif view.name not in self.worked:
                self._flow.failed[view.name] = result.content[:200]

    def _arguments(self, view: ToolView) -> Arguments | None:
        bundle = self._bundle(view)
        made: Arguments = {}
        for param in view.required:
            value = self._trial_value(view, param, bundle)
            if value is None:
                return None
            place(made, param.path, [value] if param.many else value)
        return made

    def _bundle(self, view: ToolView) -> Bundle:
        if isinstance(self._base, SimulatedEnvironment):
            record = self._base.draw(self._rng, view.name)
            for bundle in bundles_in(record, self._flow.about(view.name)) if record is not None else []:
                self._flow.keep(bundle)
        return self._flow.bundle(self._rng, [param.key for param in view.required])

    def _trial_value(self, view: ToolView, param: Param, bundle: Bundle) -> Any:
        if param.options:
            return self._rng.choice(param.options)
        if fits(param, bundle.get(param.key)):
            return bundle[param.key]
        pool = self._flow.by_key.get(param.key, [])
        for _ in range(min(3, len(pool))):
            value = self._flow.bundles[self._rng.choice(pool)][param.key]
            if fits(param, value):
                return value
        if param.kind is not None or is_opaque(param.name):
            return self._rng.choice(param.examples) if param.examples else None
        made = (
            sample(param, self._rng, self._locale, param.kind)
            if self._base.simulated
            else plausible(param, view, self._flow, self._rng, self._locale)
        )
        if isinstance(made, str):
            self._made_up.add(made)
        return made

    def _learn(self, view: ToolView, arguments: Arguments, result: Result) -> None:
        flow, about = self._flow, self._flow.about(view.name)
        self.worked.add(view.name)
        flow.failed.pop(view.name, None)
        for param in view.required:
            for producer, path in self._origins.get(_argument_at_path(arguments, param), []):
                flow.edges[Edge(producer, path, view.name, param.name, seen=True)] = None
        asked = {
            param.key: _argument_at_path(arguments, param)
            for param in view.required
            if param.kind or param.type == "string"
        }
        for found in values_in(result.value, about):
            self._origin(view, found)
        flow.listed |= names_listed(result.value, about)
        if not _tells_something(result.value):
            asked = {key: value for key, value in asked.items() if value not in self._made_up}
        for bundle in bundles_in(result.value, about):
            # What a search is asked about and what it finds belong together only where it finds one thing.
            flow.keep({**asked, **bundle} if isinstance(result.value, dict) else bundle)
        if asked and not isinstance(result.value, dict) and _tells_something(result.value):
            flow.keep(asked)

    def _origin(self, view: ToolView, found: Found) -> None:
        self._flow.producers.setdefault(found.key, {})[view.name] = None
        origins = self._origins.setdefault(found.value, [])
        if len(origins) < 8 and (view.name, found.path) not in origins:
            origins.append((view.name, found.path))


def _tells_something(value: Any) -> bool:
    """Whether a result holds more than nothing: a count of 0 and an empty list say that there is none."""
    if isinstance(value, Mapping):
        return any(map(_tells_something, value.values()))
    return bool(value)


def _argument_at_path(arguments: Mapping[str, Any], param: Param) -> Any:
    here: Any = arguments
    for step in param.path:
        here = here[step]
    return here[0] if isinstance(here, list) and here else here


def fits(param: Param, value: Any) -> bool:
    """Whether a value is of the type that a parameter takes."""
    if isinstance(value, bool) or value is None:
        return param.type == "boolean" and isinstance(value, bool)
    if param.type == "integer":
        return isinstance(value, int)
    if param.type == "number":
        return isinstance(value, int | float)
    return isinstance(value, str) and value != ""


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
