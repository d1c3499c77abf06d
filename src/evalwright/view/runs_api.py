"""The list of runs and data files, and the page of one run, as documents for the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.report import Part

from .library import Entry, Library
from .refusal import RefusedError
from .shelf import Shelf
from .shorten import cut, shorten
from .stored import RunView, view_of

_NAME = 300
_SHOWN_RUNS = 500
_SHOWN_FILES = 500


def list_all(library: Library, shelf: Shelf) -> dict[str, Any]:
    """Everything there is to open, the newest first."""
    entries = sorted(library.entries(), key=lambda entry: (-entry.changed, entry.name))
    runs = [entry for entry in entries if entry.kind == "run"]
    files = [entry for entry in entries if entry.kind == "file"]
    return {
        "title": cut(library.title, _NAME),
        "runs": [_run_line(library, shelf, entry) for entry in runs[:_SHOWN_RUNS]],
        "files": [_file_line(entry) for entry in files[:_SHOWN_FILES]],
        "left_out": max(0, len(runs) - _SHOWN_RUNS) + max(0, len(files) - _SHOWN_FILES),
    }


def run_page(view: RunView) -> dict[str, Any]:
    """One run: what was asked of whom, how far it is, the numbers."""
    return {
        "id": view.entry.id,
        "name": cut(view.entry.name, _NAME),
        "changed": view.entry.changed,
        "state": view.state(),
        "parts": [_part(view, number, part) for number, part in enumerate(view.stored.parts)],
        "config": shorten(dict(view.stored.config), 2_000),
    }


def part_line(number: int, part: Part) -> dict[str, Any]:
    """How a part is called."""
    names = {name: cut(str(getattr(part, name)), _NAME) for name in ("model", "dataset", "subset", "task")}
    return {"part": number, **names}


def _run_line(library: Library, shelf: Shelf, entry: Entry) -> dict[str, Any]:
    line = {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed}
    try:
        view = view_of(library, shelf, entry)
        parts = [
            {**part_line(number, part), "metrics": _metrics(view, part)[:1]}
            for number, part in enumerate(view.stored.parts[:50])
        ]
        return {**line, "state": view.state(), "parts": parts}
    except RefusedError as refusal:
        return {**line, "state": "unreadable", "problem": cut(refusal.text, _NAME), "parts": []}


def _file_line(entry: Entry) -> dict[str, Any]:
    try:
        size = entry.path.lstat().st_size
    except OSError:
        size = 0
    return {"id": entry.id, "name": cut(entry.name, _NAME), "changed": entry.changed, "size": size}


def _part(view: RunView, number: int, part: Part) -> dict[str, Any]:
    answered = view.answered(part)
    report = view.report(part)
    errors = report.get("errors") if report else None
    return {
        **part_line(number, part),
        "answered": len(answered) if answered is not None else 0,
        "due": view.due(part),
        "damaged": view.damage(answered),
        "reviewed": part.reviews.is_file(),
        "errors": errors if isinstance(errors, int) else 0,
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
