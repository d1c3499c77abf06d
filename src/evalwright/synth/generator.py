"""What the pipeline asks of whoever makes conversations, be it a domain's own planner or the one for any tools."""

from __future__ import annotations

from typing import Protocol

from .coverage import Coverage
from .environment import Environment
from .manifest_types import Origin
from .plan import Draft


class Generator(Protocol):
    """One who makes conversations, each from its number alone."""

    @property
    def simulated(self) -> bool:
        """Whether results are made up from schemas."""
        ...

    @property
    def replays(self) -> bool:
        """Whether every call can be executed again."""
        ...

    @property
    def varied(self) -> bool:
        """Whether there are so many ways to say anything that users' words need not be compared on their own."""
        ...

    @property
    def judged_by_calls(self) -> bool:
        """Whether a conversation whose words resemble another's is new where its calls are."""
        ...

    def make(self, number: int, attempt: int, side: str, coverage: Coverage) -> list[Draft]:
        """One story: a conversation for each language it is told in; empty where this attempt gave none."""
        ...

    def accepted(self, drafts: list[Draft]) -> None:
        """These were kept."""
        ...

    def environment(self, lang: str) -> Environment:
        """What the conversations of a language are played in."""
        ...

    def vocabulary(self, lang: str) -> str:
        """The words of the grammar that it speaks by, in one text: they belong in a chat, however they are arranged."""
        ...

    def describe(self) -> Origin:
        """What `verify` needs to play them again: the parts `source`, `environment`, `notes` of the manifest."""
        ...

    def close(self) -> None:
        """Let go of processes and connections."""
        ...
