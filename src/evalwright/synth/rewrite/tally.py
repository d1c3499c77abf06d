"""What became of a model's words: how much was kept, and why the rest was not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..manifest_types import ModelFacts, WordedFacts


@dataclass(slots=True)
class Tally:
    """The counts of one wording: messages that were rewritten, or stories that were played."""

    unit: str
    models: ModelFacts
    """Who was asked, and with which settings."""
    tried: int = 0
    kept: int = 0
    mended: int = 0
    """Of those that were kept: how many had been refused before, and came again in order."""
    refused: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> WordedFacts:
        """The counts, as JSON data."""
        return {
            **self.models,
            "unit": self.unit,
            "tried": self.tried,
            "kept": self.kept,
            "mended": self.mended,
            "kept_share": round(self.kept / self.tried, 4) if self.tried else None,
            "refused": dict(sorted(self.refused.items())),
        }
