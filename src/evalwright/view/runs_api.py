"""The list of runs and data files, and the page of one run, as documents for the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.report import Part
from evalwright.text import localized

from .http_errors import RefusedError
from .index_cache import Shelf
from .library import Entry, Library
from .live_score import LiveScores
from .params import Params
from .run_answers import (
    EntryLine,
    Everything,
    FileLine,
    LiveScore,
    PartFacts,
    PartLine,
    RunLine,
    RunLinePart,
    RunPage,
    ShownMetric,
    UnderWay,
    Unread,
)
from .run_state import part_failures, run_state
from .shorten import cut, shorten
from .stored import RunView, view_of

_NAME = 300
_SHOWN_RUNS = 500
_SHOWN_FILES = 500
_SEARCHED_RUNS = 3_000
"""Runs whose models and scores are looked at to find or order them: each costs a few small files."""
SORTS = ("date", "name", "model", "dataset", "score", "state")
_LEAST = -1.0


def list_all(library: Library, shelf: Shelf, live: LiveScores, params: Params) -> Everything:
    """Everything there is to open that holds the text searched for, the newest first unless told otherwise."""
    text, sort = params.text("q").casefold(), params.choice("sort", SORTS, "date")
    entries = sorted(library.entries(), key=lambda entry: (-entry.changed, entry.name))
    runs = [entry for entry in entries if entry.kind == "run"]
    files = [entry for entry in entries if entry.kind == "file"]
    looked_at = runs[: _SHOWN_RUNS if not text and sort == "date" else _SEARCHED_RUNS]
    lines = [_run_line(library, shelf, live, entry) for entry in looked_at]
    found = [line for line in lines if not text or text in _searched(line)]
    total = len(runs) if not text else len(found) + len(runs) - len(looked_at)
    shown_files = [entry for entry in files if text in entry.name.casefold()]
    return {
        "title": cut(library.title, _NAME),
        "runs": _sorted_runs(found, sort)[:_SHOWN_RUNS],
        "all_runs": len(runs),
        "files": [_file_line(entry) for entry in shown_files[:_SHOWN_FILES]],
        "left_out": max(0, total - _SHOWN_RUNS) + max(0, len(shown_files) - _SHOWN_FILES),
    }


def _searched(line: RunLine) -> str:
    """What a search looks through: names of the run, its models and data, and how it stands, as it is said."""
    words = [line["name"], line["state"], localized(f"viewer.{line['state']}")]
    words += [name for part in line["parts"] for name in (part["model"], part["dataset"], part["subset"])]
    return "\n".join(words).casefold()


def _sorted_runs(lines: list[RunLine], sort: str) -> list[RunLine]:
    """In the order wished for; equal ones with the newest first, as they came."""
    if sort == "name":
        return sorted(lines, key=lambda line: str(line["name"]).casefold())
    if sort in ("model", "dataset"):
        return sorted(lines, key=lambda line: min((_called(part, sort) for part in line["parts"]), default=""))
    if sort == "score":
        return sorted(lines, key=lambda line: -_best(line))
    if sort == "state":
        return sorted(lines, key=lambda line: str(line["state"]))
    return lines


def _called(part: RunLinePart, what: str) -> str:
    return (part["model"] if what == "model" else part["dataset"]).casefold()


def _best(line: RunLine) -> float:
    scores = [part["metrics"][0]["score"] for part in line["parts"] if part["metrics"]]
    return max((float(score) for score in scores if isinstance(score, int | float)), default=_LEAST)


def run_page(view: RunView, live: LiveScores, lang: str) -> RunPage:
    """One run: what was asked of whom, how far it is, the numbers."""
    state = run_state(view)
    created = view.stored.config.get("created")
    return {
        "id": view.entry.id,
        "name": cut(view.entry.name, _NAME),
        "changed": view.entry.changed,
        "created": cut(created, 40) if isinstance(created, str) else None,
        **state.document(),
        "parts": [
            {**_part_document(view, number, part), **part_failures(view, part, lang), "live": _live(view, part, live)}
            for number, part in enumerate(view.stored.parts)
        ],
        "config": shorten(dict(view.stored.config), 2_000),
    }


def part_line(number: int, part: Part) -> PartLine:
    """How a part is called."""
    return {
        "part": number,
        "model": cut(str(part.model), _NAME),
        "dataset": cut(str(part.dataset), _NAME),
        "subset": cut(str(part.subset), _NAME),
        "task": cut(str(part.task), _NAME),
    }


def _live(view: RunView, part: Part, live: LiveScores) -> LiveScore | None:
    """The score so far of a part that is not graded yet."""
    return None if part.reviews.is_file() else live.document(view, part)


def _run_line(library: Library, shelf: Shelf, live: LiveScores, entry: Entry) -> RunLine:
    line: EntryLine = {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed}
    try:
        view = view_of(library, shelf, entry)
        state = run_state(view)
        goes_on = state.name == "running"
        parts: list[RunLinePart] = [
            {
                **part_line(number, part),
                "metrics": _metrics(view, part)[:1],
                **(_under_way(view, part, live) if goes_on else UnderWay()),
            }
            for number, part in enumerate(view.stored.parts[:50])
        ]
        return {**line, **state.document(), "parts": parts, **Unread()}
    except RefusedError as refusal:
        problem = cut(refusal.text, _NAME)
        return {**line, "state": "unreadable", "missing": 0, "due": 0, "parts": [], "problem": problem}


def _under_way(view: RunView, part: Part, live: LiveScores) -> UnderWay:
    return {"live": _live(view, part, live), "due": view.due(part)}


def _file_line(entry: Entry) -> FileLine:
    try:
        size = entry.path.lstat().st_size
    except OSError:
        size = 0
    return {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed, "size": size}


def _part_document(view: RunView, number: int, part: Part) -> PartFacts:
    return {
        **part_line(number, part),
        **view.progress(part),
        "due": view.due(part),
        "damaged": view.damage(view.answered(part)),
        "reviewed": part.reviews.is_file(),
        "metrics": _metrics(view, part),
    }


def _metrics(view: RunView, part: Part) -> list[ShownMetric]:
    """The part's numbers as its report has them, the one it is judged by first."""
    report = view.report(part)
    rows: Any = report.get("metrics") if report else None  # whatever stands in the file
    if not isinstance(rows, list):
        return []
    own = [row for row in rows if isinstance(row, Mapping) and row.get("subset") == part.subset]
    main = view.metric(part)
    own.sort(key=lambda row: main is None or row.get("metric") != main.name)
    names = ("metric", "kind", "num", "score", "ci95", "conversations", "errors")
    return [shorten({name: row.get(name) for name in names}, _NAME) for row in own]
