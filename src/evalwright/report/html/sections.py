"""The static parts of the page about answers that are wrong: a summary at the top, lists below, and what was asked.

All of it is plain markup that is readable without scripts; what a script adds to a failure is found by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evalwright._version import __version__
from evalwright.text import in_words, recognised

from ..pass_rule import RightRule
from ..report_document import Report
from ..runs import StoredRun
from .failures import Failure
from .safe import LINE, breakable, json_text, mapping, markup, one_line
from .svg import colour
from .tally import Group, Tally
from .words import Words, page_sentence, verdict_name

_GENERATION = ("temperature", "top_p", "top_k", "max_tokens", "seed", "n", "tool_choice")
_SUMMED_UP = 4
_OPEN_GROUPS = 12

Missing = Mapping[tuple[int, str], tuple[int, int]]
"""Requests without an answer, and those of them that were never asked, by model and data set."""


def failure_summary(tallies: Sequence[Tally], missing: Missing, models: Sequence[str], words: Words) -> str:
    """What went wrong most often, with links to where it is shown; belongs beside the scores."""
    cards = []
    for tally in tallies:
        rows = "".join(
            f'<li><a href="#{_anchor(tally, number)}">{_group_title(group, words)}</a> '
            f'<span class="tallied">{num}</span></li>'
            for number, (group, num) in enumerate(_ordered(tally)[:_SUMMED_UP])
        )
        more = len(tally.groups) - _SUMMED_UP
        rest = page_sentence(words, "more_groups", num=more) if more > 0 else ""
        link = f'<li><a href="#{_anchor(tally)}">{markup(rest)}</a></li>' if rest else ""
        cards.append(
            f'<div class="wrongs"><h4><span class="key {colour(tally.model)}"></span>{markup(models[tally.model])}</h4>'
            f"<p>{markup(_counts(tally, missing, words))}</p><ol>{rows}{link}</ol></div>\n"
        )
    if not cards:
        return ""
    title = f'<h3><a href="#failures">{markup(words["failures"])}</a></h3>'
    return f'<div class="summary">{title}<div class="cards">{"".join(cards)}</div></div>\n'


def failure_lists(
    tallies: Sequence[Tally], failures: Sequence[Failure], missing: Missing, models: Sequence[str], words: Words
) -> Iterator[str]:
    """Every group of failures with its count, the failures that are carried inside it."""
    numbered: dict[tuple[int, str, Group], list[tuple[int, Failure]]] = {}
    for number, failure in enumerate(failures):
        numbered.setdefault((failure.model, failure.key[0], failure.group), []).append((number, failure))
    yield '<div class="failed-models">\n'
    for tally in tallies:
        yield f'<section class="failed-model" id="{_anchor(tally)}"><h3><span class="key {colour(tally.model)}"></span>'
        yield f"{markup(models[tally.model])} <small>{markup(one_line(tally.dataset))}</small></h3>\n"
        yield f"<p>{markup(_counts(tally, missing, words))}{_rule(tally, words)}</p>\n"
        made = [
            _group(_anchor(tally, at), group, num, numbered.get((tally.model, tally.dataset, group), []), words)
            for at, (group, num) in enumerate(_ordered(tally))
        ]
        yield from made[:_OPEN_GROUPS]
        if len(made) > _OPEN_GROUPS:
            rest = page_sentence(words, "more_groups", num=len(made) - _OPEN_GROUPS)
            yield f'<details class="rest"><summary>{markup(rest)}</summary>\n{"".join(made[_OPEN_GROUPS:])}</details>\n'
        yield "</section>\n"
    yield "</div>\n"


def _anchor(tally: Tally, group: int | None = None) -> str:
    """The name of a place on this page: a tally's, or that of one of its groups."""
    return f"f{tally.number}" if group is None else f"f{tally.number}-{group}"


def _counts(tally: Tally, missing: Missing, words: Words) -> str:
    """How many are wrong, without a score and without an answer; that all is well only where it is."""
    errors, unasked = missing.get((tally.model, tally.dataset), (0, 0))
    if not tally.reviewed.total():
        key = "nothing_answered_unasked" if unasked else "nothing_answered"
        return page_sentence(words, key, num=errors, failed=errors - unasked, unasked=unasked)
    if not tally.groups and not errors:
        return str(words["no_failures"])
    said = [page_sentence(words, "wrong", num=tally.wrong)] if tally.main else []
    said += [page_sentence(words, "unscored", num=tally.unscored)] if tally.unscored else []
    said += [page_sentence(words, "without_answer", num=errors)] if errors else []
    return " · ".join(said)


def _rule(tally: Tally, words: Words) -> str:
    if not tally.main or not tally.groups:
        return ""
    text = page_sentence(words, "rule", rule=RightRule(tally.main).text())
    return f' <span class="dim">· {markup(text)}</span>'


def _ordered(tally: Tally) -> list[tuple[Group, int]]:
    """The largest verdict first, and the largest group first in it."""
    weight: dict[str, int] = {}
    for group, num in tally.groups.items():
        weight[group.verdict] = weight.get(group.verdict, 0) + num
    return sorted(tally.groups.items(), key=lambda pair: (-weight[pair[0].verdict], pair[0].verdict, -pair[1], pair[0]))


def _group_title(group: Group, words: Words) -> str:
    title = " · ".join(part for part in (group.tool, group.cause) if part)
    return f'<span class="badge">{markup(verdict_name(words, group.verdict))}</span> {breakable(title)}'


def _group(anchor: str, group: Group, num: int, inside: Sequence[tuple[int, Failure]], words: Words) -> str:
    count = words["group"] if len(inside) == num else words["group_cut"]
    rows = "".join(
        f'<details class="failure" data-n="{number}"><summary><code>{markup(one_line(failure.key[2]))}</code> '
        f"{_harm_badge(failure)}{markup(failure.line)}</summary></details>\n"
        for number, failure in inside
    )
    counted = f'<span class="count" data-num="{num}">{markup(count.format(num=num, shown=len(inside)))}</span>'
    summary = f"<summary>{_group_title(group, words)} {counted}</summary>"
    return f'<details class="group" id="{anchor}">{summary}\n{rows}</details>\n'


def _harm_badge(failure: Failure) -> str:
    """The word for harm before what changed something that it should not have."""
    effect = failure.facts.get("effect")
    return f'<span class="badge">{markup(effect[1])}</span> ' if effect and effect[0] == "harm" else ""


def _generations(run: StoredRun) -> list[str]:
    """The settings that were sent along, once where all parts share them, else with whom they belong to."""
    found: dict[str, list[str]] = {}
    for part in run.parts:
        kept = {name: part.settings.generation[name] for name in _GENERATION if name in part.settings.generation}
        found.setdefault(json_text(kept), []).append(f"{part.model} / {part.subset}")
    if len(found) == 1:
        return list(found)
    return [f"{text} ({', '.join(dict.fromkeys(names))})" for text, names in found.items()]


def about(run: StoredRun, reports: Sequence[Report], words: Words) -> str:
    """What was asked of whom. No path: equal runs give equal pages."""
    facts = [(words["models"], one_line(model, LINE)) for model in run.models]
    files = dict.fromkeys((part.dataset, part.subset, part.settings.rows, part.sha256[:16]) for part in run.parts)
    for dataset, subset, rows, sha256 in files:
        facts.append((words["data"], f"{dataset} / {subset}, {rows}, sha256 {sha256}"))
    facts += [(words["generation"], text) for text in _generations(run)]
    statistics = mapping(reports[0].get("statistics"))
    facts.append((words["method"], words["level"].get(statistics.get("cluster"), "")))
    methods = mapping(statistics.get("method")).items()
    facts += [
        ("", f"{name}{words['colon']}{in_words(recognised(str(text), 'report.method'))}") for name, text in methods
    ]
    facts.append((words["version"], __version__))
    listing = "".join(f"<dt>{markup(name)}</dt><dd>{markup(one_line(text, LINE))}</dd>" for name, text in facts)
    return f"<section><h2>{markup(words['about'])}</h2>\n<dl>{listing}</dl></section>\n"
