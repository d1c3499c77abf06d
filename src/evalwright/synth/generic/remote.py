"""What a server and a service have in common as environments: one state, and tools that are described elsewhere."""

from __future__ import annotations

from typing import Any, Self

from evalwright.chat import ToolDefinition

from ..environment import Effect
from ..sources import ToolSource
from .policies import policy_of


class ServedEnvironment:
    """Tools that somebody else executes; the forks take turns on the one state there is."""

    simulated = False
    steady = False
    """Nobody can promise that the same call gives the same result again."""
    one_at_a_time = True
    """Forks cannot live side by side: there is one state."""
    source: ToolSource
    _allow_writes: bool
    _turn: list[int]
    _own: int
    _begun: bool
    _written: list[Any]

    @property
    def resettable(self) -> bool:
        """Whether the state can be put back to the beginning."""
        return False

    def may_call(self, name: str) -> bool:
        """Whether a tool may be used at all: one that writes only where that can be undone or is allowed."""
        return self.effect(name) != "write" or self.resettable or self._allow_writes

    def tools(self) -> list[ToolDefinition]:
        """The tools, as their source describes them."""
        return self.source.tools

    def effect(self, name: str) -> Effect:
        """What a tool does, as its source states it or its name suggests."""
        return self.source.effects.get(name, "write")

    def policy(self, lang: str) -> str:
        """What the source says of the use of its tools, else a short policy that suits any."""
        return policy_of(self.source.policy, lang)

    def fork(self) -> Self:
        """The state at the beginning, for one conversation; from here on the last fork is no more to be used."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        self._turn[0] += 1
        made._own, made._begun, made._written = self._turn[0], False, []
        return made
