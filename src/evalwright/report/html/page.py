"""The page of a run, written piece by piece.

A run directory flows in, one file flows out: its own style sheet and script, allowed by hash and nothing else allowed,
numbers and pictures as plain markup, failures as data that the script shows as text. Reviews are streamed, never held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evalwright.data import write_atomic
from evalwright.errors import EvalwrightError, UsageError
from evalwright.report.compare import compare_models
from evalwright.report.compare_words import remarks, sentence
from evalwright.report.contestants import matches
from evalwright.report.html.contexts import Pool, add_contexts
from evalwright.report.html.failures import Failure, add_others, collect
from evalwright.report.html.frame import asset, head
from evalwright.report.html.pictures import Reports, data_set_pictures, latency_picture, legend, token_picture
from evalwright.report.html.safe import island, markup, one_line
from evalwright.report.html.sections import about, failure_lists, headline, unanswered
from evalwright.report.html.tally import Tally, tally_run
from evalwright.report.html.usage import read_usage
from evalwright.report.html.words import Words, page_words
from evalwright.report.notes import render_notes
from evalwright.report.runs import StoredRun, open_run
from evalwright.tasks import Run
from evalwright.text import LANGUAGES, spoken_language, use_language

_COMPARED = 50_000
"""Items up to which models are compared here: pairing holds them in memory, and a page must not need much of that."""


def write_html(
    run: Path | str | Run | StoredRun, out: Path | str | None = None, lang: str | None = None, *, latency: bool = False
) -> Path:
    """Write the page of a run, by default as report.html inside it; returns where it lies.

    Latency differs between runs that are otherwise equal. It is left out unless asked for, so that equal runs have
    equal pages. The words are those of `lang`, else of the command.
    """
    lang = lang or spoken_language()
    if lang not in LANGUAGES:
        raise UsageError.named("report.language", lang=repr(lang[:40]), languages=", ".join(LANGUAGES))
    stored = _stored(run)
    path = stored.path / "report.html" if out is None else Path(out)
    with write_atomic(path) as stream, use_language(lang):
        for piece in _page(stored, page_words(lang), lang, latency):
            stream.write(piece.encode("utf-8", "replace"))
    return path


def _stored(run: Path | str | Run | StoredRun) -> StoredRun:
    if isinstance(run, StoredRun):
        return run
    return open_run(run.directory.path if isinstance(run, Run) else run)


def _page(run: StoredRun, words: Words, lang: str, latency: bool) -> Iterator[str]:
    reports = run.reports()
    models = [one_line(model) for model in run.models]
    places = {model: place for place, model in enumerate(run.models)}
    placed = [(places[report["model"]], report) for report in reports if report.get("model") in places]
    tallies = tally_run(run, words)
    script = asset("report.js")
    yield from head(words["title"], lang, script=script)
    yield f"<body>\n<header><h1>{markup(words['title'])}</h1>\n{legend(models)}</header>\n<main>\n"
    if all(tally.reviewed.total() <= _COMPARED for tally in tallies):
        yield from _comparison(run, lang)
    for dataset in dict.fromkeys(report["dataset"] for _, report in placed):
        own = [pair for pair in placed if pair[1]["dataset"] == dataset]
        yield from _data_set(own, [tally for tally in tallies if tally.dataset == dataset], models, words, lang)
    yield from _failures(run, tallies, models, words)
    yield from unanswered(reports, words)
    yield from _usage(tallies, models, words, latency)
    yield about(run, reports, words)
    yield f"</main>\n<script>{script}</script>\n</body></html>\n"


def _comparison(run: StoredRun, lang: str) -> Iterator[str]:
    """Whether the other models are better than the first; nothing where they cannot be compared."""
    if len(run.models) < 2:
        return
    try:
        document = compare_models(matches([run]))
    except EvalwrightError:
        return  # a run that is not finished yet, for one
    yield '<section class="comparison">\n'
    for comparison in document["comparisons"]:
        yield f"<p><strong>{markup(sentence(comparison, lang))}</strong></p>\n<ul>"
        yield "".join(f"<li>{markup(line)}</li>" for line in remarks(comparison, lang))
        yield "</ul>\n"
    yield "</section>\n"


def _data_set(
    reports: Reports, tallies: Sequence[Tally], models: Sequence[str], words: Words, lang: str
) -> Iterator[str]:
    name = one_line(str(reports[0][1]["dataset"]))
    yield f'<section class="data-set"><h2>{markup(name)}</h2>\n{headline(reports, models, words)}'
    notes = render_notes([report for _, report in reports], lang).splitlines()
    yield f'<ul class="notes">{"".join(f"<li>{markup(line)}</li>" for line in notes)}</ul>\n'
    yield '<div class="pictures">\n'
    yield from data_set_pictures(reports, tallies, models, words)
    yield "</div></section>\n"


def _failures(run: StoredRun, tallies: Sequence[Tally], models: Sequence[str], words: Words) -> Iterator[str]:
    """The failures: their lists as markup, all else as data for the script."""
    failures = collect(tallies, words)
    add_others(tallies, failures)
    pool = add_contexts(run, failures)
    yield f'<section id="failures"><h2>{markup(words["failures"])}</h2>\n'
    yield f"<noscript><p>{markup(words['needs_script'])}</p></noscript>\n"
    missing = sum(tally.groups.total() for tally in tallies) - len(failures)
    if missing:
        yield f'<p class="dim">{markup(words["left_out"].format(num=missing))}</p>\n'
    yield from failure_lists(tallies, failures, models, words)
    yield f"</section>\n{_island(failures, pool, models, words)}\n"


def _island(failures: Sequence[Failure], pool: Pool, models: Sequence[str], words: Words) -> str:
    data: Mapping[str, Any] = {
        "words": {**words["page"], "kinds": words["kinds"], "verdicts": words["verdict_names"]},
        "models": models,
        "messages": pool.rows,
        "failures": [failure.facts for failure in failures],
    }
    return f'<script type="application/json" id="data">{island(data)}</script>'


def _usage(tallies: Sequence[Tally], models: Sequence[str], words: Words, latency: bool) -> Iterator[str]:
    usages = read_usage(tallies)
    tokens = token_picture(usages, models, words)
    times = latency_picture(usages, models, words) if latency else ""
    if tokens:
        yield f'<section id="tokens">{tokens}</section>\n'
    if times:
        yield f'<section id="latency">{times}</section>\n'
