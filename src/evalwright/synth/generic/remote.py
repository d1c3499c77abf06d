"""What a server and a service have in common as environments: one state, and tools that are described elsewhere.

The forks take turns on the one state there is: each begins by putting it back, if anything was done to it. The state is
known by what a few reading calls give (`watch`); after every change it is looked at again, so that a way back which
does not lead there is found out at once. What a tool says that nobody should read is withheld.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from evalwright.chat import Arguments, ToolDefinition
from evalwright.errors import EvalwrightError, UsageError
from evalwright.text import phrase

from ..environment import Crash, Effect, Result, Withheld, judged
from ..secret_results import SecretWatch
from ..sources import ToolSource
from ..state import Read, fingerprint
from .policies import policy_of

WayBack = Literal["resource", "restart", "path", "state", "run", "several", "none"]
"""How a state is put back: by a resource of the server, a new start, a path of the service, a copy, a command, or each
part of a joined one in its own way."""


@dataclass(slots=True)
class SharedState:
    """What all forks of one server know of its one state."""

    turn: int = 0
    """Which fork is the present one."""
    touched: bool = False
    """Whether anything that may change the state was called since it was put back."""
    restarts: bool = True
    """Whether the server is started anew as well when its state is put back."""
    proved: bool | None = None
    """Whether putting it back was seen to work; None where nobody looked."""
    reads: tuple[Read, ...] = ()
    """By what these give the state is known."""
    first: str = ""
    """Its fingerprint in the beginning; empty where it is not observed."""
    looks: int = 0
    """Calls that were made to look at it."""


class ServedEnvironment:
    """Tools that somebody else executes."""

    name = "served"
    simulated = False
    steady = False
    """Nobody can promise that the same call gives the same result again."""
    one_at_a_time = True
    """Forks cannot live side by side: there is one state."""
    failure_forms: Mapping[str, Sequence[str]] = {}
    """How tools were seen to say no, by tool, beyond what `is_failure` knows by itself."""
    way_back: WayBack = "none"
    where = ""
    """The server or service, for messages."""

    def __init__(self, source: ToolSource, *, allow_writes: bool) -> None:
        self.source = source
        self.shared = SharedState()
        self._allow_writes = allow_writes
        self._secrets = SecretWatch(source.target)
        self._own = 0
        self._begun = False
        self._wrote = False

    @property
    def resettable(self) -> bool:
        """Whether the state can be put back to the beginning, as far as is known."""
        return self.way_back != "none" and self.shared.proved is not False

    @property
    def observed(self) -> bool:
        """Whether the state is known by what reads show."""
        return bool(self.shared.first)

    @property
    def broken(self) -> bool:
        """Whether the server was lost since this conversation began, so that its state is not what it seems."""
        return False

    @property
    def is_present(self) -> bool:
        """Whether this is the last fork, whose state the server is in."""
        return self._own == self.shared.turn

    def may_call(self, name: str) -> bool:
        """Whether a tool may be used at all: one that writes only where that can be undone or is allowed."""
        return self.effect(name) != "write" or self.resettable or self._allow_writes

    def groups(self) -> list[frozenset[str]]:
        """The tools that share a way back."""
        return [frozenset(self.source.names())]

    def tools(self) -> list[ToolDefinition]:
        """The tools, as their source describes them."""
        return self.source.tools

    def effect(self, name: str) -> Effect:
        """What a tool does, as its source states it or its name suggests."""
        return self.source.effects.get(name, "write")

    def policy(self, lang: str) -> str:
        """What the source says of the use of its tools, else a short policy that suits any."""
        return policy_of(self.source.policy, lang)

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Carry out one call; EvalwrightError where the server cannot be brought back."""
        self._begin_conversation()
        if name not in self.source.effects:
            return Result(ok=False, content="Error: there is no such tool.")
        if not self.may_call(name):
            return Result(ok=False, content="Error: this tool changes things, which is not allowed here.")
        if self.effect(name) == "write":
            self.shared.touched = self._wrote = True
        result = self.send_call(name, dict(arguments))
        if isinstance(result, Crash):
            self.shared.touched = True  # who knows how far it came
            return result
        if self._secrets.finds(result.content):
            return Withheld(False, phrase("synth.withheld"))
        return judged(result, self.failure_forms.get(name, ()))

    def fork(self) -> Self:
        """The state at the beginning, for one conversation; from here on the last fork is no more to be used."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        self.shared.turn += 1
        made._own, made._begun, made._wrote = self.shared.turn, False, False
        return made

    def watch(self, reads: Sequence[Read], expected: str = "") -> str:
        """Know the state from now on by what these reads give; the fingerprint that it has in the beginning."""
        self.shared.reads = tuple(reads)
        if self.shared.touched and self.way_back != "none":
            self.put_back()
            self.shared.touched = False
        self.shared.first = expected or self.look()
        return self.shared.first

    def unsteady_reads(self, times: int = 3) -> list[str]:
        """The tools whose reads give one thing and then another, though nothing was changed between."""
        if self.shared.touched and self.way_back == "none":
            return []
        found: dict[str, None] = {}
        for read in self.shared.reads:
            seen = {fingerprint([read], self.send_call) for _ in range(times)}
            if len(seen) > 1:
                found[read.tool] = None
        self.shared.looks += times * len(self.shared.reads)
        if not found and self.look() != self.shared.first:  # nobody knows which
            found = dict.fromkeys(read.tool for read in self.shared.reads)
        return list(found)

    def look(self) -> str:
        """The fingerprint of the state as it is now; empty where nothing shows it."""
        self.shared.looks += len(self.shared.reads)
        return fingerprint(self.shared.reads, self.send_call) if self.shared.reads else ""

    def hash(self) -> str:
        """The fingerprint of the state: that of the beginning until something was changed; empty if not observed."""
        if not self.observed or not self._wrote:
            return self.shared.first
        return self.look()

    def begin_anew(self) -> Self:
        """A fork for which everything is put back, also what seems to be untouched."""
        made = self.fork()
        if self.way_back != "none":
            made.put_back(everything=True)
            self.shared.touched = False
        made._begun = True
        made._note_beginning()
        return made

    def close(self) -> None:
        """Let go of processes and connections."""

    def send_call(self, name: str, arguments: Arguments) -> Result:
        """The server's answer to one call."""
        raise NotImplementedError

    def put_back(self, *, everything: bool = False) -> None:
        """Put the state back in the way that was named; `everything`: also what seems to be untouched."""
        raise NotImplementedError

    def _note_beginning(self) -> None:
        """A conversation begins here."""

    def _begin_conversation(self) -> None:
        if not self.is_present:
            raise EvalwrightError.named("synth.other_conversation", where=self.where)
        if self._begun:
            return
        if self.way_back != "none":
            self._return_to_beginning()
        self._begun = True
        self._note_beginning()

    def _return_to_beginning(self) -> None:
        """Put the state back where it was touched, and look whether that is what it is now."""
        touched, self.shared.touched = self.shared.touched, False
        if not touched and self.way_back != "state":  # a copy shows by itself whether anything was done to it
            return
        self.put_back()
        if touched and self.observed and self.shared.proved is not False and self.look() != self.shared.first:
            self.shared.proved = False
            raise UsageError.named("state.not_put_back", where=self.where, way=phrase(f"synth.way.{self.way_back}"))
