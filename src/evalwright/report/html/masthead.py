"""How a page begins for its reader: which run this is, when it was made, who was asked what.

The stored run flows in, the header as markup flows out. No path and no clock: the date is the one the run wrote down.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.lazy import late_pattern

from ..runs import StoredRun
from .pictures import legend
from .safe import listed, mapping, markup, one_line
from .words import Words, page_sentence

_DATE = late_pattern(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|\+00:?00)?)?")
_FILES = 6


def run_name(run: StoredRun) -> str:
    """The run's own name, else that of its folder."""
    return one_line(run.config.get("name")) or one_line(run.path.resolve().name)


def masthead(run: StoredRun, models: Sequence[str], words: Words) -> str:
    """The header of the page."""
    facts = [text for text in (_created(run), _models(models, words), _data(run, words)) if text]
    said = f'<p class="facts">{"".join(f"<span>{fact}</span>" for fact in facts)}</p>\n'
    title = f'<p class="eyebrow">{markup(words["title"])}</p>\n<h1>{markup(run_name(run))}</h1>\n'
    return f"<header>{title}{said}{legend(models)}</header>\n"


def _created(run: StoredRun) -> str:
    """The date as the run wrote it down; nothing where it did not."""
    found = _DATE.match(str(run.config.get("created") or ""))
    if found is None:
        return ""
    day, time, zone = found.groups()
    shown = day + (f" {time}" if time else "") + (" UTC" if zone else "")
    return f'<time datetime="{markup(found[0])}">{markup(shown)}</time>'


def _models(models: Sequence[str], words: Words) -> str:
    return markup(page_sentence(words, "models_count", num=len(models)))


def _data(run: StoredRun, words: Words) -> str:
    """The data sets with their files and how many records were read."""
    sources = [mapping(source) for source in listed(run.config.get("data"))]
    named = [
        f"{one_line(str(source.get('dataset')))} / {one_line(str(source.get('subset')))} ({source.get('rows')})"
        for source in sources[:_FILES]
    ]
    more = [page_sentence(words, "more_files", num=len(sources) - _FILES)] if len(sources) > _FILES else []
    return markup(f"{words['data']}{words['colon']}" + words["comma"].join([*named, *more]))
