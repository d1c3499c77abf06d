"""A draw that leads nowhere, with the line of the scenario file where it ended and why."""

from __future__ import annotations

from typing import Any

from evalwright.text import Sentence, phrase

from .model import ScenarioFinding


class StuckError(Exception):
    """Cannot go on: another draw is made, and `scenarios check` names the line."""

    def __init__(self, kind: str, line: int = 0, **values: Any) -> None:
        super().__init__(kind)
        self.kind, self.line = kind, line
        self.message: Sentence = phrase(f"scenarios.played.{kind}.message", **values)

    def finding(self, line: int = 0) -> ScenarioFinding:
        """The same as a finding about the file; `line`: where it counts where nothing else is known."""
        cure = phrase(f"scenarios.played.{self.kind}.cure")
        return ScenarioFinding(self.line or line, self.message, cure, kind=self.kind)
