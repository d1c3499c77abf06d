"""What is known about one file of conversations: counters that grow with its variety, not with its length.

Conversations go in one by one (`add`), numbers and tables come out. Nothing of a conversation is kept but its counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalwright.chat import Conversation, Message, Tool, calls_of
from evalwright.data import BadRow
from evalwright.executor import stable_hash

from ..provenance_place import text_of
from .tally import Describe, MarkTally, Tally, describe
from .words import language_of, words_in

if TYPE_CHECKING:
    from .documents import FileDocument

START, END = "START", "END"
Plan = tuple[str, ...]
"""The tools of one conversation in the order in which they are called."""

_MAX_NAME = 200
_MAX_PLAN = 100
"""Calls of one conversation that make its plan; longer ones are told apart by their beginning and length."""
_MAX_POSITION = 50
_MAX_BAD_ROWS = 1_000
_MAX_OPENINGS = 100
"""Openings that occur twice or more and are kept in words."""
_OPENING_LENGTH = 200


_COUNTERS = ("turns", "calls_each", "roles", "words", "languages", "positions", "parallel")
_TALLIES = ("sizes", "declared", "tools", "users", "transitions", "plans", "first", "last", "at_position")


@dataclass(slots=True)
class FileStats:
    """The numbers of one file (or of the conversations that were given)."""

    file: str
    conversations: int = 0
    messages: int = 0
    calls: int = 0
    sizes: Tally[tuple[int, int]] = field(default_factory=Tally)
    """Conversations by messages and calls."""
    turns: Counter[int] = field(default_factory=Counter)
    calls_each: Counter[int] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    """By role."""
    languages: Counter[str] = field(default_factory=Counter)
    declared: Tally[str] = field(default_factory=Tally)
    """Conversations that declare a tool."""
    tools: Tally[str] = field(default_factory=Tally)
    """Calls of a tool."""
    users: Tally[str] = field(default_factory=Tally)
    """Conversations that call a tool."""
    transitions: Tally[tuple[str, str]] = field(default_factory=Tally)
    plans: Tally[Plan] = field(default_factory=Tally)
    """Sequences of calls; conversations without a call have none."""
    first: Tally[str] = field(default_factory=Tally)
    last: Tally[str] = field(default_factory=Tally)
    positions: Counter[int] = field(default_factory=Counter)
    """Calls by their place in the conversation, from 1; the last place holds all later ones."""
    at_position: Tally[tuple[int, str]] = field(default_factory=Tally)
    parallel: Counter[int] = field(default_factory=Counter)
    """Assistant messages by how many calls they make, where it is two or more."""
    openings: MarkTally = field(default_factory=MarkTally)
    """First user messages, by fingerprint."""
    repeated_openings: dict[int, str] = field(default_factory=dict)
    bad_rows: list[BadRow] = field(default_factory=list)
    """The first thousand rows that could not be read."""
    bad_row_count: int = 0
    _opening_texts: dict[int, str] = field(default_factory=dict)
    """Of a part of a file: its openings in words, for one of a later part may be the same."""
    _tools_before: list[Tool] = field(default_factory=list)
    _names_before: list[str] = field(default_factory=list)

    def add(self, conversation: Conversation) -> None:
        """Count one conversation."""
        messages = conversation.messages
        self.conversations += 1
        self.messages += len(messages)
        self._count_words(messages)
        called = self._called_tools(messages)
        self.calls += len(called)
        self.turns[len(messages)] += 1
        self.calls_each[len(called)] += 1
        self.sizes.add((len(messages), len(called)))
        for name in self._declared_tools(conversation.tools):
            self.declared.add(name)
        self._count_calls(called)

    def add_bad(self, row: BadRow) -> None:
        """Count one row that is no conversation."""
        self.bad_row_count += 1
        if len(self.bad_rows) < _MAX_BAD_ROWS:
            self.bad_rows.append(row)

    def merge(self, later: FileStats) -> None:
        """Count what was counted in the next part of the file."""
        self.conversations += later.conversations
        self.messages += later.messages
        self.calls += later.calls
        for name in _COUNTERS:
            getattr(self, name).update(getattr(later, name))
        for name in _TALLIES:
            getattr(self, name).merge(getattr(later, name))
        for mark, text in later._opening_texts.items():
            self._note_opening(mark, later.openings.of(mark), text)
        self.bad_row_count += later.bad_row_count
        self.bad_rows += later.bad_rows[: max(_MAX_BAD_ROWS - len(self.bad_rows), 0)]

    def without_memory(self) -> FileStats:
        """The same without what is only needed while conversations come."""
        self._tools_before, self._names_before, self.repeated_openings = [], [], {}
        return self

    @property
    def num_turns(self) -> Describe:
        """Messages per conversation, described."""
        return describe(self.turns)

    @property
    def tool_calls(self) -> Describe:
        """Calls per conversation, described."""
        return describe(self.calls_each)

    @property
    def never_called(self) -> list[str]:
        """Tools that are declared and never called."""
        return sorted(set(self.declared.counts) - set(self.tools.counts))

    @property
    def not_declared(self) -> list[str]:
        """Tools that are called and never declared."""
        return sorted(set(self.tools.counts) - set(self.declared.counts))

    def to_dict(self) -> FileDocument:
        """The file's part of the document of `stats --json`."""
        from .tables import file_document

        return file_document(self)

    def _count_words(self, messages: list[Message]) -> None:
        said: list[str] = []
        opening: str | None = None
        for message in messages:
            role, text = message["role"], text_of(message)
            self.roles[role] += 1
            self.words[role] += words_in(text)
            if role in ("user", "assistant"):
                said.append(text)
            if role == "user" and opening is None:
                opening = text.strip()
        self.languages[language_of(said)] += 1
        if opening is not None:
            self._count_opening(opening)

    def _count_opening(self, text: str) -> None:
        mark = stable_hash(text)
        self._note_opening(mark, 1, text[:_OPENING_LENGTH])
        self._opening_texts.setdefault(mark, text[:_OPENING_LENGTH])

    def _note_opening(self, mark: int, times: int, text: str) -> None:
        met = self.openings.add(mark, times)
        if met > 1 and met - times <= 1 and len(self.repeated_openings) < _MAX_OPENINGS:
            self.repeated_openings[mark] = text

    def _called_tools(self, messages: list[Message]) -> list[str]:
        """The names of all tools that are called, in order."""
        called: list[str] = []
        for message in messages:
            calls = calls_of(message)
            called += [tool_name(call["function"]["name"]) for call in calls]
            if len(calls) > 1:
                self.parallel[len(calls)] += 1
        return called

    def _count_calls(self, called: list[str]) -> None:
        for name in called:
            self.tools.add(name)
        for name in dict.fromkeys(called):
            self.users.add(name)
        for pair in zip([START, *called], [*called, END], strict=True):
            self.transitions.add(pair)
        for place, name in enumerate(called, start=1):
            held = min(place, _MAX_POSITION)
            self.positions[held] += 1
            self.at_position.add((held, name))
        if called:
            self.first.add(called[0])
            self.last.add(called[-1])
            self.plans.add(_plan(called))

    def _declared_tools(self, tools: list[Tool]) -> list[str]:
        """The names of the tools; nearly always they are the very tools of the conversation before."""
        if tools is not self._tools_before:
            self._tools_before = tools
            self._names_before = list(dict.fromkeys(tool_name(tool.name) for tool in tools))
        return self._names_before


def tool_name(name: str) -> str:
    """A tool's name as a key: names of a megabyte are cut, so that counting them costs no memory."""
    if len(name) > _MAX_NAME:
        return f"{name[:_MAX_NAME]}… ({len(name):,} characters)"
    return name or "(no name)"


def _plan(called: list[str]) -> Plan:
    if len(called) <= _MAX_PLAN:
        return tuple(called)
    return (*called[:_MAX_PLAN], f"… ({len(called):,} calls)")
