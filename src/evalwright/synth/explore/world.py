"""What exploring a source gives: its tools with their effects, the calls that were made, and what they showed.

A world is data. Everything that is planned later follows from it: which result feeds which parameter, which tools can
be used and why others cannot. So it can be kept in a file, read, edited and used again, and rows are a function of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from evalwright.chat import Arguments, JsonError, JsonObject, loads

from ..explore_limits import Limits
from ..sources import Evidence, ToolSource
from ..state import Read

SetAside = Literal["secret", "hangs", "ends-server", "not-same", "unknowable"]
"""Why a tool is not used though it answered, or should have."""
Changing = Literal["differs", "not-asked-twice", "replay"]
"""Why the results of a tool are not compared: it gave something else, was not looked at twice, differed in a replay."""


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """One call that was made, and what it gave."""

    tool: str
    arguments: Arguments
    ok: bool
    content: str
    value: Any = None
    """What the content stands for; None after a refusal."""
    made_up: tuple[str, ...] = ()
    """Texts among the arguments that nobody told: known only where the tool gave something for them."""
    steady: Any = None
    """The part of the value that was there again later, where the tool did not give the same; else None."""


@dataclass(frozen=True, slots=True)
class DrawnRecord:
    """What a made-up backend told of one of its own things."""

    record: JsonObject
    about: str | None


@dataclass(frozen=True, slots=True)
class ResourceText:
    """A resource that a server offers beside its tools."""

    uri: str
    text: str


@dataclass(slots=True)
class ResetFacts:
    """How the state is put back, and whether that was seen to work."""

    way: str = "none"
    restarts: bool = False
    """Whether the server is started anew as well."""
    proved: bool | None = None
    """None: no change could be tried."""
    tool: str = ""
    """Whose change was put back, or was not."""
    why: str = ""
    """Why it was not proved: `still-there`, `not-seen` in any read, or the state is `not-observed` at all."""
    undone_by: str = ""
    left: list[str] = field(default_factory=list)
    """Calls whose effect was left behind."""


@dataclass(slots=True)
class World:
    """All that is known of a source."""

    source: ToolSource
    simulated: bool = False
    evidence: dict[str, Evidence] = field(default_factory=dict)
    known: list[JsonObject] = field(default_factory=list)
    """What users know of themselves, as far as anybody told."""
    resources: list[ResourceText] = field(default_factory=list)
    calls: list[ObservedCall | DrawnRecord] = field(default_factory=list)
    """In the order in which they were made."""
    failures: dict[str, list[str]] = field(default_factory=dict)
    """By tool, how it says no where nothing else shows that it does: texts in which `*` stands for anything."""
    changing: dict[str, Changing] = field(default_factory=dict)
    set_aside: dict[str, SetAside] = field(default_factory=dict)
    forbidden: list[str] = field(default_factory=list)
    """Tools that change things and may not be called, since the state cannot be put back."""
    reset: ResetFacts = field(default_factory=ResetFacts)
    reads: list[Read] = field(default_factory=list)
    """By what these give the state is known."""
    state: str = ""
    """The digest of what they gave in the beginning; empty where the state was not observed."""
    limits: Limits = field(default_factory=Limits)
    spent: Mapping[str, int] = field(default_factory=dict)
    """Calls and bytes."""
    untried: list[str] = field(default_factory=list)
    """Tools for which the limit of calls or bytes left nothing."""
    incomplete: str = ""
    """The limit in seconds, in words, where it was hit: such a world is not the same each time."""

    def observed(self) -> Sequence[ObservedCall]:
        """The calls alone."""
        return [each for each in self.calls if isinstance(each, ObservedCall)]

    def drawn(self) -> Sequence[JsonObject]:
        """What a made-up backend told of its own things."""
        return [each.record for each in self.calls if isinstance(each, DrawnRecord)]

    def may_call(self, tool: str) -> bool:
        """Whether a tool may be used at all."""
        return tool not in self.forbidden


def value_of_content(content: str) -> Any:
    """What the text of a result stands for: its JSON where it is JSON, else the text."""
    try:
        return loads(content)
    except JsonError:
        return content
