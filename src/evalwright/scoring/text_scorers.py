"""Our own scorers of texts: what was said against the reference answers of the record, on any task.

The reference is the record's `answer`, `response` or `reference`, one or several; where there is none, or it is no
text, nothing is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .metric import Metric
from .scorers import Score
from .texts import TEXT_METRICS, text_scores
from .thoughts import without_thoughts

_REFERENCES = ("answer", "response", "reference")


class ExactMatch:
    """Whether the answer is a reference, apart from case and white space around it."""

    name = "exact_match"
    metrics = (Metric("exact_match", "rate"),)

    def __init__(self, options: Mapping[str, Any]) -> None:
        del options  # there are none yet

    def score(self, record: Any, sample: Mapping[str, Any]) -> float | None:
        """1 or 0; None without a reference."""
        references = _references(record)
        if not references:
            return None
        return float(_said(sample).lower() in {reference.strip().lower() for reference in references})


class _TextScorer:
    """A family of the text measures."""

    name: ClassVar[str]
    family: ClassVar[str]

    def __init__(self, options: Mapping[str, Any]) -> None:
        del options  # there are none yet
        names = [name for name in TEXT_METRICS if name.startswith(self.family)]
        self.metrics = tuple(Metric(name, "mean") for name in names)

    def score(self, record: Any, sample: Mapping[str, Any]) -> Score | None:
        """The best over the references; None without one."""
        references = _references(record)
        if not references:
            return None
        found = text_scores(_said(sample), references)
        return Score({metric.name: found.values[metric.name] for metric in self.metrics}, ", ".join(found.notes))


class Rouge(_TextScorer):
    """ROUGE-1, -2 and -L."""

    name = "rouge"
    family = "Rouge"


class Bleu(_TextScorer):
    """BLEU-1 to -4."""

    name = "bleu"
    family = "bleu"


def _said(sample: Mapping[str, Any]) -> str:
    return without_thoughts(sample.get("output_text") or "").strip()


def _references(record: Any) -> tuple[str, ...]:
    if not isinstance(record, Mapping):
        return ()
    given = next((record[name] for name in _REFERENCES if record.get(name) not in (None, "", [])), None)
    listed = given if isinstance(given, list) else [given]
    return tuple(str(one) for one in listed if isinstance(one, str | int | float) and not isinstance(one, bool))
