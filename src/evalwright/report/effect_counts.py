"""What the wrong answers do where they were executed: counted over reviews for a report, said in a line for people.

Reviews flow in one by one; out flows the part `effects` of a report, which is there only where answers were executed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from evalwright.tasks import ReviewLine
from evalwright.text import listed, localized, localized_section

from .report_document import EffectCounts, EffectPart, Report

NO_CALL = "no_call"
"""What an answer without a call is counted as."""


@dataclass(slots=True)
class EffectTally:
    """Reviews of one model on one data set, counted on the way."""

    _all: Counter[str] = field(default_factory=Counter)
    _wrong: Counter[str] = field(default_factory=Counter)

    def add(self, review: ReviewLine) -> None:
        """Count one review, where its answer was executed."""
        details, score = review.get("details"), review.get("score")
        if not isinstance(details, Mapping) or not isinstance(details.get("effect"), Mapping):
            return
        effect = str(review.get("effect", NO_CALL))
        self._all[effect] += 1
        if isinstance(score, Mapping) and score.get("next_call_exact") != 1:
            self._wrong[effect] += 1

    def merge(self, later: EffectTally) -> None:
        """Take in the counts of the next reviews."""
        self._all += later._all
        self._wrong += later._wrong

    def part(self) -> EffectPart:
        """What the report says; nothing where no answer was executed."""
        if not self._all:
            return {}
        made: EffectCounts = {"answers": _in_order(self._all), "wrong": _in_order(self._wrong)}
        return {"effects": made}


def _in_order(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts in the order in which they are said; what did not occur is left out."""
    return {name: counts[name] for name in localized_section("effect.counted", "en") if counts.get(name)}


def effect_lines(report: Report, name: str, lang: str) -> Iterator[str]:
    """What the wrong answers of a report do."""
    counts = report.get("effects")
    wrong = counts.get("wrong") if isinstance(counts, Mapping) else None
    if not isinstance(wrong, Mapping) or not wrong:
        return
    known = localized_section("effect.counted", "en")
    parts = [localized(f"effect.counted.{each}", lang, n=num) for each, num in wrong.items() if each in known]
    num = sum(num for each, num in wrong.items() if each in known)
    yield localized("effect.of_wrong", lang, name=name, num=num, parts=listed(parts))
