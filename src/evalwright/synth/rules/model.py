"""Rules of a policy as values: six kinds, which together say what an assistant must do before, after and how often.

`reading` makes them from plain data (a scenario file, a domain's `rules()`, a manifest), `holding` finds where a
conversation breaks them. Tools are selected by name or glob, so that a rule can be held to conversations whose tools
nobody listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal, NamedTuple

from evalwright.chat import JsonObject
from evalwright.errors import UsageError

from ..scenarios.model import ScenarioFinding
from .said_as import Ways

POLICY_BROKEN = "policy-broken"
"""What a finding is called where its rule has no name of its own."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Tools by their names, in which `*` stands for anything."""

    patterns: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()
    _known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def __contains__(self, tool: str) -> bool:
        found = self._known.get(tool)
        if found is None:
            found = self._known[tool] = _is_selected(tool, self.patterns) and not _is_selected(tool, self.excepted)
        return found

    def of(self, tools: Iterable[str]) -> list[str]:
        """Those of these tools that are meant."""
        return [tool for tool in tools if tool in self]

    def __str__(self) -> str:
        return ", ".join(self.patterns)


def _is_selected(tool: str, patterns: Sequence[str]) -> bool:
    return any(tool == pattern or fnmatchcase(tool, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Heading:
    """What all kinds of rules have."""

    kind: str
    number: int
    """Its place among the rules, from 1."""
    names: tuple[str, ...] = (POLICY_BROKEN,)
    """What its findings are called; a kind that finds two different things may have two names."""
    severity: Literal["error", "warning"] = "error"
    unless: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Conversations whose metadata say one of these are not held to it."""
    line: int = 0


class Tie(NamedTuple):
    """An argument of a call, and where in the earlier call's result its value stands."""

    argument: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Confirm:
    """An explicit yes directly before the call, to a question in which every detail was named."""

    heading: Heading
    tools: Selection
    unnamed: frozenset[str] = frozenset()
    """Arguments that the question need not name."""
    said_as: Ways = field(default_factory=dict)
    """By argument, other words for its values."""
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By value, in whatever field it stands, what else it is called; in small letters."""


@dataclass(frozen=True, slots=True)
class Before:
    """Another call must have succeeded earlier, with a value in common."""

    heading: Heading
    tools: Selection
    call: Selection
    same: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class DirectlyAfter:
    """After a call that succeeded, the next call is one of these."""

    heading: Heading
    tools: Selection
    call: Selection
    same: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class AtMost:
    """No more than so many calls in a message or in the conversation."""

    heading: Heading
    tools: Selection
    number: int
    per: Literal["message", "conversation"] = "conversation"
    each: str = ""
    """An argument: calls are counted apart for each of its values."""
    succeeding: bool = False
    """Whether only calls that succeeded count."""


@dataclass(frozen=True, slots=True)
class SaysAfter:
    """After a call that succeeded, the assistant says one of these sentences, word for word."""

    heading: Heading
    tools: Selection
    sentences: Mapping[str, tuple[str, ...]]
    """By language."""
    ends: bool = True
    """Whether that is all it says, and the conversation is over then."""


@dataclass(frozen=True, slots=True)
class One:
    """The conversation is about one person (or account, or case): what is another's is neither used nor told."""

    heading: Heading
    argument: str
    """By which the person is known, in arguments and in results."""
    found_by: Selection
    """Tools whose result says who it is; the first success decides."""
    things: Selection
    """Tools whose result says whose a thing is: they may be called, but another's thing is not told or changed."""


PolicyRule = Confirm | Before | DirectlyAfter | AtMost | SaysAfter | One


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold for conversations, with what is wrong with how they are written."""

    rules: tuple[PolicyRule, ...] = ()
    findings: tuple[ScenarioFinding, ...] = ()
    data: tuple[JsonObject, ...] = ()
    """As plain data, for a manifest."""

    def __bool__(self) -> bool:
        return bool(self.rules)

    def confirmation(self, tool: str) -> Confirm | None:
        """The rule by which calls of this tool need a yes; None where they need none."""
        return next((rule for rule in self.rules if isinstance(rule, Confirm) and tool in rule.tools), None)

    def arguments_to_name(self, tool: str, arguments: Mapping[str, Any]) -> list[str]:
        """The arguments that the question before this call has to name; none where it needs no question."""
        rules = [rule for rule in self.rules if isinstance(rule, Confirm) and tool in rule.tools]
        said = (name for name, value in arguments.items() if value not in ("", None, [], {}))
        return [name for name in said if any(name not in rule.unnamed for rule in rules)]

    def said_after(self, tool: str) -> SaysAfter | None:
        """The rule by which this tool is followed by a fixed sentence; None where there is none."""
        return next((rule for rule in self.rules if isinstance(rule, SaysAfter) and tool in rule.tools), None)

    def ends_after(self, tool: str) -> bool:
        """Whether the conversation is over after this tool."""
        return any(isinstance(rule, SaysAfter) and rule.ends and tool in rule.tools for rule in self.rules)

    def expect_sense(self, where: str) -> Rules:
        """These rules; UsageError for the first of them that cannot be meant."""
        for found in self.findings:
            if found.severity == "error":
                raise UsageError.named("rules.senseless", where=where, problem=found.message, cure=found.cure)
        return self


NO_RULES = Rules()
