"""What a file shows of its tools: which only read, which hand over, and which always come before which.

What a tool does is told by the verbs of its description, else by how it is used: a call right after a yes, whose values
the assistant had just summed up, changes something. An order that holds in every one of enough conversations is fixed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from evalwright.chat import Call, Conversation, Message, ToolCall, calls_of, plain, read_call
from evalwright.text import resource_json

from ..provenance_place import text_of
from .timeline import leaves

Effect = Literal["read", "write", "hand_over"]
ENOUGH = 5
"""Conversations in which an order must hold before it counts as fixed."""
_VERBS: dict[str, list[str]] = resource_json("evalwright.workbench", "words/tool_verbs.json")
_EFFECTS: tuple[Effect, ...] = ("read", "write", "hand_over")
_BY_VERB: dict[str, Effect] = {verb: effect for effect in _EFFECTS for verb in _VERBS[effect]}
_WORD = re.compile(r"[a-z]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_MOST_CALLS, _MOST_TOOLS = 200, 100
"""Calls of one message and tools of one conversation that are counted."""
_PEOPLE = tuple(_VERBS["people"])


@dataclass(slots=True)
class ToolUsage:
    """How a file uses its tools."""

    conversations: int = 0
    before: Counter[tuple[str, str]] = field(default_factory=Counter)
    """In how many conversations the first call of the one comes before the first call of the other."""
    confirmed: Counter[str] = field(default_factory=Counter)
    """Calls that came right after a yes to a summary of their values."""
    called: Counter[str] = field(default_factory=Counter)
    described: dict[str, Effect | None] = field(default_factory=dict)

    def add(self, conversation: Conversation) -> None:
        """Count one conversation more."""
        self.conversations += 1
        for tool in conversation.tools:
            if tool.name not in self.described:
                self.described[tool.name] = described_effect(tool.description or "")
        messages = conversation.messages
        made = [(at, call) for at, message in enumerate(messages) for call in calls_of(message)[:_MOST_CALLS]]
        names = [str(call["function"]["name"]) for _, call in made]
        first = list(dict.fromkeys(names))[:_MOST_TOOLS]
        for at, name in enumerate(first):
            self.before.update((name, later) for later in first[at + 1 :])
        for (at, call), name in zip(made, names, strict=True):
            self.called[name] += 1
            if _follows_a_yes(messages, at, call):
                self.confirmed[name] += 1

    def merge(self, later: ToolUsage) -> None:
        """Count what was counted in the next part of the file."""
        self.conversations += later.conversations
        self.before.update(later.before)
        self.confirmed.update(later.confirmed)
        self.called.update(later.called)
        self.described = later.described | self.described

    def effect(self, tool: str) -> Effect:
        """What a tool does; where nothing tells, that it changes something."""
        stated = self.described.get(tool)
        if stated is not None:
            return stated
        seldom = self.confirmed[tool] * 5 <= self.called[tool]
        return "read" if self.called[tool] >= ENOUGH and seldom else "write"

    def is_fixed(self, one: str, other: str) -> bool:
        """Whether one tool always comes before the other, in enough conversations."""
        return self.before[one, other] >= ENOUGH and not self.before[other, one]

    @property
    def is_enough(self) -> bool:
        """Whether the file is large enough to tell what is fixed."""
        return self.conversations >= ENOUGH


def usage_of(conversations: Iterable[Conversation]) -> ToolUsage:
    """How these conversations use their tools."""
    made = ToolUsage()
    for conversation in conversations:
        made.add(conversation)
    return made


def described_effect(description: str) -> Effect | None:
    """What the first verb of a description says that a tool does; None where it says nothing."""
    sentence = re.split(r"[.\n。！;；]", description.strip(), maxsplit=1)[0].lower()
    effect = _stated_effect(sentence)
    if effect == "hand_over" and not any(word in sentence for word in _PEOPLE):
        return "write"  # money or goods go to somebody, not the conversation
    return effect


def _stated_effect(sentence: str) -> Effect | None:
    if _HAN.search(sentence):
        found = [(at, effect) for verb, effect in _BY_VERB.items() if (at := sentence.find(verb)) >= 0]
        return min(found, key=lambda each: each[0])[1] if found else None
    effects = [_BY_VERB[word] for word in _WORD.findall(sentence)[:6] if word in _BY_VERB]
    return effects[0] if effects else None


def _follows_a_yes(messages: Sequence[Message], at: int, call: ToolCall) -> bool:
    """Whether the user said nothing of a call's values right before it, and the assistant said them before that."""
    if at < 2 or messages[at - 1]["role"] != "user" or messages[at - 2]["role"] != "assistant":
        return False
    made = read_call(call)
    given = leaves(plain(made.arguments)) if isinstance(made, Call) else ()
    values = [str(value) for _, value in given if isinstance(value, str | int) and not isinstance(value, bool)]
    said, asked = text_of(messages[at - 1]), text_of(messages[at - 2])
    return bool(values) and not any(value in said for value in values) and any(value in asked for value in values)
