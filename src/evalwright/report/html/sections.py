"""The static parts of the page: headline, tables, lists of failures and of what was not answered.

All of it is plain markup that is readable without scripts; what a script adds to a failure is found by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright._version import __version__
from evalwright.report.html.failures import Failure
from evalwright.report.html.pictures import Report, Reports
from evalwright.report.html.safe import LINE, json_text, listed, mapping, markup, one_line
from evalwright.report.html.svg import Mark, colour, mini_interval
from evalwright.report.html.tally import Group, Tally
from evalwright.report.html.words import Words, verdict_name
from evalwright.report.rightness import RightRule
from evalwright.report.runs import StoredRun
from evalwright.report.table import score_text
from evalwright.text import in_words, recognised, stored_words

_GENERATION = ("temperature", "top_p", "top_k", "max_tokens", "seed", "n", "tool_choice")


def headline(reports: Reports, models: Sequence[str], words: Words) -> str:
    """The scores of one data set, a row per metric and subset, a column per model."""
    rows: dict[tuple[str, str], dict[int, Mapping[str, Any]]] = {}
    for model, report in reports:
        for row in report.get("metrics", ()):
            rows.setdefault((str(row["metric"]), str(row["subset"])), {})[model] = row
    several = len({subset for _, subset in rows}) > 1
    shown = [model for model, _ in reports]
    heads = "".join(f'<th scope="col"><span class="key {colour(at)}"></span>{markup(models[at])}</th>' for at in shown)
    subset_head = f'<th scope="col">{markup(words["subset"])}</th>' if several else ""
    body = "".join(_headline_row(names, cells, shown, models, several, words) for names, cells in rows.items())
    head = f'<thead><tr><th scope="col">{markup(words["metric"])}</th>{subset_head}{heads}</tr></thead>'
    return f'<div class="scroll"><table class="numbers">{head}<tbody>{body}</tbody></table></div>\n'


def _headline_row(
    names: tuple[str, str],
    cells: Mapping[int, Mapping[str, Any]],
    shown: Sequence[int],
    models: Sequence[str],
    several: bool,
    words: Words,
) -> str:
    metric, subset = names
    head = f'<th scope="row">{markup(one_line(metric))}</th>'
    head += f"<td>{markup(one_line(subset))}</td>" if several else ""
    made = "".join(
        _headline_cell(model, models[model], cells[model], words) if model in cells else "<td>-</td>" for model in shown
    )
    return f"<tr>{head}{made}</tr>"


def _headline_cell(model: int, name: str, row: Mapping[str, Any], words: Words) -> str:
    who = f'<span class="who"><span class="key {colour(model)}"></span>{markup(name)}</span>'
    low, high = row.get("ci95") or (None, None)
    mark = Mark(row.get("score"), low, high, row.get("num"))
    interval = "" if low is None or high is None else f'<span class="interval">[{low:.4f}, {high:.4f}]</span>'
    small = [f"{words['num']}={row.get('num')}"]
    if row.get("errors"):
        small.append(words["errors_short"].format(errors=row["errors"]))
    if row.get("too_few"):
        small.append(words["few"])
    return (
        f'<td class="score"{mark.attributes()} data-model="{model}">{who}'
        f"<b>{score_text(row.get('score'))}</b> {interval}"
        f'{mini_interval(model, mark)}<span class="dim">{markup(" · ".join(small))}</span></td>'
    )


def failure_lists(
    tallies: Sequence[Tally], failures: Sequence[Failure], models: Sequence[str], words: Words
) -> Iterator[str]:
    """Every group of failures with its count, the failures that are carried inside it."""
    numbered: dict[tuple[int, str, Group], list[tuple[int, Failure]]] = {}
    for number, failure in enumerate(failures):
        numbered.setdefault((failure.model, failure.key[0], failure.group), []).append((number, failure))
    for tally in tallies:
        yield f'<section class="failed-model"><h3><span class="key {colour(tally.model)}"></span>'
        yield f"{markup(models[tally.model])} <small>{markup(one_line(tally.dataset))}</small></h3>\n"
        yield f"<p>{markup(_counts(tally, words))}</p>\n"
        for group, num in _ordered(tally):
            inside = numbered.get((tally.model, tally.dataset, group), [])
            yield _group(group, num, inside, words)
        yield "</section>\n"


def _counts(tally: Tally, words: Words) -> str:
    if not tally.groups:
        return str(words["no_failures"])
    said = [words["wrong"].format(num=tally.wrong)] if tally.main else []
    said += [words["unscored"].format(num=tally.unscored)] if tally.unscored else []
    rule = words["rule"].format(rule=RightRule(tally.main).text()) if tally.main else ""
    return " · ".join([*said, *([rule] if rule else [])])


def _ordered(tally: Tally) -> list[tuple[Group, int]]:
    """The largest verdict first, and the largest group first in it."""
    weight: dict[str, int] = {}
    for group, num in tally.groups.items():
        weight[group.verdict] = weight.get(group.verdict, 0) + num
    return sorted(tally.groups.items(), key=lambda pair: (-weight[pair[0].verdict], pair[0].verdict, -pair[1], pair[0]))


def _group(group: Group, num: int, inside: Sequence[tuple[int, Failure]], words: Words) -> str:
    count = words["group"] if len(inside) == num else words["group_cut"]
    title = " · ".join(part for part in (group.tool, group.cause) if part)
    rows = "".join(
        f'<details class="failure" data-n="{number}"><summary><code>{markup(one_line(failure.key[2]))}</code> '
        f"{markup(failure.line)}</summary></details>\n"
        for number, failure in inside
    )
    badge = f'<span class="badge">{markup(verdict_name(words, group.verdict))}</span>'
    counted = f'<span class="count" data-num="{num}">{markup(count.format(num=num, shown=len(inside)))}</span>'
    return f'<details class="group"><summary>{badge} {markup(title)} {counted}</summary>\n{rows}</details>\n'


def unanswered(reports: Sequence[Report], words: Words) -> Iterator[str]:
    """Requests that failed and records that could not be asked, as far as the reports list them."""
    for title, key, said in (("requests", "failed", ("kind", "message")), ("invalid", "invalid_items", ("reason",))):
        lines = []
        for report in reports:
            model = one_line(report.get("model"))
            for item in listed(report.get(key)):
                reason = ": ".join(one_line(stored_words(mapping(item), name), LINE) for name in said)
                identifier = markup(one_line(str(mapping(item).get("id"))))
                lines.append(f"<li>{markup(model)} <code>{identifier}</code> {markup(reason)}</li>\n")
        if lines:
            yield f"<section><h2>{markup(words[title])}</h2>\n<ul>{''.join(lines)}</ul></section>\n"


def about(run: StoredRun, reports: Sequence[Report], words: Words) -> str:
    """What was asked of whom. No path and no time: equal runs give equal pages."""
    facts = []
    for source in listed(run.config.get("data")):
        name = f"{source.get('dataset')} / {source.get('subset')}"
        facts.append((words["data"], f"{name}, {source.get('rows')}, sha256 {str(source.get('sha256'))[:16]}"))
    generation = mapping(run.config.get("generation"))
    kept = {name: generation[name] for name in _GENERATION if name in generation}
    facts.append((words["generation"], json_text(kept)))
    statistics = mapping(reports[0].get("statistics"))
    facts.append((words["method"], words["level"].get(statistics.get("cluster"), "")))
    methods = mapping(statistics.get("method")).items()
    facts += [("", f"{name}: {in_words(recognised(str(text), 'report.method'))}") for name, text in methods]
    facts.append((words["version"], __version__))
    rows = "".join(f"<dt>{markup(name)}</dt><dd>{markup(one_line(text, LINE))}</dd>" for name, text in facts)
    return f"<section><h2>{markup(words['about'])}</h2>\n<dl>{rows}</dl></section>\n"
