"""What calls are executed in: a world with a state that can be forked, and where the worlds of items come from.

The protocol is all that grading knows of an environment. What implements it is offered under a kind
(`evalwright.worlds`): a domain by its name, a server by its command or address, as the user writes it; a stranger's as
`KIND:REST`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, Self

from evalwright.plugins import WORLDS

_DOMAIN = "domain"
"""The kind of what is named without one."""


class Outcome(NamedTuple):
    """What a call gave."""

    ok: bool
    content: str
    """The text of the result, or of the refusal."""
    problem: str | None = None
    """Why it could not be executed, so that nothing is known of what it does."""


class World(Protocol):
    """Tools and one state of them."""

    steady: bool
    """Whether the same call in the same state always gives the same."""

    def has_tool(self, name: str) -> bool:
        """Whether there is such a tool."""
        ...

    def execute(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        """Execute one call. Arguments may be anything that a model wrote; EvalwrightError where the world is lost."""
        ...

    def state(self) -> str:
        """A fingerprint: equal states, equal fingerprints. Empty where the state cannot be seen."""
        ...

    def fork(self) -> Self:
        """The same state, to be changed apart from this one."""
        ...


class Worlds(Protocol):
    """The worlds that items were made in."""

    def of(self, stated: Mapping[str, Any] | None) -> World | str:
        """The world at its beginning that an item names by its `environment`; a sentence where there is none."""
        ...

    def close(self) -> None:
        """Let go of processes and connections."""
        ...


def open_worlds(text: str) -> Worlds:
    """The worlds that a user names: a domain, or a server that executes calls; UsageError where it cannot be used."""
    kind = text.partition(":")[0]
    made: Worlds = WORLDS.call(kind if ":" in text and kind in WORLDS else _DOMAIN, text)
    return made
