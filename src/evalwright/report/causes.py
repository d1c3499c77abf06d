"""Failures by cause: what the server said, how often, and what helps.

Failures (id, kind, message) flow in, in the order of the data set; out flow the `causes` of a report, and the lines
that a terminal shows. A report is stored in English; lines are in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from evalwright.engine import cure_text, said_by
from evalwright.models import Cause, cause_of
from evalwright.tasks import FailedItem
from evalwright.text import localized, stored_sentence, stored_words, visible

from .report_document import CauseRow, Report
from .table import name_text

_IDS = 5
_MESSAGE_LENGTH = 300
_SHOWN = 5
"""Causes that a terminal shows of one report; the report has all."""
NOT_ASKED = "not_asked"
"""The kind of what has no answer because the run stopped before."""
_UNASKED = {"model": "not_asked", "judge": "not_judged"}


def cause_rows(failures: Iterable[FailedItem], who: str = "model") -> list[CauseRow]:
    """The causes of these failures, the most frequent first; items that were never asked come last."""
    rows: dict[Cause, CauseRow] = {}
    for failure in failures:
        identifier, kind = str(failure.get("id")), str(failure.get("kind"))
        message = str(failure.get("message"))
        cause = cause_of(kind, message, identifier)
        row = rows.get(cause) or rows.setdefault(cause, _cause_row(who, cause, failure))
        row["count"] += 1
        if len(row["ids"]) < _IDS:
            row["ids"].append(_writable(identifier))
    return sorted(rows.values(), key=lambda row: (row["kind"] == NOT_ASKED, -row["count"]))


def render_causes(reports: Sequence[Report], lang: str = "en") -> str:
    """The lines that say why requests failed, and what helps; empty where none did."""
    return "\n".join(line for report in reports for line in _cause_lines(report, lang))


def unasked_in(report: Report) -> int:
    """How many of a report's items without an answer were never asked."""
    kinds = report.get("error_kinds")
    count = kinds.get(NOT_ASKED) if isinstance(kinds, Mapping) else None
    return count if isinstance(count, int) else 0


def can_help_to_repeat(reports: Iterable[Report]) -> bool:
    """Whether some of what failed may be answered when the same command is run again."""
    causes = [cause for report in reports for cause in report.get("causes", ())]
    met = [cause for cause in causes if cause.get("kind") != NOT_ASKED] or causes
    return any(cause.get("may_pass", True) for cause in met)


def _cause_row(who: str, cause: Cause, failure: FailedItem) -> CauseRow:
    message = _writable(str(failure.get("message"))[:_MESSAGE_LENGTH])
    row = CauseRow(
        who=who,
        kind=_writable(cause.kind),
        message=message,
        count=0,
        ids=[],
        may_pass=cause.may_pass,
    )
    sentence = stored_sentence(failure, "message")
    if sentence is not None and sentence == message:
        row["said"] = {"message": sentence.told()}
    if cause.cure is not None:
        row["cure_name"] = cause.cure
        row["cure"] = cure_text(cause.cure, "en") or ""
    return row


def _cause_lines(report: Report, lang: str) -> Iterator[str]:
    name = f"{name_text(report.get('model'))} / {name_text(report.get('dataset'))}"
    causes: Sequence[CauseRow] = report.get("causes", ())
    for cause in causes[:_SHOWN]:
        all_of = report.get("num", 0) + (report.get("errors", 0) if cause["who"] == "model" else 0)
        what = visible(said_by(cause["kind"], stored_words(cause, "message", lang)), _MESSAGE_LENGTH)
        sentence = _UNASKED[cause["who"]] if cause["kind"] == NOT_ASKED else f"failed_{cause['who']}"
        yield localized(f"failures.{sentence}", lang, name=name, n=cause["count"], all=all_of, what=what)
        if "cure_name" in cause:
            cure = cure_text(cause["cure_name"], lang)
            yield localized("failures.cure", lang, cure=cure)
    if len(causes) > _SHOWN:
        yield localized("failures.more", lang, name=name, n=len(causes) - _SHOWN)


def _writable(text: str) -> str:
    """Text that can be written: what no strict reader has seen may hold half a surrogate pair."""
    return text.encode(errors="replace").decode()
