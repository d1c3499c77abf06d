"""The data file of a part, found again: in the run, where it lay, or beside the run when both were moved together.

A run and a part flow in, a path or the reason why there is none flows out. A file counts only if its hash is the one
the part was asked from: a wrong conversation would be worse than none, and config.json may come from anyone, who
learns nothing from a file that he does not have.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evalwright.data import sha256_of
from evalwright.rundir import DataConfig
from evalwright.text import escaped, localized

from .runs import Part, StoredRun

_MODELS_LENGTH = 200


@dataclass(frozen=True, slots=True)
class FoundData:
    """Where the data of a part lies; or, where it is not as it was asked from, what became of it."""

    state: Literal["found", "changed", "missing"]
    path: Path | None


def find_data(run: StoredRun, part: Part) -> FoundData:
    """The data file of a part, if it can still be had as it was."""
    present = None
    candidates = list(data_candidates(run, part))
    for path in candidates:
        try:
            if not path.is_file():
                continue
            if sha256_of(path) == part.sha256:
                return FoundData("found", path)
        except OSError:
            continue
        present = present or path
    if present is not None:
        return FoundData("changed", present)
    named = _part_data_config(run, part)
    return FoundData("missing", Path(named.path) if named is not None and named.path is not None else None)


def data_candidates(run: StoredRun, part: Part) -> Iterator[Path]:
    """Where the data file of a part may lie, the likeliest first."""
    entry = _part_data_config(run, part)
    if entry is None:
        return
    ending = Path(entry.path).suffix if entry.path is not None else ".jsonl"
    yield run.files.kept_data(part.dataset, part.subset, part.sha256, ending)
    home = run.path.resolve()
    if entry.path is not None and Path(entry.path).is_absolute():
        yield Path(entry.path)
    if entry.relative is not None:
        yield Path(os.path.normpath(home / entry.relative))
    if entry.path is not None and not Path(entry.path).is_absolute():
        # Format 1 wrote the path as it was given, from a working directory that nobody wrote down.
        yield Path(entry.path).absolute()
        yield from (folder / entry.path for folder in home.parents)


def _part_data_config(run: StoredRun, part: Part) -> DataConfig | None:
    return next((each for each in run.data if (each.dataset, each.subset) == (part.dataset, part.subset)), None)


def data_remarks(run: StoredRun, lang: str = "en", *, in_full: bool = True) -> list[str]:
    """A sentence for every data file that is not there any more as it was asked from.

    `in_full`: with the whole path, which is nobody's business on a page that is passed on.
    """
    found: dict[tuple[str, FoundData], list[str]] = {}
    looked: dict[tuple[str, str, str], FoundData] = {}
    for part in run.parts:
        key = (part.dataset, part.subset, part.sha256)
        data = looked[key] = looked.get(key) or find_data(run, part)
        if data.state != "found":
            found.setdefault((part.subset, data), []).append(part.model)
    return [_remark(subset, data, models, lang, in_full) for (subset, data), models in found.items()]


def _remark(subset: str, data: FoundData, models: list[str], lang: str, in_full: bool) -> str:
    place = data.path or Path("stdin")
    return localized(
        f"run_dir.data_is_{data.state}",
        lang,
        subset=escaped(subset),
        path=escaped(str(place) if in_full else place.name),
        models=escaped(", ".join(models)[:_MODELS_LENGTH]),
    )
