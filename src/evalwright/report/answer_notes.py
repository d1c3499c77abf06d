"""Answers that are none: truncated, refused, filtered, empty. They are scored, so a reader must hear of them.

Counts of answers by kind flow in; out flow the `warnings` of a report (kinds that are many) and the lines for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from evalwright.tasks import ANSWER_KINDS, WHOLE_ANSWERS
from evalwright.text import localized

from .report_document import AnswerWarning, Report
from .table import name_text

MANY = 0.05
"""From this share on, answers of a kind are said to be many."""
_EMPTY_WITHOUT_A_SERVER = {
    "baseline": "empty_baseline",
    "replay": "empty_captured",
    "hf": "empty_local",
    "gguf": "empty_local",
}
"""What helps against empty answers, by the kind of a model that has no server."""


def answer_counts(kinds: Counter[str]) -> dict[str, int]:
    """The counts in their fixed order, kinds that did not occur left out."""
    return {kind: kinds[kind] for kind in ANSWER_KINDS if kinds[kind]}


def answer_warnings(counts: Mapping[str, int], answered_by: str | None = None) -> list[AnswerWarning]:
    """What must be said loudly: kinds of answers that are none and that are many, in English.

    `answered_by` is the kind of model: one without a server has no server's log to look at.
    """
    return [_warning(kind, count, num, answered_by) for kind, count, num in _odd(counts) if count >= MANY * num]


def _warning(kind: str, count: int, num: int, answered_by: str | None) -> AnswerWarning:
    name = _EMPTY_WITHOUT_A_SERVER.get(answered_by or "", kind) if kind == "empty" else kind
    message, cure = _many(kind, count, num, "en"), _cure(name, "en")
    made = AnswerWarning(answers=kind, count=count, num=num, message=message, cure=cure)
    return made if name == kind else {**made, "cure_name": name}


def answer_lines(report: Report, name: str, lang: str) -> Iterator[str]:
    """The lines of a report about answers that are none."""
    counts: Mapping[str, int] = report.get("answers") or {}
    few = [(kind, count) for kind, count, num in _odd(counts) if count < MANY * num]
    if few:
        comma = localized("finish.comma", lang)
        kinds = comma.join(localized(f"finish.kinds.{kind}", lang, n=count) for kind, count in few)
        yield localized("finish.some", lang, name=name, num=sum(counts.values()), kinds=kinds)
    yield from warning_lines(report, lang)


def warning_lines(report: Report, lang: str) -> Iterator[str]:
    """Kinds of answers that are none and that are many, with what helps."""
    name = f"{name_text(report.get('model'))} / {name_text(report.get('dataset'))}"
    cures = {each.get("answers"): each["cure_name"] for each in report.get("warnings", ()) if "cure_name" in each}
    for kind, count, num in _odd(report.get("answers") or {}):
        if count >= MANY * num:
            yield localized("finish.warning", lang, name=name, many=_many(kind, count, num, lang))
            yield localized("failures.cure", lang, cure=_cure(cures.get(kind, kind), lang))


def _odd(counts: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    num = sum(count for count in counts.values() if isinstance(count, int))
    for kind in ANSWER_KINDS:
        if kind not in WHOLE_ANSWERS and counts.get(kind):
            yield kind, counts[kind], num


def _many(kind: str, count: int, num: int, lang: str) -> str:
    kinds = localized(f"finish.kinds.{kind}", lang, n=count)
    return localized("finish.many", lang, kinds=kinds, num=num, share=f"{count / num:.0%}")


def _cure(kind: str, lang: str) -> str:
    return localized(f"finish.cures.{kind}", lang)
