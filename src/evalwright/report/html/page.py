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
from evalwright.text import LANGUAGES, localized, spoken_language, use_language

from ..causes import unasked_in
from ..comparison_document import PairComparison
from ..data_places import data_remarks
from ..notes import render_notes
from ..runs import StoredRun, open_run
from .contexts import Pool, add_contexts
from .criteria import criteria_table
from .failures import Failure, add_others, collect
from .frame import asset, head
from .headline import LONG_TABLE, has_many, headline, lead_class
from .masthead import masthead, run_name
from .pictures import Reports, data_set_pictures, latency_picture, token_picture
from .safe import island, markup, one_line
from .sections import Missing, about, failure_lists, failure_summary
from .tally import Tally, tally_run
from .unanswered import unanswered
from .usage import read_usage
from .words import Words, page_sentence, page_words

_COMPARED = 50_000
"""Items up to which models are compared here: pairing holds them in memory, and a page must not need much of that."""
_SENTENCES = 3
_MODEL = 160
"""Columns of a model's name: those of checkpoints are long, and differ at their end."""


def write_html(
    run: Path | str | StoredRun, out: Path | str | None = None, lang: str | None = None, *, latency: bool = False
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


def _stored(run: Path | str | StoredRun) -> StoredRun:
    if isinstance(run, StoredRun):
        return run
    return open_run(run)


def _page(run: StoredRun, words: Words, lang: str, latency: bool) -> Iterator[str]:
    reports = run.reports()
    models = [one_line(model, _MODEL) for model in run.models]
    places = {model: place for place, model in enumerate(run.models)}
    placed = [(places[report["model"]], report) for report in reports if report.get("model") in places]
    missing = {
        (place, str(report["dataset"])): (int(report.get("errors") or 0), unasked_in(report))
        for place, report in placed
    }
    tallies = tally_run(run, words)
    script = asset("report.js")
    yield from head(f"{run_name(run)} · {words['title']}", lang, script=script)
    yield f"<body>\n{masthead(run, models, words)}<main>\n"
    yield from unanswered(placed, models, words)
    if all(tally.reviewed.total() <= _COMPARED for tally in tallies):
        yield from _comparison_sentences(run, lang)
    for dataset in dict.fromkeys(report["dataset"] for _, report in placed):
        own = [pair for pair in placed if pair[1]["dataset"] == dataset]
        inside = [tally for tally in tallies if tally.dataset == dataset]
        yield from _data_set(own, inside, missing, models, words)
    yield from _failures(run, tallies, missing, models, words)
    usage = "".join(_usage(tallies, models, words, latency))
    yield f'<div class="closing">\n{usage}</div>\n' if usage else ""
    yield about(run, reports, words)
    yield f"</main>\n<script>{script}</script>\n</body></html>\n"


def _comparison_sentences(run: StoredRun, lang: str) -> Iterator[str]:
    """Whether the other models are better than the first; nothing where they cannot be compared."""
    if len(run.models) < 2:
        return
    from ..compare import compare_models  # late: most runs have one model
    from ..model_pairs import matches

    try:
        document = compare_models(matches([run]))
    except EvalwrightError:
        return  # a run that is not finished yet, for one
    comparisons = document["comparisons"]
    yield '<section class="comparison">\n'
    yield from (_in_a_sentence(comparison, lang) for comparison in comparisons[:_SENTENCES])
    if len(comparisons) > _SENTENCES:
        more = localized("page.more_comparisons", lang, num=len(comparisons) - _SENTENCES)
        yield f"<details><summary>{markup(more)}</summary>\n"
        yield from (_in_a_sentence(comparison, lang) for comparison in comparisons[_SENTENCES:])
        yield "</details>\n"
    yield "</section>\n"


def _in_a_sentence(comparison: PairComparison, lang: str) -> str:
    from ..compare_words import remarks, sentence

    lines = "".join(f"<li>{markup(line)}</li>" for line in remarks(comparison, lang))
    return f"<p><strong>{markup(sentence(comparison, lang))}</strong></p>\n<ul>{lines}</ul>\n"


def _note_item(line: str) -> str:
    """A note as a line of the list; a cure stands under the note that it is for, not as a note of its own."""
    kind = ' class="cure-note"' if line.lstrip().startswith("→") else ""
    return f"<li{kind}>{markup(line.strip())}</li>"


def _data_set(
    reports: Reports, tallies: Sequence[Tally], missing: Missing, models: Sequence[str], words: Words
) -> Iterator[str]:
    name = one_line(str(reports[0][1]["dataset"]))
    notes = render_notes([report for _, report in reports], words["lang"]).splitlines()
    many = has_many([model for model, _ in reports])
    pictures = "".join(data_set_pictures(reports, tallies, models, words))
    pictures = f'<div class="pictures">\n{pictures}</div>\n' if pictures else ""
    beside = not many and len(reports[0][1].get("metrics", ())) > LONG_TABLE
    yield f'<section class="data-set"><h2>{markup(name)}</h2>\n<div class="{lead_class(reports)}"><div>'
    yield headline(reports, models, words)
    yield f'<ul class="notes">{"".join(map(_note_item, notes))}</ul></div>\n'
    yield f"<div>{failure_summary(tallies, missing, models, words)}{pictures if beside else ''}</div></div>\n"
    yield f"{criteria_table(reports, models, words)}{'' if beside else pictures}</section>\n"


def _failures(
    run: StoredRun, tallies: Sequence[Tally], missing: Missing, models: Sequence[str], words: Words
) -> Iterator[str]:
    """The failures: their lists as markup, all else as data for the script."""
    failures = collect(tallies, words)
    add_others(tallies, failures)
    pool = add_contexts(run, failures)
    yield f'<section id="failures"><h2>{markup(words["failures"])}</h2>\n'
    yield f"<noscript><p>{markup(words['needs_script'])}</p></noscript>\n"
    for line in data_remarks(run, words["lang"], in_full=False) if failures else ():
        yield f'<p class="dim">{markup(line)}</p>\n'
    left_out = sum(tally.groups.total() for tally in tallies) - len(failures)
    if left_out:
        yield f'<p class="dim">{markup(page_sentence(words, "left_out", num=left_out))}</p>\n'
    yield from failure_lists(tallies, failures, missing, models, words)
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
    usages = read_usage(tallies, latency=latency)
    tokens = token_picture(usages, models, words)
    times = latency_picture(usages, models, words) if latency else ""
    if tokens:
        yield f'<section id="tokens">{tokens}</section>\n'
    if times:
        yield f'<section id="latency">{times}</section>\n'
