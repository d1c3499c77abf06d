"""A server as a world: one state for all, put back and brought forward again whenever another fork is used.

The server is the one that the user names, started or reached for this and explored first, which tries whether its state
can be put back. Calls of tools that read are executed on any server; those that change something only where the way
back was proved. `--allow-writes` has no say here: what a model under test writes is nobody's wish.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalwright.chat import Arguments
from evalwright.effects import Outcome
from evalwright.errors import UsageError
from evalwright.text import phrase, visible

from ..environment import carried_out
from ..generic import ServedEnvironment
from ..settings import Settings
from ..source_environments import SourceEnvironments
from .domain_world import outcome_of

_LANG = "en"


class ServerWorld:
    """A state of a server: what it was in the beginning, with the changes of this fork."""

    steady = False
    """Nobody can promise that the same call gives the same result again."""

    def __init__(self, server: ServedEnvironment, changes: list[tuple[str, Arguments]], state: str | None) -> None:
        self._server, self._changes, self._state = server, changes, state
        self._here: ServedEnvironment | None = None

    def has_tool(self, name: str) -> bool:
        """Whether the server has such a tool that can be used."""
        return name in self._server.source.effects

    def execute(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """Execute one call, where it reads or can be undone; EvalwrightError where the server is lost."""
        changes = self._server.effect(name) == "write"
        if changes and self._server.shared.proved is not True:
            return Outcome(False, "", phrase("effect.unknown.not_put_back", tool=visible(name, 80)))
        here = self._present()
        result = outcome_of(name, carried_out(here, name, arguments))
        if here.broken:
            self._here = None
            return Outcome(False, "", phrase("effect.unknown.crashed", tool=visible(name, 80), problem=result.content))
        if changes:
            self._changes.append((name, dict(arguments)))
            self._state = None
        return result

    def state(self) -> str:
        """The server's fingerprint; empty where neither it nor its reads show one."""
        if self._state is None:
            self._state = self._present().hash()
        return self._state

    def fork(self) -> ServerWorld:
        """The same state, reached again from the beginning when it is used."""
        return ServerWorld(self._server, list(self._changes), self._state)

    def _present(self) -> ServedEnvironment:
        """The server in the state of this fork: as it is where nobody else used it since, else put back and changed."""
        if self._here is None or not self._here.is_present:
            self._here = self._server.fork()
            for name, arguments in self._changes:
                carried_out(self._here, name, arguments)
        return self._here


class ServerWorlds:
    """The one server; its state in the beginning is that of every conversation."""

    def __init__(self, opened: SourceEnvironments) -> None:
        self._opened = opened
        server = opened.by_lang[_LANG]
        assert isinstance(server, ServedEnvironment)
        self._server = server

    def of(self, stated: Mapping[str, Any] | None) -> ServerWorld:
        """The state in the beginning, whatever an item says."""
        return ServerWorld(self._server, [], self._server.shared.first)

    def close(self) -> None:
        """End the server where it was started."""
        self._opened.close()


def open_server(text: str) -> ServerWorlds:
    """Start or reach a server and look whether it can be put back; UsageError where nothing is executed."""
    opened = SourceEnvironments(Settings(out=Path(), source=text, langs=(_LANG,)), whole=False)
    if not isinstance(opened.by_lang[_LANG], ServedEnvironment):
        opened.close()
        raise UsageError.named("effect.made_up", source=visible(text, 200))
    return ServerWorlds(opened)
