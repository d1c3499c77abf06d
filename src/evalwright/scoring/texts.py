"""All ROUGE and BLEU values of one answer: texts in, thirteen numbers and what there is to say about them out.

Of several references each metric takes the best one for itself. An answer or a reference without any text counts
as 0 and is named in the notes; it is never left out of a mean in silence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bleu import BLEU_METRICS, bleu_of_words
from .rouge import ROUGE_METRICS, rouge_of_words
from .words import Words, split_words

TEXT_METRICS = (*ROUGE_METRICS, *BLEU_METRICS)


@dataclass(frozen=True, slots=True)
class TextScores:
    """What an answer is worth beside its references."""

    values: Mapping[str, float]
    """By the names of `TEXT_METRICS`, in that order."""
    notes: tuple[str, ...] = ()
    """`empty_answer`, `empty_reference` (no reference has text), `long_text` (ROUGE-L is a lower bound)."""


def text_scores(prediction: str, references: Sequence[str]) -> TextScores:
    """The best value of each metric over the references."""
    written = [reference for reference in references if reference.strip()]
    notes = [] if prediction.strip() else ["empty_answer"]
    if not written:
        notes.append("empty_reference")
    if notes:
        return TextScores(dict.fromkeys(TEXT_METRICS, 0.0), tuple(notes))
    words = split_words(prediction)
    rows, exact = zip(*(_rouge_bleu_values(words, split_words(reference)) for reference in written), strict=True)
    best = map(max, zip(*rows, strict=True))
    return TextScores(dict(zip(TEXT_METRICS, best, strict=True)), () if all(exact) else ("long_text",))


def _rouge_bleu_values(prediction: Words, reference: Words) -> tuple[list[float], bool]:
    values, exact = rouge_of_words(prediction.spaced, reference.spaced)
    return [*values, *bleu_of_words(prediction.cut, reference.cut)], exact
