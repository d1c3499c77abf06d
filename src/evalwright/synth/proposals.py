"""One story from its number: drawn, worded, checked, and written as lines, ready to be accepted or not.

A proposal knows nothing of the others that are made at the same time, so any process can make it. Whether it is new,
and on which side its people are, is decided by whoever accepts proposals in order; all that is needed for that is
worked out here and is small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from evalwright.chat import Conversation, read_tools
from evalwright.workbench import Finding

from .checks import Checker
from .coverage import Counted, Coverage, counted
from .degenerate import RowShape, row_shape
from .generator import Generator
from .generator_choice import held_rules
from .novelty import Marker, Marks
from .plan import Draft
from .preference_pairs import twins_of
from .row_lines import RowLines
from .row_types import Row
from .settings import Settings
from .strict_rules import must_hold

ATTEMPTS = 24
"""So often a story is drawn until it holds up."""


class Story(NamedTuple):
    """A story that is wanted."""

    number: int
    attempt: int
    """How often it was drawn before."""
    side: str


@dataclass(slots=True)
class ProposedRow:
    """One conversation of a story: how it is written, and what others are compared by."""

    marks: Marks
    counted: Counted
    line: bytes
    digest: str
    shape: RowShape | None = None
    twins: list[tuple[bytes, str]] = field(default_factory=list)
    draft: Draft | None = None
    """The conversation itself, where it stays in the process that made it."""


@dataclass(slots=True)
class Proposal:
    """What came of a story: its conversations, or none."""

    story: Story
    """With the attempt that gave it."""
    rows: list[ProposedRow] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)


Stale = Callable[[Draft, Marks, str], str | None]
"""Why a conversation is not new, where that is known while it is made."""
Noted = Callable[[list[Finding], Draft], None]


class StoryMaker:
    """Makes and checks stories with one generator."""

    def __init__(self, settings: Settings, maker: Generator) -> None:
        self.settings, self.maker = settings, maker
        self.rules = held_rules(maker, settings.langs[0])
        self.marker = Marker(users=not maker.varied, by_calls=maker.judged_by_calls)
        self.tools = {lang: maker.environment(lang).tools() for lang in settings.langs}
        self._checkers = {
            lang: Checker(maker.environment(lang), replay=maker.replays, rules=self.rules, wanted=must_hold)
            for lang in settings.langs
        }
        self._read = {lang: read_tools(tools) for lang, tools in self.tools.items()}
        self._lines = RowLines()
        self.wants_shape = True
        """Whether the calls of a row are to be told apart."""

    def proposal(
        self, story: Story, coverage: Coverage, *, stale: Stale | None = None, noted: Noted | None = None
    ) -> Proposal:
        """The first draw of a story that holds up; `noted` is told what the checks found in the others."""
        made = Proposal(story)
        for attempt in range(story.attempt, ATTEMPTS):
            made.story = story._replace(attempt=attempt)
            drafts = self.maker.make(story.number, attempt, story.side, coverage)
            rows = self._rows_that_hold(drafts, made, stale, noted)
            if rows:
                made.rows = rows
                break
        return made

    def _rows_that_hold(
        self, drafts: Sequence[Draft], made: Proposal, stale: Stale | None, noted: Noted | None
    ) -> list[ProposedRow]:
        """The rows of a story; none where one of its conversations must not be written: counts why."""
        marks = []
        for draft in drafts:
            marks.append(self.marker.marks(draft))
            reason = stale(draft, marks[-1], made.story.side) if stale is not None else None
            if reason is not None:
                made.rejected[reason] += 1
                return []
            found = self.findings(draft)
            if noted is not None:
                noted(found, draft)
            for rule, text in {each.rule: f"{each.path}: {each.text}" for each in found}.items():
                made.rejected[rule] += 1
                made.examples.setdefault(rule, f"{draft.id} {text}")
            if found:
                return []
        return [self.written(draft, known) for draft, known in zip(drafts, marks, strict=True)]

    def written(self, draft: Draft, marks: Marks) -> ProposedRow:
        """A conversation as it is written."""
        record = self.record(draft)
        shape = row_shape(draft) if self.wants_shape else None
        row = ProposedRow(marks, counted(draft), *self._lines.written(record), shape, draft=draft)
        if self.settings.negatives:
            environment = self.maker.environment(draft.metadata["lang"])
            row.twins = [self._lines.written(twin) for twin in twins_of(record, environment)]
        return row

    def findings(self, draft: Draft) -> list[Finding]:
        """What the checks find wrong."""
        checker = self._checkers[draft.metadata["lang"]]
        if self.settings.wording == "grammar":  # made in the form that a reader would give
            return checker.check(self.conversation(draft))
        return checker.check(self.record(draft))

    def conversation(self, draft: Draft) -> Conversation:
        """A draft as a reader of its row would have it."""
        return Conversation(draft.id, draft.messages, self._read[draft.metadata["lang"]], False, dict(draft.metadata))

    def record(self, draft: Draft) -> Row:
        """A draft as a row."""
        return {
            "id": draft.id,
            "messages": draft.messages,
            "tools": self.tools[draft.metadata["lang"]],
            "parallel_tool_calls": False,
            "metadata": draft.metadata,
        }
