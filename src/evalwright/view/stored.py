"""A run as the viewer reads it: its configuration, its parts, their reports and indexes, each read when it changed.

A run directory flows in, a `RunView` flows out. Whatever is read here was first seen to lie inside the directory.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from evalwright.errors import EvalwrightError
from evalwright.report import Part, Report, StoredRun, main_metric, open_run
from evalwright.scoring import Metric
from evalwright.tasks import shown_metric
from evalwright.text import localized

from .http_errors import RefusedError, not_found
from .index_cache import PATIENCE, WHOLE, Shelf
from .library import Entry, Library
from .line_facts import bare_facts, prediction_facts, review_facts
from .line_index import LineIndex
from .run_answers import Damage, Progress
from .safe_paths import is_inside
from .writers import is_locked

_LARGEST_DOCUMENT = 64 * 1024 * 1024
_RECENT_SECONDS = 20


@dataclass(frozen=True, slots=True)
class RunView:
    """One run."""

    entry: Entry
    stored: StoredRun
    root: Path
    shelf: Shelf

    def part(self, number: int) -> Part:
        """One of its parts; RefusedError where there is none of that number."""
        if not 0 <= number < len(self.stored.parts):
            raise not_found("part")
        return self.stored.parts[number]

    def report(self, part: Part) -> Report | None:
        """The report of a part's model and data set, where it is written and can be read."""
        path = self.stored.files.report(part.model, part.dataset)
        if not _is_document(path, self.root):
            return None
        try:
            return self.stored.report(part.model, part.dataset)
        except EvalwrightError:
            return None

    def metric(self, part: Part) -> Metric | None:
        """The metric that the part's task is judged by."""
        if self.report(part) is None and _exists(self.stored.files.report(part.model, part.dataset)):
            return None
        return main_metric(part.task, self.stored.metrics(part.model, part.dataset))

    def shown_metric(self, part: Part) -> Metric | None:
        """The metric whose value lists show: where half a point can be had, the one that tells."""
        if self.metric(part) is None:
            return None
        return shown_metric(part.task, self.stored.metrics(part.model, part.dataset))

    def reviews(self, part: Part, *, seconds: float = PATIENCE) -> LineIndex | None:
        """The index of a part's reviews; None where there are none yet."""
        if not is_inside(part.reviews, self.root):
            return None
        shown, main = self.shown_metric(part), self.metric(part)
        kind = f"review {shown} {main}"
        return self.shelf.index(part.reviews, self.root, kind, review_facts(shown, main), seconds=seconds)

    def predictions(self, part: Part, *, seconds: float = PATIENCE) -> LineIndex | None:
        """The index of a part's answers; None where there are none yet."""
        if not is_inside(part.predictions, self.root):
            return None
        return self.shelf.index(part.predictions, self.root, "prediction", prediction_facts, seconds=seconds)

    def places(self, path: Path) -> LineIndex | None:
        """Where every item stands in one of the run's files, the whole of it; None where there is no such file yet."""
        if not is_inside(path, self.root):
            return None
        return self.shelf.index(path, self.root, "place", None, seconds=WHOLE)

    def answered(self, part: Part) -> LineIndex | None:
        """The answers, merely counted."""
        if not is_inside(part.predictions, self.root):
            return None
        return self.shelf.index(part.predictions, self.root, "count", bare_facts, seconds=PATIENCE)

    def damage(self, index: LineIndex | None) -> Damage | None:
        """Where a file of the run was damaged, as far as it was read; None where it was not."""
        if index is None or index.unreadable_at is None:
            return None
        file = index.path.relative_to(self.entry.path).as_posix()
        return {"file": file, "line": index.unreadable_at, "count": index.unreadable}

    def progress(self, part: Part) -> Progress:
        """How many answers there are, and, of a part that is not graded yet, how many requests failed."""
        if part.reviews.is_file():
            counted = self.answered(part)
            return {"answered": len(counted) if counted is not None else 0, "failed": 0}
        index = self.predictions(part)
        if index is None:
            return {"answered": 0, "failed": 0}
        failed = index.verdict_names.count("error")
        return {"answered": len(index) - failed, "failed": failed}

    def due(self, part: Part) -> int | None:
        """How many answers the part should have in the end."""
        return part.settings.due

    def state(self) -> str:
        """`running`, `finished`, or `stopped` before its end."""
        if is_locked(self.entry.path / ".lock"):
            return "running"
        if all(is_inside(part.reviews, self.root) for part in self.stored.parts):
            return "finished"
        newest = max((_changed(part.predictions) for part in self.stored.parts), default=0.0)
        return "running" if time.time() - newest < _RECENT_SECONDS else "stopped"


def open_view(library: Library, shelf: Shelf, identifier: str) -> RunView:
    """The run of this id; RefusedError where there is none, or where it cannot be read."""
    return view_of(library, shelf, library.entry(identifier, "run"))


def view_of(library: Library, shelf: Shelf, entry: Entry) -> RunView:
    """The run that an entry stands for."""
    if not _is_document(entry.path / "config.json", library.root):
        raise not_found("run")
    try:
        return RunView(entry, open_run(entry.path), library.root, shelf)
    except EvalwrightError as error:
        raise RefusedError(422, localized("viewer_errors.run_unreadable", message=error.message)) from None


def _is_document(path: Path, root: Path) -> bool:
    """Whether this is a file inside the root that can be read in one piece."""
    return is_inside(path, root) and path.is_file() and path.stat().st_size <= _LARGEST_DOCUMENT


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0
