"""The alternatives of every decision of a conversation, put together from the reasons that each file knows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from evalwright.chat import Arguments, Conversation, JsonObject, JsonSchema, ToolCall

from .free_order import free_order
from .planned import knows_its_plan, planned_fields
from .same_kind import same_kind
from .timeline import CallStep, Timeline
from .usage import ToolUsage
from .value_rules import value_rules

MOST = 20
Why = Literal["same-message", "independent-order", "same-kind"]
REASONS = frozenset((*get_args(Why), "in-words"))
"""What is counted by name."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer that is as right: its calls, and why."""

    why: Why
    calls: tuple[tuple[str, Arguments], ...]

    def document(self) -> JsonObject:
        """As an item holds it."""
        calls = [
            {"type": "function", "function": {"name": name, "arguments": json.dumps(given, ensure_ascii=False)}}
            for name, given in self.calls
        ]
        return {"tool_calls": calls, "why": self.why}


@dataclass(slots=True)
class Inferred:
    """What is as right as one decision."""

    alternatives: list[Alternative] = field(default_factory=list)
    rules: list[JsonObject] = field(default_factory=list)
    """For each expected call the rules of its arguments."""
    more: bool = False
    """Whether there are more alternatives than are listed."""

    def fields(self) -> JsonObject:
        """The fields of an item; none where there is one right answer."""
        made: JsonObject = {}
        if self.alternatives:
            made["acceptable"] = [each.document() for each in self.alternatives]
        if self.more:
            made["open"] = True
        if any(self.rules):
            made["argument_rules"] = self.rules
        return made


class Inference:
    """Infers for the conversations of one file."""

    def __init__(self, usage: ToolUsage) -> None:
        self.usage = usage
        self.counts: Counter[str] = Counter()
        """Items by reason: each counts once for each of its reasons."""
        self._conversation: Conversation | None = None
        self._timeline: Timeline | None = None
        self._schemas: dict[str, JsonSchema] = {}

    def fields(
        self, conversation: Conversation, message: int, calls: Sequence[ToolCall], first: int, last: int
    ) -> JsonObject:
        """The fields of the item that expects calls[first:last]: as the conversation says itself, else inferred."""
        if not knows_its_plan(conversation):
            made = self.of(conversation, message, calls, first, last).fields()
        else:
            made = planned_fields(conversation, calls[first]) if last - first == 1 else {}
        self._count(made)
        return made

    def of(
        self, conversation: Conversation, message: int, calls: Sequence[ToolCall], first: int, last: int
    ) -> Inferred:
        """What is as right as calls[first:last] of a message."""
        timeline = self._read(conversation)
        steps = [timeline.step(message, at) for at in range(len(calls))]
        due = [step for step in steps[first:last] if step is not None]
        if len(due) < last - first:
            return Inferred()
        found = self._other_answers(timeline, due, [step for step in steps[last:] if step is not None])
        rules = [value_rules(timeline, step, self.usage, self._schemas.get(step.tool)) for step in due]
        return Inferred(found[:MOST], rules if any(rules) else [], len(found) > MOST)

    def _count(self, made: JsonObject) -> None:
        others = made.get("acceptable")
        reasons = {_why_of(each) for each in others} if isinstance(others, list) else set()
        reasons |= {"argument-rules"} if made.get("argument_rules") else set()
        self.counts.update(sorted(reasons | {"items"}) if reasons else ())

    def _read(self, conversation: Conversation) -> Timeline:
        if self._conversation is not conversation or self._timeline is None:
            self._conversation, self._timeline = conversation, Timeline(conversation)
            self._schemas = {tool.name: tool.parameters for tool in conversation.tools if tool.parameters}
        return self._timeline

    def _other_answers(self, timeline: Timeline, due: list[CallStep], rest: list[CallStep]) -> list[Alternative]:
        if len(due) != 1:
            return []
        step, found = due[0], list[Alternative]()
        if rest:
            found += [Alternative("same-message", (_pair(each),)) for each in rest]
            found.append(Alternative("same-message", tuple(_pair(each) for each in (step, *rest))))
        if self.usage.effect(step.tool) == "read":
            searched = [Alternative("same-kind", ((step.tool, each),)) for each in same_kind(timeline, step)]
            later = free_order(timeline, step, self.usage, self._schemas)
            # what is searched decides what else is needed
            free = [each for each in later if not searched or each.tool == step.tool]
            found += [*searched, *(Alternative("independent-order", (_pair(each),)) for each in free)]
        return _distinct(found, _pair(step))


def _why_of(alternative: object) -> str:
    """Why it is one, as far as we know the word; a plan may have reasons of its own."""
    why = alternative.get("why") if isinstance(alternative, dict) else None
    return why if isinstance(why, str) and why in REASONS else "other"


def _pair(step: CallStep) -> tuple[str, Arguments]:
    return step.tool, step.arguments


def _distinct(found: list[Alternative], expected: tuple[str, Arguments]) -> list[Alternative]:
    """Each answer once, for its first reason; the expected one is none."""
    seen = {json.dumps([expected], sort_keys=True)}
    kept = []
    for each in found:
        mark = json.dumps(each.calls, sort_keys=True)
        if mark not in seen:
            seen.add(mark)
            kept.append(each)
    return kept
