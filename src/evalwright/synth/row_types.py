"""What a made row is: the conversation, its tools, and the metadata from which it can be proved again.

Rows flow from the drafts to the files and the checks; nothing here runs, so that any file of the room may import it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Required, TypedDict

from evalwright.chat import JsonObject, Message

Tools = Sequence[Mapping[str, Any]]
"""OpenAI definitions as an environment gives them; a stranger's may hold anything."""


class RowEnvironment(TypedDict, total=False):
    """What a conversation was played in."""

    name: str
    seed: int
    locale: str
    hash: str
    """The state that it begins in."""
    hash_after: str
    faults: list[list[int | str]]
    """Calls that failed by chance: the number of the call, and what it answered."""
    options: JsonObject
    """Settings of one kind of environment, such as how many users there are."""
    changing: list[str]
    """Tools that give something else each time."""
    failed: list[int]
    """Calls, by number from 1, that failed though the text of their result does not say so by itself."""


class CallAlternatives(TypedDict, total=False):
    """What would have been as right as one call, in the form in which items hold it."""

    tool: Required[str]
    """The tool of that call."""
    acceptable: list[JsonObject]
    """Other answers, each with why: `{"tool_calls": [...], "why": "..."}`; without calls, any answer in words."""
    argument_rules: list[JsonObject]
    """How freely its arguments may be written."""


class RowMetadata(TypedDict, total=False):
    """What a row tells of itself."""

    plan: str
    lang: Required[str]
    profile: str
    intents: list[str]
    tags: list[str]
    wording: str
    simulated: bool
    hash_before: str
    hash_after: str
    environment: RowEnvironment
    given: list[Any]
    """Constants and texts with slots that the scenario file puts into calls; an audit reports where it needs them."""
    alternatives: dict[str, CallAlternatives]
    """By the id of a call what would have been as right: each was executed, and the conversation ends as it did."""


class Row(TypedDict):
    """One conversation as it is written."""

    id: str
    messages: list[Message]
    tools: Tools
    parallel_tool_calls: bool
    metadata: RowMetadata


class TwinMetadata(TypedDict):
    """Which rule a wrong twin breaks, and of which message it is one."""

    rule: str
    conversation: str
    message: int


class TwinRow(TypedDict):
    """A pair for preference training: the same prompt, the answer that was given, and a wrong one."""

    id: str
    prompt: list[Message]
    chosen: list[Message]
    rejected: list[Message]
    tools: Tools
    metadata: TwinMetadata
