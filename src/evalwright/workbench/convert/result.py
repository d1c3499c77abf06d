"""What came of converting: how much, what was left behind, what the target's users should know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypedDict

from evalwright.data import BadRow


class ConvertDocument(TypedDict):
    """The document of `convert --json`."""

    to: str
    conversations: int
    lost: dict[str, int]
    warnings: dict[str, int]
    bad_rows: list[str]


@dataclass(slots=True)
class Converted:
    """What came of a file."""

    to: str
    conversations: int = 0
    """Those written."""
    lost: Counter[str] = field(default_factory=Counter)
    """By field, such as `messages[].name`: in how many conversations the format could not hold it."""
    warnings: Counter[str] = field(default_factory=Counter)
    """By limit of the service, such as `too-long`: how many conversations touch it."""
    bad_rows: list[BadRow] = field(default_factory=list)

    def merge(self, later: Converted) -> None:
        """Count what came of the next part of the file."""
        self.conversations += later.conversations
        self.lost.update(later.lost)
        self.warnings.update(later.warnings)
        self.bad_rows += later.bad_rows

    def to_dict(self) -> ConvertDocument:
        """The document of `convert --json`."""
        return {
            "to": self.to,
            "conversations": self.conversations,
            "lost": dict(sorted(self.lost.items())),
            "warnings": dict(sorted(self.warnings.items())),
            "bad_rows": [str(row) for row in self.bad_rows],
        }
