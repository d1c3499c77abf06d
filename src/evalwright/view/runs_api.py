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


def list_all(library: Library, shelf: Shelf, live: LiveScores, params: Params) -> dict[str, Any]:
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


def _searched(line: Mapping[str, Any]) -> str:
    """What a search looks through: names of the run, its models and data, and how it stands, as it is said."""
    words = [line["name"], line["state"], localized(f"viewer.{line['state']}")]
    words += [str(part[name]) for part in line["parts"] for name in ("model", "dataset", "subset")]
    return "\n".join(words).casefold()


def _sorted_runs(lines: list[dict[str, Any]], sort: str) -> list[dict[str, Any]]:
    """In the order wished for; equal ones with the newest first, as they came."""
    if sort == "name":
        return sorted(lines, key=lambda line: str(line["name"]).casefold())
    if sort in ("model", "dataset"):
        return sorted(lines, key=lambda line: min((str(part[sort]).casefold() for part in line["parts"]), default=""))
    if sort == "score":
        return sorted(lines, key=lambda line: -_best(line))
    if sort == "state":
        return sorted(lines, key=lambda line: str(line["state"]))
    return lines


def _best(line: Mapping[str, Any]) -> float:
    scores = [part["metrics"][0]["score"] for part in line["parts"] if part["metrics"]]
    return max((float(score) for score in scores if isinstance(score, int | float)), default=_LEAST)


def run_page(view: RunView, live: LiveScores, lang: str) -> dict[str, Any]:
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


def part_line(number: int, part: Part) -> dict[str, Any]:
    """How a part is called."""
    names = {name: cut(str(getattr(part, name)), _NAME) for name in ("model", "dataset", "subset", "task")}
    return {"part": number, **names}


def _live(view: RunView, part: Part, live: LiveScores) -> dict[str, Any] | None:
    """The score so far of a part that is not graded yet."""
    return None if part.reviews.is_file() else live.document(view, part)


def _run_line(library: Library, shelf: Shelf, live: LiveScores, entry: Entry) -> dict[str, Any]:
    line = {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed}
    try:
        view = view_of(library, shelf, entry)
        state = run_state(view)
        goes_on = state.name == "running"
        parts = [
            {
                **part_line(number, part),
                "metrics": _metrics(view, part)[:1],
                **({"live": _live(view, part, live), "due": view.due(part)} if goes_on else {}),
            }
            for number, part in enumerate(view.stored.parts[:50])
        ]
        return {**line, **state.document(), "parts": parts}
    except RefusedError as refusal:
        unread = {"state": "unreadable", "missing": 0, "due": 0, "parts": []}
        return {**line, **unread, "problem": cut(refusal.text, _NAME)}


def _file_line(entry: Entry) -> dict[str, Any]:
    try:
        size = entry.path.lstat().st_size
    except OSError:
        size = 0
    return {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed, "size": size}


def _part_document(view: RunView, number: int, part: Part) -> dict[str, Any]:
    return {
        **part_line(number, part),
        **view.progress(part),
        "due": view.due(part),
        "damaged": view.damage(view.answered(part)),
        "reviewed": part.reviews.is_file(),
        "metrics": _metrics(view, part),
    }


def _metrics(view: RunView, part: Part) -> list[dict[str, Any]]:
    """The part's numbers as its report has them, the one it is judged by first."""
    report = view.report(part)
    rows = report.get("metrics") if report else None
    if not isinstance(rows, list):
        return []
    own = [row for row in rows if isinstance(row, Mapping) and row.get("subset") == part.subset]
    main = view.metric(part)
    own.sort(key=lambda row: main is None or row.get("metric") != main.name)
    names = ("metric", "kind", "num", "score", "ci95", "conversations", "errors")
    return [shorten({name: row.get(name) for name in names}, _NAME) for row in own]
