"""What came of a split: who went where, and that nothing leaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from evalwright.data import BadRow

SPLIT_FILES = ("train.jsonl", "valid.jsonl", "leaks.json")
KINDS = ("conversation", "entity", "plan", "near_duplicate")
"""What two conversations may have in common, strongest first."""


class ValidShare(TypedDict):
    """The share of the validation file."""

    wanted: float
    reached: float


class SplitDocument(TypedDict):
    """The document of `split --json` and of leaks.json."""

    conversations: int
    train: int
    valid: int
    valid_share: ValidShare
    seed: int
    groups: int
    largest_group: int
    links: dict[str, int]
    leaks: dict[str, int]
    common: dict[str, int]
    remarks: list[str]
    bad_rows: list[str]


@dataclass(slots=True)
class Split:
    """The two sides of one split."""

    conversations: int
    valid_share: float
    """As asked for."""
    seed: int
    train: list[int] = field(default_factory=list)
    """Positions in the source, from 0, bad rows not counted."""
    valid: list[int] = field(default_factory=list)
    groups: int = 0
    """Sets of conversations that have nothing to do with one another."""
    largest_group: int = 0
    links: dict[str, int] = field(default_factory=dict)
    """By kind, the things that join conversations."""
    common: dict[str, int] = field(default_factory=dict)
    """Values that stand in too many conversations to be anybody's, with the number of conversations."""
    leaks: dict[str, int] = field(default_factory=dict)
    """By kind, what stands on both sides: all zero."""
    remarks: list[str] = field(default_factory=list)
    bad_rows: list[BadRow] = field(default_factory=list)

    @property
    def reached_share(self) -> float:
        """The share of the validation file."""
        return len(self.valid) / self.conversations if self.conversations else 0.0

    def to_dict(self) -> SplitDocument:
        """The document of `split --json` and of leaks.json."""
        return {
            "conversations": self.conversations,
            "train": len(self.train),
            "valid": len(self.valid),
            "valid_share": {"wanted": self.valid_share, "reached": round(self.reached_share, 6)},
            "seed": self.seed,
            "groups": self.groups,
            "largest_group": self.largest_group,
            "links": self.links,
            "leaks": self.leaks,
            "common": self.common,
            "remarks": self.remarks,
            "bad_rows": [str(row) for row in self.bad_rows],
        }
