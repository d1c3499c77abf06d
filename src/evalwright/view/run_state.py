"""How a run stands, for people: whether it goes on, is finished, failed, or is incomplete, and why.

A `RunView` flows in, small documents for the browser flow out. A run whose requests failed is not finished, whatever
files it left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.report import Part, failure_causes
from evalwright.text import in_words, stored_list

from .item_keys import item_key
from .run_answers import PartFailures, StateFacts
from .shorten import cut
from .stored import RunView

_CAUSES = 12
_IDS = 5
_NOTES = 20
_MESSAGE = 500


@dataclass(frozen=True, slots=True)
class RunState:
    """How a run stands."""

    name: str
    """running, finished, failed, incomplete or stopped."""
    missing: int = 0
    """Requests without an answer, or answers without a score."""
    due: int = 0

    def document(self) -> StateFacts:
        """For the browser."""
        return {"state": self.name, "missing": self.missing, "due": self.due}


def run_state(view: RunView) -> RunState:
    """How a run stands; one that is over is finished only where nothing is missing."""
    name = view.state()
    if name != "finished":
        return RunState(name)
    found = {(part.model, part.dataset): view.report(part) for part in view.stored.parts}.values()
    reports = [report for report in found if report is not None]
    errors = sum(_whole(report.get("errors")) for report in reports)
    answered = sum(_whole(report.get("num")) for report in reports)
    unjudged = sum(_whole(report.get("unjudged")) for report in reports)
    if errors:
        return RunState("incomplete" if answered else "failed", errors, errors + answered)
    return RunState("incomplete", unjudged, answered) if unjudged else RunState(name)


def part_failures(view: RunView, part: Part, lang: str) -> PartFailures:
    """What has no answer in a part's report, by cause, how its answers ended, and what must be known of its scores."""
    report = view.report(part)
    causes = failure_causes(report) if report is not None else []
    told: Mapping[str, Any] = report or {}
    answers = told.get("answers")
    kinds = answers.items() if isinstance(answers, dict) else ()
    return {
        "errors": _whole(told.get("errors")),
        "graded": _whole(told.get("num")),
        "unjudged": _whole(told.get("unjudged")),
        "causes": [
            {
                "kind": cut(cause.kind, 80),
                "message": cut(cause.message_in(lang), _MESSAGE),
                "count": cause.count,
                "who": cause.who,
                "cure": cut(cause.cure_in(lang), _MESSAGE),
                "items": [{"id": cut(each, 80), "key": item_key(each)} for each in cause.ids[:_IDS]],
            }
            for cause in causes[:_CAUSES]
        ],
        "notes": [cut(in_words(note, lang), _MESSAGE) for note in stored_list(told, "notes")[:_NOTES]],
        "answers": [{"name": cut(str(kind), 80), "num": num} for kind, num in kinds if _whole(num)],
    }


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
