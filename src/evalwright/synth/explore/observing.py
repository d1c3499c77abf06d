"""The calls that are made to find out what a source holds: reading ones, with values that were told or seen.

Tools that need nothing come first; what they return is given to tools that take such values, and so on, round after
round, as long as there is something new and calls are left. No call is made twice. A tool that hangs, or whose call
ends the server, is not called again: it costs itself alone.
"""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from evalwright.chat import Arguments
from evalwright.data import dumps_canonical

from ..environment import Crash, Environment, NoAnswer, Result, Withheld, carried_out
from ..generic.names import is_opaque
from ..generic.parameters import Param, place
from ..generic.plausible import plausible
from ..generic.samples import sample, state_of
from ..generic.simulated import SimulatedEnvironment
from ..generic.toolview import ToolView
from ..generic.value_extraction import Bundle
from ..generic.value_flow import Flow, fits
from .budget import Budget
from .learning import Learner
from .trials import Trials
from .world import DrawnRecord, ObservedCall, World

_ROUNDS = 5
_TRIES = 3
_MOST_REFUSALS = 6
"""Tries that a tool may refuse before it is left alone."""


class Answered(NamedTuple):
    """A call that gave something, and when."""

    arguments: Arguments
    result: Result
    moment: float
    took: float = 0.0
    """Seconds that it took."""


class Observer:
    """Makes calls and takes in what they give."""

    def __init__(
        self, environment: Environment, world: World, learner: Learner, budget: Budget, rng: random.Random, locale: str
    ) -> None:
        self._base, self.here = environment, environment.fork()
        self._world, self._learner, self._budget, self._rng, self._locale = world, learner, budget, rng, locale
        self._trials = Trials(world.source, learner.flow.views, world.known)
        self._asked: set[bytes] = set()
        self._refused: dict[str, int] = {}
        self.first: dict[str, Answered] = {}
        """For each tool its first call that gave something."""

    @property
    def flow(self) -> Flow:
        """What is known by now."""
        return self._learner.flow

    def run(self) -> None:
        """Go round until a round brings nothing new or the calls are used up."""
        views = [view for view in self.flow.views.values() if view.effect != "write" and view.problem is None]
        for _ in range(_ROUNDS):
            before = (len(self.flow.bundles), len(self._learner.worked))
            for view in views:
                self._try_tool(view)
            if (len(self.flow.bundles), len(self._learner.worked)) == before:
                break
        if not self._budget.has_call():
            called = {each.tool for each in self._world.observed()}
            self._world.untried += [view.name for view in views if view.name not in called and not view.required]

    def try_writes(self) -> None:
        """Try what changes something, each time in a state of its own that is thrown away."""
        for view in self.flow.views.values():
            if view.effect != "write" or view.problem is not None or not self._world.may_call(view.name):
                continue
            for _ in range(_TRIES + 1):
                made_up: list[str] = []
                arguments = self._next_arguments(view, made_up) if self._is_worth_trying(view) else None
                if arguments is None:
                    break
                self.here = self._base.fork()
                self._asked.add(dumps_canonical([view.name, arguments]))
                self._observe(view, arguments, made_up)
        self.here = self._base.fork()

    def call(self, name: str, arguments: Arguments) -> Result:
        """Carry out a call that counts; what hangs, dies or tells a secret is set aside."""
        result = carried_out(self.here, name, arguments)
        self._budget.spend(len(result.content.encode("utf-8", "replace")))
        if isinstance(result, Withheld):
            self._withhold(name)
        elif isinstance(result, Crash):
            self._world.set_aside[name] = "hangs" if isinstance(result, NoAnswer) else "ends-server"
            self.here = self._base.fork()
        return result

    def _withhold(self, name: str) -> None:
        """Forget all that a tool gave: it tells what nobody should read."""
        self._world.set_aside[name] = "secret"
        self._world.calls[:] = [
            each for each in self._world.calls if not isinstance(each, ObservedCall) or each.tool != name
        ]

    def _try_tool(self, view: ToolView) -> None:
        for _ in range(_TRIES if view.required else 1):
            if not self._is_worth_trying(view) or not self._budget.has_call():
                return
            made_up: list[str] = []
            arguments = self._next_arguments(view, made_up)
            if arguments is None:
                return
            self._asked.add(dumps_canonical([view.name, arguments]))
            self._observe(view, arguments, made_up)

    def _next_arguments(self, view: ToolView, made_up: list[str]) -> Arguments | None:
        """The likeliest arguments that were not tried yet."""
        drawn = (
            iter([self.arguments_for(view, made_up)] * _TRIES) if self._base.simulated else self._trials.arguments(view)
        )
        for arguments in drawn:
            if arguments is None or self.flow.checks.problem(view.name, arguments) is not None:
                continue
            if dumps_canonical([view.name, arguments]) not in self._asked:
                return arguments
        return None

    def _is_worth_trying(self, view: ToolView) -> bool:
        return view.name not in self._world.set_aside and self._refused.get(view.name, 0) < _MOST_REFUSALS

    def _observe(self, view: ToolView, arguments: Arguments, made_up: list[str]) -> None:
        began = time.monotonic()
        result = self.call(view.name, arguments)
        if view.name in self._world.set_aside:
            return
        seen = ObservedCall(view.name, arguments, result.ok, result.content, result.value, tuple(made_up))
        self._world.calls.append(seen)
        self._learner.learn(seen)
        self._trials.learn(seen)
        if result.ok:
            self.first.setdefault(view.name, Answered(arguments, result, time.monotonic(), time.monotonic() - began))
        else:
            self._refused[view.name] = self._refused.get(view.name, 0) + 1

    def arguments_for(self, view: ToolView, made_up: list[str]) -> Arguments | None:
        """The arguments of a call with values that are known; None where one is missing."""
        bundle = self._bundle(view)
        made: Arguments = {}
        for param in view.required:
            value = self._trial_value(view, param, bundle, made_up)
            if value is None:
                return None
            place(made, param.path, [value] if param.many else value)
        state = state_of(made.get("city"), self._locale)
        return {**made, **{name: state for name in ("state", "province") if name in made and state is not None}}

    def value_for(self, view: ToolView, param: Param) -> Any:
        """A value for one parameter that is known; None where none is."""
        return self._trial_value(view, param, self._bundle(view), [])

    def _bundle(self, view: ToolView) -> Bundle:
        if isinstance(self._base, SimulatedEnvironment):
            record = self._base.draw(self._rng, view.name)
            if record is not None:
                drawn = DrawnRecord(record, self.flow.about(view.name))
                self._world.calls.append(drawn)
                self._learner.learn(drawn)
        return self.flow.bundle(self._rng, [param.key for param in view.required])

    def _trial_value(self, view: ToolView, param: Param, bundle: Bundle, made_up: list[str]) -> Any:
        if param.options:
            return self._rng.choice(param.options)
        if fits(param, bundle.get(param.key)):
            return bundle[param.key]
        pool = self.flow.by_key.get(param.key, [])
        for _ in range(min(3, len(pool))):
            value = self.flow.bundles[self._rng.choice(pool)][param.key]
            if fits(param, value):
                return value
        if param.kind is not None or is_opaque(param.name):
            return self._rng.choice(param.examples) if param.examples else None
        made = (
            sample(param, self._rng, self._locale, param.kind)
            if self._base.simulated
            else plausible(param, view, self.flow, self._rng, self._locale)
        )
        if isinstance(made, str):
            made_up.append(made)
        return made
