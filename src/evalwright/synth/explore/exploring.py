"""Exploring a source: what its tools give, how they fail, what changes by itself, and what is set aside.

In goes an environment in which calls can be carried out, out comes a `World`. Nothing that changes anything is called
here, and the same server in the same state gives the same world.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from ..environment import Environment
from ..explore_limits import Limits
from ..generic.remote import ServedEnvironment
from ..generic.simulated import SimulatedEnvironment
from ..generic.value_flow import Flow
from ..sources import ToolSource
from ..state import MOST_READS
from .budget import Budget, OutOfTimeError
from .changing import ask_again
from .learning import Learner, empty_flow, flow_of
from .observing import Observer
from .probing import learn_failures
from .refusals import learn_plain_refusals
from .reset_proof import prove_way_back
from .steady_reads import steady_reads
from .world import ResourceText, World

_PROBES = 2
"""Calls for each tool to find out how it says no."""
_FOR_STATE = 60
"""Calls to find out whether the state can be put back: changes, and looking at it several times."""
_MOST_RESOURCES = 20
_LARGEST_RESOURCE = 100_000


def explore_source(
    environment: Environment,
    source: ToolSource,
    *,
    rng: random.Random | None = None,
    known: Iterable[Mapping[str, Any]] = (),
    limits: Limits | None = None,
    probe: bool = True,
    locale: str = "en",
) -> World:
    """What there is to know of a source without changing anything. `known`: records that users know."""
    allowed = getattr(environment, "may_call", None)
    world = World(
        source,
        environment.simulated,
        evidence=dict(source.evidence),
        known=[dict(record) for record in known],
        limits=limits or Limits(),
        forbidden=[name for name in source.names() if callable(allowed) and not allowed(name)],
    )
    if isinstance(environment, SimulatedEnvironment):
        world.set_aside |= dict.fromkeys(environment.unknowable(), "unknowable")
    _Exploration(environment, world, rng or random.Random(0), locale, probe=probe).run()
    return world


def discover(
    environment: Environment,
    rng: random.Random,
    *,
    output_schemas: Mapping[str, Any] | None = None,
    known: Iterable[Mapping[str, Any]] = (),
    limits: Limits | None = None,
    locale: str = "en",
) -> Flow:
    """The value flow of an environment that nobody keeps a world of: a domain, or a made-up backend."""
    tools: list[Any] = list(environment.tools())
    effects = {tool["function"]["name"]: environment.effect(tool["function"]["name"]) for tool in tools}
    source = ToolSource("", "tools", tools, "", effects, output_schemas=dict(output_schemas or {}))
    return flow_of(explore_source(environment, source, rng=rng, known=known, limits=limits, probe=False, locale=locale))


class _Exploration:
    """One exploration on its way."""

    def __init__(self, environment: Environment, world: World, rng: random.Random, locale: str, *, probe: bool) -> None:
        self._environment, self._world, self._rng = environment, world, rng
        self._steady = bool(getattr(environment, "steady", True))
        self._probes = probe and not self._steady
        source = world.source
        self._learner = Learner(empty_flow(source.tools, source.effects, source.output_schemas))
        self._budget = Budget(world.limits, len(source.tools))
        self._observer = Observer(environment, world, self._learner, self._budget, rng, locale)

    def run(self) -> None:
        """All of it; a limit in seconds that is hit is kept in the world."""
        try:
            self._explore()
        except OutOfTimeError:
            self._world.incomplete = "seconds"
        self._world.spent = self._budget.spent()

    def _explore(self) -> None:
        world, budget = self._world, self._budget
        readers = sum(view.effect != "write" for view in self._learner.flow.views.values())
        for_state = _FOR_STATE if self._way_back() else MOST_READS
        if not self._steady:
            budget.kept = min((2 + _PROBES * self._probes) * readers + for_state, budget.calls // 2)
        self._read_resources()
        self._learner.learn_known(world)
        self._observer.run()
        if self._steady:
            self._observer.try_writes()
            return
        ask_again(self._observer, world, budget)
        if self._probes:
            budget.kept = min(readers + for_state, budget.calls)
            learn_failures(self._observer, world, budget, self._rng)
        learn_plain_refusals(world, self._learner.flow.views)
        self._look_at_state()

    def _way_back(self) -> bool:
        return getattr(self._environment, "way_back", "none") != "none"

    def _look_at_state(self) -> None:
        """Ask the same once more, where possible in a state that was put back; then see whether changes can be."""
        world, environment = self._world, self._environment
        served = environment if isinstance(environment, ServedEnvironment) else None
        if served is not None and served.way_back != "none":
            self._observer.here = served.begin_anew()
        ask_again(self._observer, world, self._budget)
        if served is None:
            return
        world.reads = steady_reads(self._observer, world)[: max(self._budget.calls, 0)]
        world.state = served.watch(world.reads)
        prove_way_back(served, self._observer, world, self._budget, self._rng)
        self._budget.count_looks(served.shared.looks)

    def _read_resources(self) -> None:
        """What the server offers to be read beside its tools, for the values in it."""
        offered = getattr(self._environment, "resources", None)
        for uri in list(offered())[:_MOST_RESOURCES] if callable(offered) else ():
            if not self._budget.has_call():
                return
            text = self._environment.resource_text(uri)  # type: ignore[attr-defined]
            self._budget.spend(len(text or ""))
            if text is not None and len(text) <= _LARGEST_RESOURCE:
                self._world.resources.append(ResourceText(uri, text))
