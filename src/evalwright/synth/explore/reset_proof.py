"""Proving that the state of a server is put back: something is made, put back, and looked for again.

Only where the user named a way back. A creating call with a marker comes first; where there is none, another write
that is known to be possible. What it did must show, in what reads give or in the copied files, and must be gone again
afterwards; with a copy or a command it is tried first whether the server can run on. Where it is not gone, the inverse
call is made if there is one, what was left behind is said, and no tool that changes things is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from evalwright.chat import Arguments
from evalwright.text import resource_json

from ..drafting import takes_sql
from ..environment import Result
from ..generic.names import singular, words_of
from ..generic.parameters import Param, place
from ..generic.probe_marker import new_marker
from ..generic.remote import ServedEnvironment
from ..generic.toolview import ToolView
from ..generic.value_extraction import values_in
from ..generic.value_flow import fits
from .budget import Budget
from .changing import is_same
from .learning import argument_at_path
from .observing import Observer
from .world import ObservedCall, ResetFacts, World

_ORDER = ("create", "update", "end")
"""What is tried first; what tells somebody something cannot be taken back by anyone."""
_TRIES = 3
_LOOKS = 3
"""How often the state is looked at after a change that shows."""
_WORDS = resource_json(__package__, "words/parameters.json")
_OWN_NAMES, _WHERE, _DELETING = (frozenset(_WORDS[each]) for each in ("own_names", "where", "deleting"))


def prove_way_back(
    environment: ServedEnvironment, observer: Observer, world: World, budget: Budget, rng: random.Random
) -> None:
    """Try whether the way back that was named leads back; what was found goes into the world and the environment."""
    world.reset = ResetFacts(environment.way_back, environment.shared.restarts)
    if environment.way_back == "none":
        return
    if not environment.observed and _copy_of(environment) is None:
        world.reset.proved, world.reset.why = False, "not-observed"
    else:
        for tools in environment.groups():
            # Each way back is tried by itself; where one of them leads nowhere, nothing is changed at all.
            _Proof(environment, observer, world, budget, rng, tools).run()
            if world.reset.proved is False:
                break
    environment.shared.proved = world.reset.proved
    environment.shared.restarts = world.reset.restarts
    world.forbidden = [name for name in world.source.names() if not environment.may_call(name)]


def shows_change(environment: ServedEnvironment) -> bool:
    """Whether the state differs from the beginning: in the copied files, or in what reads give."""
    copy = _copy_of(environment)
    if copy is not None and copy.is_changed():
        return True
    return environment.observed and environment.look() != environment.shared.first


def leads_back(environment: ServedEnvironment, facts: ResetFacts) -> bool:
    """Whether putting back undoes a change: with the server running on where that is possible, else started anew."""
    tries = (False, True) if facts.way in ("state", "run") and facts.restarts else (facts.restarts,)
    for restarts in tries:
        facts.restarts = environment.shared.restarts = restarts
        environment.put_back()
        if not shows_change(environment):
            return True
    return False


def _copy_of(environment: ServedEnvironment) -> Any:
    return getattr(environment, "place", None)


class _Proof:
    """One proof on its way."""

    def __init__(
        self,
        environment: ServedEnvironment,
        observer: Observer,
        world: World,
        budget: Budget,
        rng: random.Random,
        tools: frozenset[str],
    ) -> None:
        self._environment, self._observer, self._world, self._budget = environment, observer, world, budget
        self._tools = tools
        self._marker = new_marker(rng)
        self._unseen = ""

    def run(self) -> None:
        """Try one write after another until one shows whether the way leads back."""
        facts = self._world.reset
        for view, arguments in self._writes():
            result = self._made(view, arguments)
            if not result.ok:
                continue
            if not shows_change(self._environment):
                self._unseen = view.name
                self._environment.put_back()
                continue
            facts.tool, seen = view.name, self._environment.look() if self._environment.observed else ""
            facts.proved = leads_back(self._environment, facts)
            if facts.proved:
                self._world.calls.append(ObservedCall(view.name, arguments, True, result.content, result.value))
                self._do_again(view, arguments, result, seen)
            else:
                facts.why = "still-there"
                self._undo(view, arguments, result)
            return
        if self._unseen and _copy_of(self._environment) is None:
            facts.tool, facts.proved, facts.why = self._unseen, False, "not-seen"

    def _writes(self) -> Iterator[tuple[ToolView, Arguments]]:
        """Calls that change something, the least harmful first, each with arguments that may be taken."""
        flow = self._observer.flow
        for act in _ORDER:
            for view in flow.views.values():
                if view.effect != "write" or view.act != act or view.problem is not None:
                    continue
                if view.name not in self._tools:
                    continue
                for attempt in range(_TRIES if view.required else 1):
                    arguments = self._marked_arguments(view, attempt)
                    if arguments is not None and flow.checks.problem(view.name, arguments) is None:
                        yield view, arguments

    def _marked_arguments(self, view: ToolView, attempt: int) -> Arguments | None:
        """Arguments with the marker in a text of one's own choice, so that what was made can be told from all else.

        What is there already has no marker, and a server may want to know every text: then values that were seen.
        """
        made: Arguments = {}
        chosen = [param for param in view.required if _is_free_text(param)]
        own = [param for param in chosen if _names_the_thing(param)] or chosen
        marked = own[:1] if view.act == "create" else chosen[-1:] if view.act == "update" and attempt == 0 else []
        for param in view.required:
            value = self._observer.value_for(view, param)
            if takes_sql(replace(view, effect="read"), param):
                value = f"CREATE TABLE {self._marker.replace('-', '_')} (note TEXT)"
            elif param in marked:
                value = marked_value(value, self._marker)
            if value is None:
                value = self._marker if _is_free_text(param) else None
            if value is None:
                return None
            place(made, param.path, [value] if param.many else value)
        return made

    def _made(self, view: ToolView, arguments: Arguments) -> Result:
        self._budget.count_looks(self._environment.shared.looks)
        looks = _LOOKS * len(self._environment.shared.reads)
        if self._budget.calls <= looks or not self._budget.has_call(last=True):
            return Result(False, "")
        return self._observer.call(view.name, arguments)

    def _do_again(self, view: ToolView, arguments: Arguments, result: Result, seen: str) -> None:
        """Make the same change once more: one that gives or does something else, such as a date, counts as changing."""
        again = self._made(view, arguments)
        if view.name in self._world.set_aside:
            return
        if not is_same(result, again) or self._environment.look() != seen:
            self._world.changing[view.name] = "differs"
        self._environment.put_back()

    def _undo(self, view: ToolView, arguments: Arguments, result: Result) -> None:
        """Call the inverse, where there is one; what is left behind is kept to be said."""
        facts = self._world.reset
        self._environment.shared.proved = None
        for other in self._observer.flow.views.values():
            undoing = _undoing(view, other, arguments, result, self._marker)
            if (
                undoing is not None
                and self._observer.call(other.name, undoing).ok
                and not shows_change(self._environment)
            ):
                facts.undone_by = other.name
                return
        facts.left = [f"{view.name} {arguments}"[:300]]


def _is_free_text(param: Param) -> bool:
    """Whether anything may stand for a parameter: a text that is no id, no date and no choice."""
    form = param.schema.get("format")
    return param.type == "string" and not param.options and param.kind is None and form is None


def _names_the_thing(param: Param) -> bool:
    """Whether a text says what a new thing is to be called, and not where it is to be made."""
    words = words_of(param.name)
    return bool(words) and singular(words[-1]) in _OWN_NAMES and not _WHERE & set(words)


def marked_value(value: Any, marker: str) -> str:
    """The marker in place of a value; of a path in place of its last name, with its ending."""
    folder, slash, name = str(value or "").rpartition("/")
    return folder + slash + marker + (f".{name.rpartition('.')[2]}" if slash and "." in name else "")


def _undoing(view: ToolView, other: ToolView, arguments: Arguments, result: Result, marker: str) -> Arguments | None:
    """The arguments with which another tool takes away what a call made; None where it does nothing of the kind."""
    if other.verb not in _DELETING or not set(other.nouns) & set(view.nouns):
        return None
    found = {each.key: each.value for each in values_in(result.value, view.noun)}
    given = {param.key: value for param in view.params if (value := argument_at_path(arguments, param)) is not None}
    made: Arguments = {}
    for param in other.required:
        value = found.get(param.key, given.get(param.key))
        if not fits(param, value):
            value = marker if _is_free_text(param) else None
        if value is None:
            return None
        place(made, param.path, [value] if param.many else value)
    return made
