"""What came of an import: how many records of which kind, from rows of which shape, what was lost, what was bad."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypedDict

from evalwright.data import BadRow

KINDS = ("conversations", "items", "samples")


class ImportDocument(TypedDict):
    """The document of `import --json`."""

    conversations: int
    items: int
    samples: int
    shapes: dict[str, int]
    several: int
    unfair: dict[str, int]
    lost: dict[str, int]
    spans: int
    merged: int
    near_duplicates: int
    strata: dict[str, dict[str, int]]
    redacted: dict[str, int]
    bad_rows: list[str]


@dataclass(slots=True)
class Imported:
    """What came out of the files."""

    conversations: int = 0
    items: int = 0
    samples: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    """Rows read, by the name of their shape."""
    several: int = 0
    """Items with more than one right answer."""
    unfair: Counter[str] = field(default_factory=Counter)
    """Items whose own answers no answer can match, by why."""
    lost: Counter[str] = field(default_factory=Counter)
    """What rows held and the records made of them cannot hold, by its name: in how many rows."""
    spans: int = 0
    """Spans of traces that were read."""
    merged: int = 0
    """Spans whose messages are the beginning of another's, or the same."""
    near_duplicates: int = 0
    """Records left out of a sample because one before says nearly the same."""
    strata: dict[str, dict[str, int]] = field(default_factory=dict)
    """Of a sample, by stratum: how many were kept, of how many."""
    redacted: Counter[str] = field(default_factory=Counter)
    """Values replaced by stand-ins, by kind."""
    bad_rows: list[BadRow] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        """The kinds of records that were made, of `KINDS`."""
        return [kind for kind in KINDS if getattr(self, kind)]

    def to_dict(self) -> ImportDocument:
        """The document of `import --json`."""
        return {
            "conversations": self.conversations,
            "items": self.items,
            "samples": self.samples,
            "shapes": dict(self.shapes),
            "several": self.several,
            "unfair": dict(sorted(self.unfair.items())),
            "lost": dict(sorted(self.lost.items())),
            "spans": self.spans,
            "merged": self.merged,
            "near_duplicates": self.near_duplicates,
            "strata": dict(sorted(self.strata.items())),
            "redacted": dict(sorted(self.redacted.items())),
            "bad_rows": [str(row) for row in self.bad_rows],
        }
