"""What drafting needs to know of a world, whoever explored it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from evalwright.chat import JsonObject

from ..explore import ResetFacts
from ..sources import ToolSource


class Explored(Protocol):
    """A source, the calls that were made, and what may not be used."""

    source: ToolSource
    simulated: bool
    known: list[JsonObject]
    forbidden: list[str]
    untried: list[str]
    reset: ResetFacts

    @property
    def set_aside(self) -> Mapping[str, Any]:
        """Tools that are not used though they answered, and why."""
        ...

    def observed(self) -> Sequence[Any]:
        """The calls."""
        ...

    def drawn(self) -> Sequence[JsonObject]:
        """What a made-up backend told of its own things."""
        ...
