"""Doing one part of an evaluation: its run directory, its share of every limit, and what merging must know of it.

A part keeps, besides a run directory of its own, `part.json`: whether it is finished, and the settings that it was
started with (without secrets), from which `evalwright merge` makes the evaluation that all parts are of.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import dumps_canonical, dumps_pretty, write_atomic
from evalwright.engine import fellow_writer, is_held
from evalwright.errors import InputError, UsageError
from evalwright.rundir import CONFIG
from evalwright.secrecy import redacted_tree, shown_settings
from evalwright.text import listed

from .adopt_parts import MERGING
from .config import EvalConfig
from .slices import PARTS, Slice, part_folders

if TYPE_CHECKING:
    from .execution import Run

PART_FILE = "part.json"
_SHARED = ("concurrency", "judge_worker_num", "max_requests", "max_tokens_total")
_OF_THE_COMMAND = frozenset(
    {"api_key", "run", "fresh", "part", "slice", "show_progress", "counts_errors", "asks_nobody", "dry_run"}
)


class PartFile(TypedDict):
    """What a part says of itself."""

    finished: bool
    mark: str
    """Of the settings and the data: a part is finished for these."""
    folder: str
    """Where the command was given, which relative paths are from."""
    settings: JsonObject


def with_shares(config: EvalConfig) -> EvalConfig:
    """The evaluation with this part's share of every limit, in its own run directory."""
    part = config.slice
    if part is None:
        return config
    if config.fresh:
        raise UsageError.named("parts.needs_run")
    if "-" in config.data:
        raise UsageError.named("parts.stdin")
    shares: dict[str, Any] = {}
    for name in _SHARED:
        limit = getattr(config, name)
        if limit is not None:
            shares[name] = part.share(limit)
            if shares[name] < 1:
                option = f"--{name.replace('_', '-')}"
                raise UsageError.named("parts.share", option=option, limit=limit, count=part.sharers)
    return dataclasses.replace(config, run=part.path(config.run), **shares)


@contextmanager
def part_of_run(config: EvalConfig, given: EvalConfig, marks: Sequence[str]) -> Iterator[PartFile | None]:
    """Take part in a run that nobody has for himself; None where the evaluation is no part.

    `given`: the evaluation as it was asked for, before limits were shared; `marks`: those of its data.
    """
    part = config.slice
    if part is None:
        yield None
        return
    with ExitStack() as stack:
        if part.workers is None:
            _expect_same_count(given.run, part)
            stack.enter_context(fellow_writer(given.run))
            if (given.run / CONFIG).is_file() or (given.run / PARTS / MERGING).is_file():
                raise UsageError.named("parts.merged", run=given.run)
        elif not is_held(given.run):
            raise UsageError.named("parts.no_shared_folder", run=given.run)
        yield part_file(given, marks)


def _expect_same_count(run: Path, part: Slice) -> None:
    others = [folder for found, folder in part_folders(run) if found.count != part.count]
    if others:
        raise UsageError.named("parts.other_count", folder=others[0], part=f"{part.number}/{part.count}")


def part_file(given: EvalConfig, marks: Sequence[str]) -> PartFile:
    """What a part of this evaluation writes of itself while it is not finished."""
    settings = stored_settings(given)
    mark = hashlib.sha256(dumps_canonical([settings, list(marks)])).hexdigest()
    return {"finished": False, "mark": mark, "folder": str(Path.cwd()), "settings": settings}


def write_part(folder: Path, about: PartFile, *, finished: bool) -> None:
    """Say in its folder how far a part is."""
    with write_atomic(folder / PART_FILE) as out:
        out.write(dumps_pretty(redacted_tree({**about, "finished": finished})))


def is_finished(run: Run) -> bool:
    """Whether all was asked, be it in vain."""
    return not run.interrupted and run.stopped is None


def stored_settings(config: EvalConfig) -> JsonObject:
    """The settings that are not at their default, without secrets."""
    found = {}
    for item in dataclasses.fields(config):
        value = getattr(config, item.name)
        if item.name not in _OF_THE_COMMAND and value != item.default:
            found[item.name] = dict(value) if isinstance(value, dict) else value
    shown: JsonObject = shown_settings(found)
    return loads_plain(dumps_canonical(shown))


def loads_plain(data: bytes) -> JsonObject:
    """A JSON object that we wrote."""
    made: JsonObject = loads(data.decode())
    return made


def read_part(folder: Path) -> PartFile | None:
    """What a part says of itself; None where it says nothing yet."""
    return _part_in(folder / PART_FILE)


def _part_in(path: Path) -> PartFile | None:
    try:
        found: Any = loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, JsonError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("settings"), dict):
        raise InputError.named("parts.unreadable", path=path)
    made: PartFile = {
        "finished": found.get("finished") is True,
        "mark": str(found.get("mark")),
        "folder": str(found.get("folder", ".")),
        "settings": found["settings"],
    }
    return made


def merged_evaluation(run: Path) -> tuple[EvalConfig, Path]:
    """The evaluation whose parts a run holds, which asks nobody, and the folder that its paths are from.

    UsageError that names the parts that are missing or not finished, with the command that helps.
    """
    begun = _part_in(run / PARTS / MERGING)
    if begun is not None:
        return _common_evaluation(run, [begun])
    found = part_folders(run)
    if not found:
        raise UsageError.named("parts.none", run=run)
    counts = {part.count for part, _ in found}
    if len(counts) > 1:
        raise UsageError.named("parts.two_counts", run=run, counts=listed(map(str, sorted(counts))))
    count, told = counts.pop(), {part.number: read_part(folder) for part, folder in found}
    missing = [number for number in range(count) if (about := told.get(number)) is None or not about["finished"]]
    if missing:
        shown = listed(f"{number}/{count}" for number in missing[:8])
        raise UsageError.named("parts.unfinished", run=run, n=len(missing), count=count, parts=shown)
    return _common_evaluation(run, [about for about in told.values() if about is not None])


def _common_evaluation(run: Path, parts: Sequence[PartFile]) -> tuple[EvalConfig, Path]:
    first = parts[0]
    if any(part["mark"] != first["mark"] for part in parts):
        raise UsageError.named("parts.differ", run=run)
    settings: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) and name != "criteria" else value
        for name, value in first["settings"].items()
    }
    config = EvalConfig(**settings, run=run.absolute(), asks_nobody=True, counts_errors=True)
    return config, Path(first["folder"])
