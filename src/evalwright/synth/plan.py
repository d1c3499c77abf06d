"""What a planner hands to the wording: who does what, in order, with every value settled and every call executed.

A script has no words. What is said is a list of moves (see `moves`), each a name and the values it mentions; the
wording turns moves into a language and never alters a value. What is called has been executed, so that a script is
true before it is worded, and the same script can be worded in two languages, or by a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from evalwright.chat import Arguments, JsonObject, Message, is_failure

from .environment import Result
from .row_types import RowMetadata

Role = Literal["user", "assistant"]
Slots = dict[str, Any]
"""The values that a move mentions, by name: each move has its own."""


@dataclass(slots=True)
class Move:
    """One thing that is said."""

    name: str
    slots: Slots = field(default_factory=dict)


@dataclass(slots=True)
class Said:
    """One message of a user or an assistant: its moves, in order."""

    role: Role
    moves: Sequence[Move]


@dataclass(slots=True)
class Called:
    """One call and what it gave."""

    name: str
    arguments: Arguments
    result: Result


Step = Said | Called


@dataclass(slots=True)
class AsRight:
    """What would have been as right as one call, as far as whoever planned it knows."""

    calls: list[Called] = field(default_factory=list)
    """Other calls that could have come now, each with what it gives."""
    why: str = ""
    """Why they are as right."""
    in_words: bool = False
    """Whether answering in words would have been as right."""
    rules: JsonObject = field(default_factory=dict)
    """How freely the arguments may be written, by parameter, as items hold it."""


def silent_failures(results: Sequence[Result]) -> list[int]:
    """The numbers, from 1, of results that failed by the word of the environment alone: a row has to say it."""
    return [number for number, result in enumerate(results, 1) if not result.ok and not is_failure(result.content)]


@dataclass(slots=True)
class Plan:
    """One conversation before it is worded."""

    id: str
    steps: list[Step]
    intents: list[str]
    """What the user wants, in order."""
    tags: list[str]
    """The variations that were played, such as `wrong-email` or `declines`."""
    facts: Mapping[str, Any]
    """All that the user knows and may say."""
    entities: list[str]
    """Ids of users and orders of this story: what a split keeps on one side."""
    hash_before: str
    hash_after: str
    sought: Sequence[int] = ()
    """The calls, by number from 1, whose results are told as the answer to a wish."""
    as_right: Mapping[int, AsRight] = field(default_factory=dict)
    """What would have been as right as a call, by its number from 1; each was executed and leads to the same end."""

    def calls(self) -> list[Called]:
        """The calls, in order."""
        return [step for step in self.steps if isinstance(step, Called)]

    def silent_failures(self) -> list[int]:
        """The calls, by number from 1, that failed though the text of their result does not say so by itself."""
        return silent_failures([called.result for called in self.calls()])


Span = tuple[int, int]
"""Where a value stands in a text: begin and end, in characters."""


@dataclass(slots=True)
class Worded:
    """The text of one message, with the places of the values in it, which nothing may alter."""

    text: str
    spans: Sequence[Span] = ()

    def masked(self) -> str:
        """The text with every value taken out: what is compared to tell whether two texts say the same."""
        text, edges = self.text, [0, *chain.from_iterable(self.spans), len(self.text)]
        return "_".join([text[begin:end] for begin, end in zip(edges[::2], edges[1::2], strict=True)])


def text_in(message: Message) -> str:
    """What a made message says; empty where it only calls."""
    content = message["content"]
    return content if isinstance(content, str) else ""


@dataclass(slots=True)
class Draft:
    """One finished conversation, not yet checked."""

    id: str
    messages: list[Message]
    spans: dict[int, Sequence[Span]]
    """For each message that was worded, the places of the values in its text."""
    metadata: RowMetadata
    entities: list[str]
    sought: Sequence[int] = ()
    """The calls, by number from 1, whose results are told as the answer to a wish; empty where the maker says none."""
