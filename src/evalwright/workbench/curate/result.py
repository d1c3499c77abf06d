"""What came of curating: how many were kept, and what every other one failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from evalwright.data import BadRow

MAX_REJECTIONS = 10_000
"""Conversations whose reasons are kept in the result; all are counted, and `--rejected` writes all."""


class ReasonDocument(TypedDict):
    """A reason as JSON data."""

    rule: str
    text: str
    message: NotRequired[int]


class RejectionDocument(TypedDict):
    """A rejected conversation as JSON data."""

    conversation: str
    line: int
    rules: list[str]
    reasons: list[ReasonDocument]


class CurateDocument(TypedDict):
    """The document of `curate --json`."""

    conversations: int
    kept: int
    rejected: int
    rules: dict[str, int]
    rejections: list[RejectionDocument]
    rejections_left_out: int
    bad_rows: list[str]
    bounds_reached: list[str]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with a conversation."""

    rule: str
    text: str
    """One sentence, without characters that a terminal would obey."""
    message: int | None = None

    def to_dict(self) -> ReasonDocument:
        """As JSON data."""
        made: ReasonDocument = {"rule": self.rule, "text": self.text}
        if self.message is not None:
            made["message"] = self.message
        return made


@dataclass(frozen=True, slots=True)
class Rejection:
    """One conversation that was not kept, and why."""

    conversation: str
    line: int
    reasons: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it failed, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    def to_dict(self) -> RejectionDocument:
        """As JSON data."""
        reasons = [reason.to_dict() for reason in self.reasons]
        return {"conversation": self.conversation, "line": self.line, "rules": list(self.rules), "reasons": reasons}


@dataclass(slots=True)
class Curated:
    """What came of a file."""

    rules: tuple[str, ...]
    """Every rule that was asked, in order."""
    conversations: int = 0
    kept: int = 0
    kept_ids: list[str] = field(default_factory=list)
    """The first ten thousand of those kept."""
    fell: Counter[str] = field(default_factory=Counter)
    """Conversations that failed each rule; one may have failed several."""
    rejections: list[Rejection] = field(default_factory=list)
    """The first ten thousand."""
    bad_rows: list[BadRow] = field(default_factory=list)
    full: list[str] = field(default_factory=list)
    """Memories of audit's rules that reached their bound."""

    @property
    def rejected(self) -> int:
        """How many were not kept."""
        return self.conversations - self.kept

    def to_dict(self) -> CurateDocument:
        """The document of `curate --json`."""
        return {
            "conversations": self.conversations,
            "kept": self.kept,
            "rejected": self.rejected,
            "rules": {rule: self.fell[rule] for rule in self.rules},
            "rejections": [rejection.to_dict() for rejection in self.rejections],
            "rejections_left_out": self.rejected - len(self.rejections),
            "bad_rows": [str(row) for row in self.bad_rows],
            "bounds_reached": self.full,
        }
