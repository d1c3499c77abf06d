"""Why requests have no answer: the failures of a report, grouped by cause.

A report flows in, `FailureCause`s flow out, the most frequent first. Reports say their causes themselves; those of
older runs only list failures, which are put together here by kind and message, numbers in messages apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalwright.text import Sentence, in_words, localized_section, stored_sentence

from .report_document import Report

_NUMBERS = re.compile(r"\d+")
_LISTED_IDS = 100


@dataclass(slots=True)
class FailureCause:
    """Failures that have one cause."""

    kind: str
    message: str
    """The server's own sentence, or ours in English."""
    count: int = 0
    ids: list[str] = field(default_factory=list)
    """The first items that failed so."""
    cure: str = ""
    cure_name: str = ""
    """The cure's name in the word files (`failures.cures`), where it has one."""
    who: str = "model"
    """Who was asked in vain: the model, or the judge."""
    sentence: Sentence | None = None
    """The message, where it is one of ours."""

    def message_in(self, lang: str) -> str:
        """What failed: the server's own words as they are, ours in a language."""
        return self.message if self.sentence is None else in_words(self.sentence, lang)

    def cure_in(self, lang: str) -> str:
        """What helps, in a language where it is known in it."""
        known = localized_section("failures", lang).get("cures")
        said = known.get(self.cure_name) if isinstance(known, Mapping) else None
        return said if isinstance(said, str) else self.cure


def failure_causes(report: Report) -> list[FailureCause]:
    """The causes of a report's failed requests; together they count all of them."""
    said = report.get("causes")
    causes = [_as_said(each) for each in said if isinstance(each, Mapping)] if isinstance(said, list) else []
    causes = causes or _grouped(report)
    rest = _whole(report.get("errors")) - sum(cause.count for cause in causes if cause.who == "model")
    if rest > 0:
        causes.append(FailureCause("", "", rest))
    return sorted(causes, key=_by_weight)


def _by_weight(cause: FailureCause) -> tuple[bool, bool, int, str, str]:
    """The most frequent first; what was never asked, and what is not known, at the end."""
    return not cause.kind, cause.kind == "not_asked", -cause.count, cause.kind, cause.message


def _as_said(cause: Mapping[str, Any]) -> FailureCause:
    ids = cause.get("ids")
    return FailureCause(
        _text_or_empty(cause.get("kind")),
        _text_or_empty(cause.get("message")),
        _whole(cause.get("count")),
        [str(each) for each in ids[:_LISTED_IDS]] if isinstance(ids, list) else [],
        _text_or_empty(cause.get("cure")),
        _text_or_empty(cause.get("cure_name")),
        "judge" if cause.get("who") == "judge" else "model",
        stored_sentence(cause, "message"),
    )


def _grouped(report: Report) -> list[FailureCause]:
    """Failures by kind and message. Only the first are listed; the others are known by their kind."""
    found: dict[tuple[str, str], FailureCause] = {}
    failed = report.get("failed")
    for failure in failed if isinstance(failed, list) else ():
        if isinstance(failure, Mapping):
            kind, message = _text_or_empty(failure.get("kind")), _text_or_empty(failure.get("message"))
            cause = found.setdefault((kind, _NUMBERS.sub("0", message)), FailureCause(kind, message))
            cause.count += 1
            cause.ids.append(str(failure.get("id")))
    kinds = report.get("error_kinds")
    for kind, count in kinds.items() if isinstance(kinds, Mapping) else ():
        own = [cause for cause in found.values() if cause.kind == kind]
        if len(own) == 1:
            own[0].count = max(own[0].count, _whole(count))
    return list(found.values())


def _text_or_empty(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
