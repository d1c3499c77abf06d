"""What has no answer, first of all things on the page: failed requests by cause, and records that were not asked.

Reports flow in, markup flows out; nothing where everything was answered. Each cause says how often it struck whom, in
the server's own words, and what helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evalwright.text import stored_words

from ..causes import NOT_ASKED, unasked_in
from ..failure_groups import failure_causes
from ..report_document import Report
from .pictures import Reports
from .safe import LINE, NAME, listed, mapping, markup, one_line
from .svg import colour
from .words import Words, page_sentence

_CAUSES = 12
_IDS = 100


@dataclass(slots=True)
class _Shared:
    """A cause with everyone it struck."""

    kind: str
    message: str
    cure: str
    who: str
    by_model: dict[int, int] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(self.by_model.values())


def missing_answers(reports: Sequence[Report]) -> tuple[int, int]:
    """How many requests have no answer, and how many there were."""
    errors = sum(int(report.get("errors") or 0) for report in reports)
    return errors, errors + sum(int(report.get("num") or 0) for report in reports)


def unanswered(reports: Reports, models: Sequence[str], words: Words) -> Iterator[str]:
    """The section of what has no answer."""
    plain = [report for _, report in reports]
    errors, due = missing_answers(plain)
    unjudged = sum(int(report.get("unjudged") or 0) for report in plain)
    invalid = sum(int(report.get("invalid") or 0) for report in plain)
    if not errors + unjudged + invalid:
        return
    causes = _shared_causes(reports, words["lang"])
    yield '<section class="alarm" id="unanswered">\n'
    if errors:
        yield f"<h2>{markup(_how_many(errors, due, sum(map(unasked_in, plain)), words))}</h2>\n"
        yield from _causes([cause for cause in causes if cause.who == "model"], models, words)
    if unjudged:
        yield f"<h2>{markup(page_sentence(words, 'unjudged', num=unjudged))}</h2>\n"
        yield from _causes([cause for cause in causes if cause.who == "judge"], models, words)
    if invalid:
        yield from _invalid(reports, models, invalid, words)
    yield "</section>\n"


def _how_many(errors: int, due: int, unasked: int, words: Words) -> str:
    """How many have no answer; what failed and what was never asked are two things."""
    key = "none_answered" if errors == due else "some_unanswered"
    if unasked:
        key = "none_asked" if unasked == due else f"{key}_unasked"
    return page_sentence(words, key, errors=errors, due=due, failed=errors - unasked, unasked=unasked)


def _shared_causes(reports: Reports, lang: str) -> list[_Shared]:
    """The causes of all reports; one that struck several models stands once."""
    found: dict[tuple[str, str, str], _Shared] = {}
    for model, report in reports:
        for cause in failure_causes(report):
            made = _Shared(cause.kind, cause.message_in(lang), cause.cure_in(lang), cause.who)
            shared = found.setdefault((cause.who, cause.kind, cause.message), made)
            shared.by_model[model] = shared.by_model.get(model, 0) + cause.count
            shared.ids += [each for each in cause.ids if each not in shared.ids][: _IDS - len(shared.ids)]
    return sorted(found.values(), key=lambda each: (not each.kind, each.kind == NOT_ASKED, -each.count))


def _causes(causes: Sequence[_Shared], models: Sequence[str], words: Words) -> Iterator[str]:
    if not causes:
        return
    yield '<ol class="causes">\n'
    for cause in causes[:_CAUSES]:
        yield _cause(cause, models, words)
    yield "</ol>\n"
    if len(causes) > _CAUSES:
        rest = page_sentence(words, "more_causes", num=len(causes) - _CAUSES)
        yield f'<p class="dim">{markup(rest)}</p>\n'


def _cause(cause: _Shared, models: Sequence[str], words: Words) -> str:
    who = "".join(
        f'<span class="struck"><span class="key {colour(model)}"></span>{markup(models[model])} '
        f'<span class="tallied">{num}</span></span>'
        for model, num in cause.by_model.items()
    )
    kind = f" <code>{markup(one_line(cause.kind))}</code>" if cause.kind else ""
    said = one_line(cause.message, LINE) or words["other_causes"]
    if cause.kind == NOT_ASKED:
        said = words["not_judged" if cause.who == "judge" else "not_asked"]
    cure = (
        f'<p class="cure"><b>{markup(words["cure"])}</b> {markup(one_line(cause.cure, LINE))}</p>' if cause.cure else ""
    )
    return (
        f'<li class="cause" data-num="{cause.count}"><p><b class="times">{cause.count} ×</b>{kind} {who}</p>'
        f'<p class="said">{markup(said)}</p>{cure}{_ids(cause, words)}</li>\n'
    )


def _ids(cause: _Shared, words: Words) -> str:
    if not cause.ids:
        return ""
    shown = " ".join(f"<code>{markup(one_line(each, NAME))}</code>" for each in cause.ids)
    key = "these_items" if len(cause.ids) >= cause.count else "first_items"
    title = page_sentence(words, key, num=len(cause.ids))
    return f'<details><summary>{markup(title)}</summary><p class="ids">{shown}</p></details>'


def _invalid(reports: Reports, models: Sequence[str], count: int, words: Words) -> Iterator[str]:
    """Records that could not be asked, as far as the reports list them."""
    title = page_sentence(words, "invalid_count", num=count)
    yield f"<details><summary><strong>{markup(title)}</strong></summary>\n<ul>"
    for model, report in reports:
        for item in listed(report.get("invalid_items")):
            identifier = markup(one_line(str(mapping(item).get("id"))))
            reason = markup(one_line(stored_words(mapping(item), "reason", words["lang"]), LINE))
            yield f"<li>{markup(models[model])} <code>{identifier}</code> {reason}</li>\n"
    yield "</ul></details>\n"
