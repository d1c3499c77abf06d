"""What the pipeline asks of whoever makes conversations, be it a domain's own planner or the one of scenario files.

One pipeline takes what they make: it checks, compares, writes and proves in the same way whoever made it. A generator
that states `in_rounds = True` promises that `make` depends on its arguments alone; then several stories are made at
once, in several processes if that is wished, and `accepted` is told nothing but that a story was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

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
        """One story: a conversation for each language it is told in; empty where this attempt gave none.

        `side`: train or valid; `coverage`: what there is already, for whoever steers towards what is missing.
        """
        ...

    def accepted(self, drafts: list[Draft]) -> None:
        """These were kept; none are told where they were made in another process."""
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


@runtime_checkable
class HasOtherWays(Protocol):
    """A generator that knows in how many ways the same is said: then a model's words are measured by these."""

    def other_ways(self, intents: Sequence[str], role: str, lang: str) -> list[list[str]]:
        """The ways of saying for wishes of these names, those for the same thing together; `□` stands for a value."""
        ...
