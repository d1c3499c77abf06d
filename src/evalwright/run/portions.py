"""What a report is summed up from: one portion per subset, scored just now or read back from the run.

A run that has grown holds subsets of a data set that this command did not ask. Their reviews, failures and notes flow
out in the same form as those of the subsets that were scored now, so that one report tells of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from evalwright.effects import unknown_effect
from evalwright.models import SECRET_REMOVED
from evalwright.report import UNJUDGED, Part, StoredRun
from evalwright.scoring import Metric
from evalwright.tasks import FailedItem, InvalidItem, ReviewLine
from evalwright.text import phrase

from .collect_reviews import Scored, review_notes, served_by
from .execution import Run


@dataclass(frozen=True, slots=True)
class Portion:
    """One model on one subset, as far as a report needs it."""

    subset: str
    metrics: Sequence[Metric]
    failures: Sequence[FailedItem]
    invalid: Sequence[InvalidItem]
    notes: Sequence[str]
    judge_failures: Sequence[FailedItem]
    """Answers that a judge was to see and did not."""
    criteria_failures: Sequence[FailedItem]
    """The same of judges of criteria."""
    source: Path | Part
    """The reviews: a file that was written just now, or a part that is read with care."""

    def labelled_reviews(self) -> Iterator[ReviewLine]:
        """The reviews, each with the name of the subset."""
        for review in self._reviews():
            review["subset"] = self.subset
            yield review

    def _reviews(self) -> Iterator[ReviewLine]:
        if isinstance(self.source, Part):
            yield from self.source.read_reviews()
            return
        with self.source.open("rb") as stream:
            for line in stream:
                yield orjson.loads(line)


def portions_of(run: Run, stored: StoredRun, model: str, dataset: str) -> list[Portion]:
    """All subsets of a data set that the run holds of a model, in the order of the run."""
    now = {part.subset: part for part in run.scored if (part.model, part.dataset) == (model, dataset)}
    found = []
    for part in stored.parts_of(model).get(dataset, ()):
        if part.subset in now:
            found.append(_scored(now[part.subset]))
        elif part.reviews.is_file():
            found.append(_stored(part, stored.metrics(model, dataset)))
    return found


def _scored(part: Scored) -> Portion:
    said = (part.failures, part.invalid, part.notes, part.judge_failures, part.criteria_failures)
    return Portion(part.subset, part.metrics, *said, part.reviews)


def _stored(part: Part, metrics: Sequence[Metric]) -> Portion:
    from .criteria_pass import unreached_judges

    verdicts: Counter[str] = Counter()
    reviewed: Counter[str] = Counter()
    unjudged: set[str] = set()
    served: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    unheard_criteria: list[FailedItem] = []
    cleaned = 0
    for review in part.read_reviews():
        reviewed[review["id"]] += 1
        verdict = str(review.get("verdict"))
        verdicts[verdict] += 1
        if verdict == UNJUDGED:
            unjudged.add(review["id"])
        cleaned += SECRET_REMOVED in (review.get("details") or ())
        served.update(served_by(review))
        unknown.update(unknown_effect(review))
        unheard_criteria += unreached_judges(review)
    failures = [error for error in part.read_errors() if reviewed[error["id"]] < part.settings.repeats]
    due = part.settings.due or 0
    silent: FailedItem = {"id": "", "kind": "not_asked", "message": phrase("failures.stopped_before")}
    failures += [silent] * (due - reviewed.total() - len(failures))
    notes = [*part.settings.notes, *review_notes(verdicts, reviewed.total(), cleaned, served, unknown)]
    unheard = [error for error in part.read_judge_errors() if error["id"] in unjudged]
    return Portion(part.subset, metrics, failures, part.settings.invalid, notes, unheard, unheard_criteria, part)
