"""A domain as a world: each item gets a fork of the state that it names, in this process: nothing is at risk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.effects import Outcome
from evalwright.text import phrase, visible

from ..checks.replay_targets import RowWorlds
from ..environment import Crash, Environment, Result, carried_out

_SHOWN = 200


class DomainWorld:
    """A state of a domain."""

    def __init__(self, environment: Environment, names: frozenset[str]) -> None:
        self._environment, self._names = environment, names
        self.steady = bool(getattr(environment, "steady", True))

    def has_tool(self, name: str) -> bool:
        """Whether the domain has such a tool."""
        return name in self._names

    def execute(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """Execute one call."""
        return outcome_of(name, carried_out(self._environment, name, arguments))

    def state(self) -> str:
        """The domain's own fingerprint."""
        return self._environment.hash()

    def fork(self) -> DomainWorld:
        """The same state, to be changed apart from this one."""
        return DomainWorld(self._environment.fork(), self._names)


class DomainWorlds:
    """The states of one domain, as items name them."""

    def __init__(self, name: str) -> None:
        self._name, self._rows = name, RowWorlds(name)

    def of(self, stated: Mapping[str, Any] | None) -> DomainWorld | str:
        """The state that an item names; a sentence for an item that is of no domain, or of another."""
        if stated is None or "name" not in stated:
            return phrase("effect.unknown.no_environment", name=self._name)
        found = self._rows.named(stated)
        if isinstance(found, str):
            return found
        return DomainWorld(found, frozenset(str(tool["function"]["name"]) for tool in found.tools()))

    def close(self) -> None:
        """Let go of what was made."""
        self._rows.close()


def open_domain(name: str) -> DomainWorlds:
    """The domain of this name; UsageError, with the nearest name, where there is none."""
    return DomainWorlds(name)


def outcome_of(name: str, result: Result) -> Outcome:
    """What a call gave; what raised, hung or may not be shown could not be executed."""
    if isinstance(result, Crash):
        problem = phrase("effect.unknown.crashed", tool=visible(name, 80), problem=visible(result.content, _SHOWN))
        return Outcome(False, result.content, problem)
    return Outcome(result.ok, result.content)
