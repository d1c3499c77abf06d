"""What the training conversations do: which tool follows which, and how each parameter is filled.

In flows a file of conversations, read once as a stream; out come counts. The counts of values are bounded
(the rarest give way, by the algorithm of Misra and Gries), so a large training file costs time but no memory:
a value that makes up more than a thousandth of its parameter is never lost.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import Arguments, ChatError, Conversation, read_conversation
from evalwright.data import BadRow, Row, label_of, read_rows
from evalwright.errors import InputError

from .prompt_values import calls_in
from .value_patterns import MAX_LENGTH, is_plain, shape_of

_MOST_VALUES = 1024
_MOST_SHAPES = 64
_LONGEST_VALUE = 400


@dataclass(slots=True)
class Tally:
    """The counts of the most frequent texts of a stream; no more than `most` are kept."""

    most: int
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """Count one text; where there is no room for a new one, every count gives way by one."""
        if text in self.counts or len(self.counts) < self.most:
            self.counts[text] = self.counts.get(text, 0) + 1
        else:
            self.counts = {kept: count - 1 for kept, count in self.counts.items() if count > 1}

    def ranked(self) -> list[str]:
        """The texts, the most frequent first; ties in the order of the texts."""
        return sorted(self.counts, key=lambda text: (-self.counts[text], text))


@dataclass(slots=True)
class ParameterHabits:
    """How one parameter of one tool is filled."""

    given: int = 0
    """Calls that gave it a value."""
    values: Tally = field(default_factory=lambda: Tally(_MOST_VALUES))
    """Whole values, as canonical JSON text."""
    words: Tally = field(default_factory=lambda: Tally(_MOST_VALUES))
    """Texts whose shape says nothing (`Boston`, `李娜`): found again only word for word."""
    shapes: Tally = field(default_factory=lambda: Tally(_MOST_SHAPES))
    """Shapes that do say something (`#a99999`), of texts, numbers and the members of lists."""

    def note(self, value: Any) -> None:
        """Take notice of one value."""
        self.given += 1
        text = canonical(value)
        if len(text) <= _LONGEST_VALUE:
            self.values.add(text)
        for member in value if isinstance(value, list) else [value]:
            self._note_shape(member)

    def _note_shape(self, member: Any) -> None:
        if isinstance(member, bool) or not isinstance(member, str | int | float):
            return
        text = member if isinstance(member, str) else canonical(member)
        if not text.strip() or len(text) > MAX_LENGTH:
            return
        shape = shape_of(text)
        self.words.add(text) if is_plain(shape) else self.shapes.add(shape)


@dataclass(slots=True)
class ToolHabits:
    """How one tool is called."""

    calls: int = 0
    parameters: defaultdict[str, ParameterHabits] = field(default_factory=lambda: defaultdict(ParameterHabits))

    def note(self, arguments: Arguments) -> None:
        """Take notice of one call."""
        self.calls += 1
        for name, value in arguments.items():
            if value is not None:
                self.parameters[name].note(value)

    def of(self, parameter: str) -> ParameterHabits:
        """The habits of a parameter, empty where it was never given."""
        return self.parameters.get(parameter) or ParameterHabits()


@dataclass(slots=True)
class Habits:
    """All that a baseline learns."""

    tools: defaultdict[str, ToolHabits] = field(default_factory=lambda: defaultdict(ToolHabits))
    followers: defaultdict[str | None, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """After each tool (None: at the start of a conversation), how often each tool came next."""

    def note(self, conversation: Conversation) -> None:
        """Take notice of one conversation."""
        last: str | None = None
        for name, arguments in calls_in(conversation.messages):
            self.tools[name].note(arguments)
            self.followers[last][name] += 1
            last = name

    def ranked(self) -> list[str]:
        """All tools, the most often called first; ties by name."""
        return sorted(self.tools, key=lambda name: (-self.tools[name].calls, name))

    def ranked_after(self, last: str | None) -> list[str]:
        """The tools that followed this one, the most frequent first; ties by overall count, then name."""
        counts = self.followers.get(last, Counter[str]())
        return sorted(counts, key=lambda name: (-counts[name], -self.tools[name].calls, name))


def learn(path: Path) -> Habits:
    """The habits of a file of conversations; InputError where there is nothing to learn from."""
    habits = Habits()
    conversations = 0
    for row in read_rows(path):
        habits.note(_conversation(row, path))
        conversations += 1
    if not habits.tools:
        raise InputError.named("model.no_calls", path=path, conversations=conversations)
    return habits


def _conversation(row: Row, path: Path) -> Conversation:
    try:
        return read_conversation(row.value)
    except ChatError as error:
        raise BadRow(label_of(path), row.line, str(error)).as_error() from None


def canonical(value: Any) -> str:
    """A JSON value as text, equal for equal values."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
