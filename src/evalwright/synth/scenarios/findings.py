"""What is wrong with a scenario file, collected: each with its line, a sentence of the word files, and the cure.

Whoever reads or checks a part adds what it finds and goes on, so that one look shows everything at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Literal

from evalwright.text import Sentence, listed, phrase

from .model import ScenarioFinding

_SHOWN = 12
_MOST = 200
"""Findings of one file that are kept; a file with more is not the file that was meant."""


class Findings:
    """Findings as they come."""

    def __init__(self) -> None:
        self.found: list[ScenarioFinding] = []

    def add(self, line: int, kind: str, severity: Literal["error", "warning"] = "error", /, **values: Any) -> None:
        """One more; `kind` names its sentences, `scenarios.found.KIND`."""
        message = phrase(f"scenarios.found.{kind}.message", **values)
        made = ScenarioFinding(line, message, phrase(f"scenarios.found.{kind}.cure", **values), severity, kind)
        if len(self.found) < _MOST and made not in self.found:
            self.found.append(made)

    def take(self, finding: ScenarioFinding, severity: Literal["error", "warning"] = "error") -> None:
        """One more that somebody else found."""
        self.found.append(replace(finding, severity=severity))

    def has(self, line: int, kind: str) -> bool:
        """Whether a line is known for this already."""
        return any((finding.line, finding.kind) == (line, kind) for finding in self.found)

    def in_order(self) -> list[ScenarioFinding]:
        """All of them, by line."""
        return sorted(self.found, key=lambda finding: finding.line)

    @property
    def errors(self) -> int:
        """How many of them make the file unusable."""
        return sum(finding.severity == "error" for finding in self.found)


def nearest_hint(name: str, known: Iterable[str]) -> Sentence:
    """The name that was probably meant, else the names there are."""
    names = list(dict.fromkeys(known))
    if close := get_close_matches(name[:100], names, n=1, cutoff=0.5):
        return phrase("scenarios.near", name=close[0])
    if not names:
        return phrase("scenarios.no_names")
    shown = listed(names[:_SHOWN])
    more = len(names) - _SHOWN
    return phrase("scenarios.known", names=phrase("common.and_more", shown=shown, num=more) if more > 0 else shown)
