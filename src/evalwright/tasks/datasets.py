"""Finding the files of a data set: EvalScope's folders and names, and nothing that lies elsewhere.

A subset `example` of general_mcq is `example_val.jsonl`, `.csv` or `.tsv`, or `example.jsonl` and so on; its few-shot
examples are `example_dev.*`. A path that is not there is an error that lists what was looked for; it is never taken
for the name of something to download.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalwright.data import Row, scan_records, unwrap
from evalwright.errors import InputError, UsageError
from evalwright.text import listed, phrase, said_by

from .config import EvalConfig
from .fields import AGGREGATIONS, NOT_USED_BY, mapping
from .hub import PRESETS, download
from .options import Options
from .protocol import FewShot, Task, make_task
from .unread import option_names

_MAX_NAME_BYTES = 255
"""No file has a longer name, and asking for one is an error of its own."""
ENDINGS = (".jsonl", ".csv", ".tsv")
_OF_QUESTIONS = {"id", "query", "question", "messages", "system", "response", "answer"}
_OF_CONVERSATIONS = {"tools", "functions", "conversation_id", "call_index"}


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
    said = [Path("stdin") if given == "-" else path for given, path in zip(config.data, paths, strict=True)]
    named = [_named(config, path, subset) for path, subset in zip(paths, subset_names(said), strict=True)]
    named = [replace(file, passing=given == "-") for file, given in zip(named, config.data, strict=True)]
    return [*named, *itertools.chain.from_iterable(_of_dataset(config, name) for name in config.datasets)]


def _named(config: EvalConfig, path: Path, subset: str) -> DataFile:
    name = config.task or detect_task(path)
    return DataFile(name, subset, path, make_task(name, config.options_for(name)))


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
    return tuple(phrase("notes.not_used", field=field, name=name) for field in NOT_USED_BY[name] if given.get(field))


def _folder(name: str, options: Mapping[str, Any], *, fetch: bool) -> Path:
    settings = Options(options)
    given = settings.text("local_path") or settings.text("dataset_id")
    if given is None and name not in PRESETS:
        raise UsageError.named("tasks.needs_data", name=name)
    if given is None or (given in PRESETS.values() and not Path(given).exists()):
        if not fetch:
            raise UsageError.named("asking.not_fetched", name=PRESETS[name])
        return download(PRESETS[name])
    if not Path(given).exists():
        raise InputError.named("tasks.no_folder", path=given, looked=Path(given).absolute(), name=name)
    return Path(given)


def _subsets(name: str, folder: Path, wanted: Sequence[str] | None) -> list[tuple[str, Path]]:
    if folder.is_file():
        return [(folder.stem, folder)]
    splits = _splits(name)
    if wanted is None:
        found = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and not path.stem.endswith("_dev"))
        wanted = list(dict.fromkeys(_without_split(path.stem, splits) for path in found))
        if not wanted:
            raise InputError.named("tasks.no_data_file", path=folder, endings=listed(ENDINGS, "or"))
    return [(subset, find_file(folder, subset, splits)) for subset in wanted]


def _splits(name: str) -> tuple[str, ...]:
    return ("val",) if name == "general_mcq" else ("test",)


def _without_split(stem: str, splits: tuple[str, ...]) -> str:
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


def detect_task(path: Path) -> str:
    """Which task a file is for, by what its first usable row holds."""
    row = next((row for row in scan_records(path) if isinstance(row, Row)), None)
    if row is None:
        first = next(iter(scan_records(path)))
        raise InputError.named("data.bad_row", path=path, line=first.line, problem=getattr(first, "text", ""))
    record = unwrap(row.value)
    keys = set(record) if isinstance(record, dict) else set()
    if "should_call_tool" in keys:
        return "general_fc"
    if "expected_output" in keys:
        return "next_call"
    if "question" in keys and ({"A", "B"} <= keys or {"a", "b"} <= keys):
        return "general_mcq"
    if "messages" in keys and _calls_tools(record):
        raise InputError.named("tasks.whole_conversations", path=path, line=row.line)
    if keys & {"query", "question", "messages"}:
        _check_reference(path, record)
        return "general_qa"
    found = ", ".join(map(str, record))[:300] if keys else "none"
    raise InputError.named("readers.no_task", path=path, line=row.line, found=found)


def _check_reference(path: Path, record: dict[str, Any]) -> None:
    """Refuse a table whose reference answers stand in a column of a name that is not read."""
    columns = [name for name in record if name]
    others = set(columns) - _OF_QUESTIONS
    if path.suffix.lower() not in ENDINGS[1:] or not others or {"response", "answer"} & set(columns):
        return
    if not option_names(record):
        raise InputError.named("readers.columns", path=path, line=1, found=", ".join(columns)[:300])


def _calls_tools(record: dict[str, Any]) -> bool:
    """Whether a record with messages is a conversation with tools, or cut from one, rather than an open question."""
    if _OF_CONVERSATIONS & record.keys():
        return True
    messages = record["messages"] if isinstance(record["messages"], list) else []
    return any(isinstance(message, dict) and message.get("tool_calls") for message in messages)
