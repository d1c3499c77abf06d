"""The run directory: which file lies where, and how it comes to be. Names from data cannot choose a path.

Every model has a folder and every subset a file of its own, whatever they are called. Runs of format 1 gave two names
one place now and then; what only one of them can have written is found again, and moved when the run goes on.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from evalwright.data import joined_name, older_safe_name, safe_name
from evalwright.errors import UsageError
from evalwright.plugins import TASKS

JOURNALS = ("predictions", "judgements", "criteria")
KEPT_DATA = "data"
"""Where copies of the data lie, with `--keep-data`."""
SET_ASIDE = "damaged"
"""Where lies what cannot be used and is not thrown away."""
LINE_FOLDERS = (*JOURNALS, "reviews")
"""Folders with a file of lines per model and subset."""

PartName = tuple[str, str, str]
"""Model, data set and subset."""

_ENDING = re.compile(r"\.[a-z0-9]{1,8}")


class OlderNames:
    """Where runs of format 1 put things, and which of those places two names shared."""

    def __init__(self, parts: Iterable[PartName]) -> None:
        self.parts = tuple(dict.fromkeys(parts))
        self._counts = Counter(map(self.line_file, self.parts))
        pairs = dict.fromkeys((model, dataset) for model, dataset, _ in self.parts)
        self._counts.update(itertools.starmap(self.report_file, pairs))

    def is_shared(self, place: Path) -> bool:
        """Whether two names wrote there, so that nobody knows whose it is."""
        return self._counts[place] > 1

    def with_unclaimed(self, parts: Iterable[PartName]) -> OlderNames:
        """The same with those of other parts whose place is not taken: of models that a later command hid."""
        return OlderNames((*self.parts, *(part for part in parts if not self._counts[self.line_file(part)])))

    @staticmethod
    def line_file(part: PartName) -> Path:
        """A part's file inside each folder of lines."""
        model, dataset, subset = part
        return Path(older_safe_name(model), f"{older_safe_name(f'{dataset}_{subset}')}.jsonl")

    @staticmethod
    def report_file(model: str, dataset: str) -> Path:
        """The report of a model on a data set."""
        return Path(older_safe_name(model), f"{older_safe_name(dataset)}.json")


class RunDir:
    """Paths inside one run."""

    def __init__(self, path: Path, older: OlderNames | None = None) -> None:
        """`older`: the names of a run of format 1, whose files are looked up where the new ones are not there."""
        self.path = path
        self._older = older

    def predictions(self, model: str, dataset: str, subset: str) -> Path:
        """The journal of a model's answers."""
        return self._line_file_path("predictions", (model, dataset, subset))

    def reviews(self, model: str, dataset: str, subset: str) -> Path:
        """The scores of a model's answers, with their reasons."""
        return self._line_file_path("reviews", (model, dataset, subset))

    def effects(self, model: str, dataset: str, subset: str) -> Path:
        """What executing a model's answers gave; made again with the reviews."""
        return self._line_file_path("effects", (model, dataset, subset))

    def judgements(self, model: str, dataset: str, subset: str) -> Path:
        """The journal of what a judge said."""
        return self._line_file_path("judgements", (model, dataset, subset))

    def criterion(self, part: PartName, name: str) -> Path:
        """The journal of what the judge of one criterion said, by the criterion's name."""
        file = joined_name(_line_file_name(part).removesuffix(".jsonl"), name, known=False)
        return self.path / "criteria" / safe_name(part[0]) / f"{file}.jsonl"

    def report(self, model: str, dataset: str) -> Path:
        """The numbers of a model on a data set."""
        older = self._older.report_file(model, dataset) if self._older is not None else None
        return self._find_file("reports", Path(safe_name(model), _report_name(dataset)), older)

    def kept_data(self, dataset: str, subset: str, sha256: str, ending: str) -> Path:
        """The run's own copy of a data file (`--keep-data`); another content is another file."""
        name = joined_name(dataset, subset, known=dataset in TASKS.own_names())
        return self.path / KEPT_DATA / f"{name}-{safe_name(sha256[:12])}{ending if _ENDING.fullmatch(ending) else ''}"

    def adopt(self, older: OlderNames) -> None:
        """Move the files of a run of format 1 to where they are looked for now.

        Of what two names shared, each gets a copy of the answers, for digests tell whose they are; scores tell nobody
        whose they are and are set aside, to be made again.
        """
        for part in older.parts:
            old, new = older.line_file(part), Path(safe_name(part[0]), _line_file_name(part))
            for folder in LINE_FOLDERS:
                self._take_over(Path(folder), old, new, older)
            self._take_over(
                Path("reports"), older.report_file(*part[:2]), Path(safe_name(part[0]), _report_name(part[1])), older
            )
        for folder in (*LINE_FOLDERS, "reports"):
            for place in {older.line_file(part).parent for part in older.parts}:
                with suppress(OSError):  # somebody's files lie there
                    (self.path / folder / place).rmdir()

    def _take_over(self, folder: Path, old: Path, new: Path, older: OlderNames) -> None:
        """Move one file, or take a copy of it, or set it aside."""
        source, target = self.path / folder / old, self.path / folder / new
        if not source.is_file() or (old == new and not older.is_shared(old)):
            return
        if not older.is_shared(old):
            _move(source, target)
        elif folder.name not in JOURNALS:
            _move(source, self.path / SET_ASIDE / folder / old)
        elif not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())

    def _line_file_path(self, folder: str, part: PartName) -> Path:
        older = self._older.line_file(part) if self._older is not None else None
        return self._find_file(folder, Path(safe_name(part[0]), _line_file_name(part)), older)

    def _find_file(self, folder: str, file: Path, older: Path | None) -> Path:
        """The file by its name; the older one where only that is there, unless two names shared it."""
        path = self.path / folder / file
        if older is None or self._older is None:
            return path
        if self._older.is_shared(older):
            return path if file != older else path.with_suffix(".shared")
        earlier = self.path / folder / older
        return earlier if not path.exists() and earlier.exists() else path


def _line_file_name(part: PartName) -> str:
    _, dataset, subset = part
    return f"{joined_name(dataset, subset, known=dataset in TASKS.own_names())}.jsonl"


def _report_name(dataset: str) -> str:
    return f"{safe_name(dataset)}.json"


def make_run_dir(path: Path, *, fresh: bool = False, private: bool = False) -> tuple[Path, list[Path]]:
    """Create a run directory; returns it and the folders that were not there before, the outermost first.

    `fresh`: it must be a new one; where the name is taken, even this very moment, -2, -3 and so on are tried.
    """
    made = list(_make_parents(path))
    for candidate in _numbered(path) if fresh else (path,):
        try:
            candidate.mkdir(0o700 if private else 0o777)
            return candidate, [*made, candidate]
        except FileExistsError:
            if fresh:
                continue
            if not path.is_dir():
                raise not_a_folder(path) from None
            return path, made
        except OSError as error:
            raise _not_made(path, error) from None
    raise AssertionError("unreachable")


def not_a_folder(path: Path) -> UsageError:
    """The error for a run directory that is a file."""
    return UsageError.named("run_dir.is_file", path=path)


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    for number in itertools.count(2):
        yield path.with_name(f"{path.name}-{number}")


def _make_parents(path: Path) -> Iterator[Path]:
    """The folders above a path that had to be made."""
    for folder in reversed(path.parents):
        try:
            folder.mkdir()
        except OSError as error:
            if not folder.is_dir():
                raise _not_made(path, error) from None
        else:
            yield folder


def _not_made(path: Path, error: OSError) -> UsageError:
    return UsageError.named("run_dir.not_made", path=path, strerror=error.strerror)


def _move(old: Path, new: Path) -> None:
    if old == new or new.exists() or not old.is_file():
        return
    new.parent.mkdir(parents=True, exist_ok=True)
    old.rename(new)
