"""Finding the files of a data set: EvalScope's folders and names, and nothing that lies elsewhere.

A subset `example` is `example_test.jsonl`, `.csv` or `.tsv` (`_val`, or what else its task states), or `example.jsonl`
and so on; few-shot examples are `example_dev.*`. A path that is not there is an error that lists what was looked for;
it is never taken for the name of something to download.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalwright.data import Row, files_behind, scan_records, unwrap
from evalwright.errors import InputError, UsageError
from evalwright.tasks import (
    AGGREGATIONS,
    FewShot,
    Options,
    Task,
    detect_task,
    make_task,
    mapping,
    splits_of,
    stated,
    task_of_criteria,
    unused_by,
)
from evalwright.text import listed, phrase, said_by

from .config import OF_THE_ROWS, EvalConfig
from .hub import download

_MAX_NAME_BYTES = 255
"""No file has a longer name, and asking for one is an error of its own."""
ENDINGS = (".jsonl", ".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of records: what it is for and how it is called."""

    dataset: str
    subset: str
    path: Path
    task: Task
    shuffled: bool = False
    notes: tuple[str, ...] = ()
    """What a reader of the report must know about it."""
    passing: bool = False
    """Whether it is gone after the run: standard input."""


def data_files(config: EvalConfig, paths: Sequence[Path]) -> list[DataFile]:
    """All files of an evaluation: those named one by one, then those of the data sets."""
    found = [each for given, path in zip(config.data, paths, strict=True) for each in _behind(given, path)]
    said = [Path("stdin") if passing else path for path, passing in found]
    named = [
        replace(_make_data_file(config, path, subset), passing=passing)
        for (path, passing), subset in zip(found, subset_names(said), strict=True)
    ]
    return [*named, *itertools.chain.from_iterable(_of_dataset(config, name) for name in config.datasets)]


def _behind(given: str, path: Path) -> list[tuple[Path, bool]]:
    """The files that a name stands for, a folder's one by one, and whether they are gone after the run."""
    return [(path, True)] if given == "-" else [(each.path, False) for each in files_behind(path)]


def _make_data_file(config: EvalConfig, path: Path, subset: str) -> DataFile:
    name = config.task or _task_for(config, path)
    return DataFile(name, subset, path, make_task(name, config.options_for(name)))


def _task_for(config: EvalConfig, path: Path) -> str:
    """The task of a file that says itself what it is; rows that answer themselves are for criteria."""
    if config.models == (OF_THE_ROWS,):
        return task_of_criteria()
    return detect_task(path, config.options_for, criteria=config.criteria is not None)


def _of_dataset(config: EvalConfig, name: str) -> Iterator[DataFile]:
    options = config.options_for(name)
    label = Options(options).text("name") or name
    folder = _folder(name, options, fetch=not config.dry_run)
    for subset, path in _subsets(name, folder, Options(options).names("subset_list")):
        task = make_task(name, options)
        if isinstance(task, FewShot):
            task.examples = _examples(task, folder, subset, options)
        yield DataFile(label, subset, path, task, Options(options).flag("shuffle"), _unused(config, name))


def _unused(config: EvalConfig, name: str) -> tuple[str, ...]:
    """A note for every setting that is given and means nothing to this format."""
    given = mapping(mapping(config.dataset_args, "dataset_args").get(name), f"dataset_args.{name}")
    aggregation = given.get("aggregation") or AGGREGATIONS[0]
    if aggregation not in AGGREGATIONS:
        raise UsageError.named("tasks.aggregation", name=repr(aggregation), known=listed(AGGREGATIONS))
    return tuple(phrase("notes.not_used", field=field, name=name) for field in unused_by(name) if given.get(field))


def _folder(name: str, options: Mapping[str, Any], *, fetch: bool) -> Path:
    settings = Options(options)
    given = settings.text("local_path") or settings.text("dataset_id")
    preset = stated(name, "hub_id", None)
    if given is None and preset is None:
        raise UsageError.named("tasks.needs_data", name=name)
    if given is None or (given == preset and not Path(given).exists()):
        if not fetch:
            raise UsageError.named("asking.not_fetched", name=preset)
        return download(preset)
    if not Path(given).exists():
        raise InputError.named("tasks.no_folder", path=given, looked=Path(given).absolute(), name=name)
    return Path(given)


def _subsets(name: str, folder: Path, wanted: Sequence[str] | None) -> list[tuple[str, Path]]:
    if folder.is_file():
        return [(folder.stem, folder)]
    splits = splits_of(name)
    wanted = stated(name, "subsets", None) if wanted is None else wanted
    if wanted is None:
        found = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and not path.stem.endswith("_dev"))
        wanted = list(dict.fromkeys(_without_split(path.stem, splits) for path in found))
        if not wanted:
            raise InputError.named("tasks.no_data_file", path=folder, endings=listed(ENDINGS, "or"))
    return [(subset, find_file(folder, subset, splits)) for subset in wanted]


def _without_split(stem: str, splits: Sequence[str]) -> str:
    return next((stem.removesuffix(f"_{split}") for split in splits if stem.endswith(f"_{split}")), stem)


def find_file(folder: Path, subset: str, splits: Sequence[str], *, alone: bool = True) -> Path:
    """The file of a subset; InputError that lists what was looked for."""
    if Path(subset).name != subset or subset in ("", ".", ".."):
        raise UsageError.named("tasks.subset_name", subset=repr(subset))
    names = [f"{subset}_{split}{ending}" for ending in ENDINGS for split in splits]
    names += [f"{subset}{ending}" for ending in ENDINGS] if alone else []
    for name in names:
        if len(os.fsencode(name)) <= _MAX_NAME_BYTES and (folder / name).is_file():
            return folder / name
    there = sorted(path.name for path in folder.iterdir())[:8]
    shown = {
        "looked": listed(name[-100:] for name in names),
        "there": listed(there) if there else phrase("common.nothing"),
    }
    raise InputError.named("tasks.no_subset", path=folder, subset=repr(subset[:100]), **shown)


def _examples(task: FewShot, folder: Path, subset: str, options: Mapping[str, Any]) -> list[Any]:
    """The few-shot examples of a subset, from its dev file."""
    count = options.get("few_shot_num") or 0
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise UsageError.named("tasks.few_shot_num", value=repr(count))
    if not count:
        return []
    path = find_file(folder if folder.is_dir() else folder.parent, subset.removesuffix("_val"), ("dev",), alone=False)
    rows = [row for row in scan_records(path) if isinstance(row, Row)]
    if len(rows) < count:
        raise InputError.named("tasks.few_examples", path=path, n=len(rows), wanted=count)
    if Options(options).flag("few_shot_random"):
        random.Random(0).shuffle(rows)
    try:
        return [task.read(unwrap(row.value), str(number)) for number, row in enumerate(rows[:count])]
    except ValueError as error:
        raise InputError.named("tasks.bad_example", path=path, problem=said_by(error)) from None


def subset_names(paths: Sequence[Path]) -> list[str]:
    """The files' stems; where two are the same, numbered."""
    names: list[str] = []
    for path in paths:
        stem = path.stem or "data"
        taken = itertools.count(2)
        name = stem
        while name in names:
            name = f"{stem}-{next(taken)}"
        names.append(name)
    return names
